package analysis

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction"
)

// predict adds the predicted times to the document, after the trial t if there is one.
// Its error is the error of the runner's context.
func (r *runner) predict(t *trial) error {
	if r.opt.Machine == nil {
		return nil
	}
	if r.subject.matrix.Complex() && r.subject.pattern.Square() {
		r.doc.untimed = "the model was fitted to real matrices, and the values are complex"
	}
	if !r.predictable(t) {
		return nil
	}
	all := r.estimates(t)
	r.count(all, t)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	k, s := r.opt.repeats()
	p := &Prediction{Factorizations: k, Solves: s, Machine: predictedOn(&r.opt)}
	definite := r.definite(t)
	for _, e := range all.list {
		all.predict(e, r.opt, definite)
		p.Settings = append(p.Settings, e.settings...)
	}
	if len(p.Settings) == 0 {
		r.doc.untimed = untimed(r.opt.Solvers)
		return nil
	}
	if err := t.verify(p, all); err != nil {
		return err
	}
	p.choose()
	if !r.costs {
		r.addParallel(p, all)
	}
	r.doc.Prediction = p
	return nil
}

// untimed says why solvers have no times.
func untimed(list []prediction.Solver) string {
	if len(list) == 1 && list[0] == prediction.CHOLMOD {
		return "CHOLMOD cannot factor this matrix, because CHOLMOD factors symmetric positive definite matrices only"
	}
	var names []string
	for _, s := range list {
		names = append(names, SolverName(s))
	}
	return joined(names) + " cannot factor this matrix under these orderings"
}

// predictable reports whether the model knows matrices such as this one: it was made
// from real matrices that have an LU.
func (r *runner) predictable(t *trial) bool {
	s := r.subject
	brokeDown := t != nil && t.winner == nil && errors.Is(t.list[0].err, lu.ErrSingular)
	return s.pattern.Square() && !s.matrix.Complex() && !s.singular() && !brokeDown
}

// predicts reports whether times of a solver are predicted.
func (o *Options) predicts(s prediction.Solver) bool {
	return len(o.Solvers) == 0 || slices.Contains(o.Solvers, s)
}

// repeats returns how many factorizations there are in all, and solves for each.
func (o *Options) repeats() (factorizations, solves int64) {
	return cmp.Or(o.Factorizations, DefaultFactorizations), cmp.Or(o.Solves, DefaultSolves)
}

// verify sorts the settings, and runs numeric LUs of orderings of which only a lower
// bound is known, until more is known of the cheapest setting, and of one setting of each
// solver. The numeric LUs share the budget of the trial. Its error is the error of the
// runner's context.
func (t *trial) verify(p *Prediction, all *estimates) error {
	for {
		slices.SortStableFunc(p.Settings, func(a, b *Setting) int { return cmp.Compare(a.Total.Seconds, b.Total.Seconds) })
		e := p.doubtful(all.list)
		if e == nil || !t.mayFactor() {
			return nil
		}
		c := e.attempt
		x, stats, err := c.in.factor(t.ctx, c.ordering, lu.Options{MaxFlops: min(t.r.opt.Budget.Flops, t.left())})
		if t.r.ctx.Err() != nil {
			return t.r.ctx.Err()
		}
		t.flops += stats.Flops
		if err != nil {
			e.failed = true
			continue
		}
		e.found(x)
		p.Settings = slices.DeleteFunc(p.Settings, func(s *Setting) bool { return slices.Contains(e.settings, s) })
		all.predict(e, t.r.opt, t.r.definite(t))
		p.Settings = append(p.Settings, e.settings...)
	}
}

// left returns the flops that the candidates have left of their budget, or infinity.
func (t *trial) left() float64 {
	if total := trialBudgets * t.r.opt.Budget.Flops; total > 0 {
		return total - t.flops
	}
	return math.Inf(1)
}

// mayFactor reports whether the budget has flops and time left for one more numeric LU.
func (t *trial) mayFactor() bool {
	return t.left() > (1-usedUp)*trialBudgets*t.r.opt.Budget.Flops && t.ctx.Err() == nil
}

// doubtful returns the estimate that a numeric LU has to count next, or nil: the cheapest
// of all settings, and then the cheapest of each solver that has only lower bounds.
func (p *Prediction) doubtful(list []*estimate) *estimate {
	if e := first(p.Settings, list, func(s *Setting) bool { return !s.IfDefinite }); e != nil && e.counts == CountsAtLeast {
		return e
	}
	for _, solver := range prediction.Solvers() {
		of := func(s *Setting) bool { return s.Solver == solver }
		counted := func(s *Setting) bool { return of(s) && s.Counts != CountsAtLeast }
		if slices.ContainsFunc(p.Settings, counted) {
			continue
		}
		if e := first(p.Settings, list, of); e != nil {
			return e
		}
	}
	return nil
}

// first returns the estimate of the cheapest setting that is wanted and whose numeric LU
// did not fail, or nil.
func first(settings []*Setting, list []*estimate, wanted func(*Setting) bool) *estimate {
	for _, s := range settings {
		for _, e := range list {
			if !e.failed && wanted(s) && slices.Contains(e.settings, s) {
				return e
			}
		}
	}
	return nil
}

// choose names the cheapest settings. If no setting has known counts, the choice is
// the cheapest of all.
func (p *Prediction) choose() {
	known := slices.DeleteFunc(slices.Clone(p.Settings), func(s *Setting) bool { return !s.known() })
	if len(known) == 0 {
		known = p.Settings
	}
	p.Choice = known[0]
	if len(known) > 1 {
		p.RunnerUp = known[1]
	}
	for _, s := range p.Settings {
		s.ByChoice = s.Total.Seconds / p.Choice.Total.Seconds
	}
}
