package analysis

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// An estimate is an ordering under a matching with what the model reads of it.
type estimate struct {
	in       *runner // the matrix that it orders
	order    symbolic.Order
	attempt  *attempt
	counts   string
	failed   bool // its numeric LU did not end
	features *prediction.Features
	settings []*Setting
}

// predict adds the predicted times to the document, after the trial t if there is one.
// Its error is the error of the runner's context.
func (r *runner) predict(t *trial) error {
	if r.opt.Machine == nil || r.costs || !r.predictable(t) {
		return nil
	}
	list := r.estimates(t)
	r.count(list, t)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	k, s := r.opt.repeats()
	p := &Prediction{Factorizations: k, Solves: s,
		Machine: PredictedOn{Name: r.opt.Machine.Name, Key: r.opt.Machine.Key, Calibrated: r.opt.Machine.Calibrated}}
	for _, e := range list {
		e.predict(r.opt)
		p.Settings = append(p.Settings, e.settings...)
	}
	if len(p.Settings) == 0 {
		return nil
	}
	if err := t.verify(p, list); err != nil {
		return err
	}
	p.choose()
	r.doc.Prediction = p
	return nil
}

// predictable reports whether the model knows matrices such as this one: it was made
// from real matrices that have an LU.
func (r *runner) predictable(t *trial) bool {
	s := r.subject
	brokeDown := t != nil && t.winner == nil && errors.Is(t.list[0].err, lu.ErrSingular)
	return s.pattern.Square() && !s.matrix.Complex() && !s.singular() && !brokeDown
}

// repeats returns how many factorizations there are in all, and solves for each.
func (o *Options) repeats() (factorizations, solves int64) {
	return cmp.Or(o.Factorizations, DefaultFactorizations), cmp.Or(o.Solves, DefaultSolves)
}

// estimates lists the orderings of the trial, and of the document the others.
func (r *runner) estimates(t *trial) (list []*estimate) {
	named := map[[2]string]bool{}
	add := func(e *estimate, method, matching string) {
		if key := [2]string{method, matching}; !named[key] {
			named[key] = true
			list = append(list, e)
		}
	}
	if t != nil {
		for _, c := range t.list {
			add(&estimate{in: c.in, order: c.ordering.Order, attempt: c}, c.Method, c.Matching)
		}
	}
	for _, o := range r.doc.Orderings {
		c := r.newAttempt(method{}, o)
		add(&estimate{in: r, order: o.Order, attempt: c}, c.Method, c.Matching)
	}
	return list
}

// mostCounted is how many times the entries of the best ordering an ordering may have
// for its exact structure to be formed.
const mostCounted = 8

// count finds the features of all estimates, on the workers.
func (r *runner) count(list []*estimate, t *trial) {
	least := list[0].attempt.NNZPredicted
	for _, e := range list {
		least = min(least, e.attempt.NNZPredicted)
	}
	opt := prediction.Options{
		Entries: min(prediction.DefaultEntries, mostCounted*(least+int64(r.subject.pattern.NNZ()))),
		Stop:    func() bool { return r.ctx.Err() != nil },
	}
	var tasks []task
	for _, e := range list {
		tasks = append(tasks, task{"times of " + e.attempt.Method, nil, func() { e.count(t, opt) }})
	}
	r.total.Add(int64(len(tasks)))
	r.parallel(tasks)
}

// count finds the features, and how certain they are.
func (e *estimate) count(t *trial, opt prediction.Options) {
	o := e.in.analyzeAs(e.order, symbolic.Options{Counts: true})
	e.features = prediction.Of(e.in.subject.pattern, o.Analysis, opt)
	e.counts = CountsPredicted
	if e.features.Bound {
		e.counts = CountsAtMost
	}
	c := e.attempt
	switch {
	case c.exact != nil:
		e.found(c.exact)
	case t == nil || t.winner == nil: // there is nothing better than predictions
	case c.certain && t.held[diagonal{c.in, c.kept}]:
	default:
		e.counts = CountsAtLeast
		if reached := float64(c.NNZ) / float64(max(1, c.NNZPredicted)); reached > 1 {
			e.scale(reached)
		}
	}
}

// found takes the counts of a numeric LU.
func (e *estimate) found(x *Exact) {
	e.features = e.features.WithCounts(x.NNZL, x.NNZU, x.NNZOffBlocks, x.Flops)
	e.counts = CountsExact
}

// scale multiplies the entries of the factors by a factor, and the flops by its square.
func (e *estimate) scale(by float64) {
	f := e.features
	e.features = f.WithCounts(int64(by*float64(f.L)), int64(by*float64(f.U)), f.OffBlock, by*by*f.Flops)
}

// predict makes the settings.
func (e *estimate) predict(opt Options) {
	e.settings = nil
	m := prediction.Default()
	k, solves := opt.repeats()
	order := orderingTime(m, e.attempt.Method, e.attempt.Matching, e.features, opt.Machine)
	for _, s := range prediction.Solvers() {
		if s == prediction.CHOLMOD && !e.definite() || len(opt.Solvers) > 0 && !slices.Contains(opt.Solvers, s) {
			continue
		}
		x := &Setting{Solver: s, Method: e.attempt.Method, Matching: e.attempt.Matching, Counts: e.counts, Ordering: order}
		if !x.times(m, e.features, opt.Machine) {
			continue
		}
		x.total(k, solves)
		e.settings = append(e.settings, x)
	}
}

// times predicts the phases. It reports false if the solver cannot factor the matrix.
func (s *Setting) times(m *prediction.Model, f *prediction.Features, on *prediction.Machine) bool {
	ok := true
	time := func(p prediction.Phase) prediction.Interval {
		t, has := m.Time(s.Solver, p, f, on)
		ok = ok && has
		return t
	}
	s.Analyze, s.Factor, s.Solve = time(prediction.Analyze), time(prediction.Factor), time(prediction.Solve)
	if t, has := m.Time(s.Solver, prediction.Refactor, f, on); has {
		s.Refactor = t
	} else {
		s.Refactor = s.Factor
	}
	return ok
}

// definite reports whether the matrix may be positive definite, as CHOLMOD wants it:
// its values are symmetric and its diagonal is positive.
func (e *estimate) definite() bool {
	s := e.in.given.stats()
	m := e.in.given.matrix
	if e.attempt.Matching != MatchingNone || s.Symmetry == nil || s.Symmetry.Value == nil || *s.Symmetry.Value != 1 || !m.HasValues() {
		return false
	}
	for j := range m.Pattern.Cols {
		k, stored := slices.BinarySearch(m.Pattern.Col(j), int32(j))
		if !stored || m.Values[int(m.Pattern.ColPtr[j])+k] <= 0 {
			return false
		}
	}
	return true
}

// verify sorts the settings, and runs numeric LUs of orderings of which only a lower
// bound is known, until the cheapest setting is none of these. The numeric LUs share
// the budget of the trial. Its error is the error of the runner's context.
func (t *trial) verify(p *Prediction, list []*estimate) error {
	for {
		slices.SortStableFunc(p.Settings, func(a, b *Setting) int { return cmp.Compare(a.Total.Seconds, b.Total.Seconds) })
		e := first(p.Settings, list)
		if e == nil || e.counts != CountsAtLeast || !t.mayFactor() {
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
		e.predict(t.r.opt)
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

// first returns the estimate with the cheapest setting of all whose numeric LU did not
// fail.
func first(settings []*Setting, list []*estimate) *estimate {
	for _, s := range settings {
		for _, e := range list {
			if !e.failed && slices.Contains(e.settings, s) {
				return e
			}
		}
	}
	return nil
}

// choose names the cheapest settings. If no setting has known counts, the choice is
// the cheapest of all.
func (p *Prediction) choose() {
	known := slices.DeleteFunc(slices.Clone(p.Settings), func(s *Setting) bool { return s.Counts == CountsAtLeast })
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
