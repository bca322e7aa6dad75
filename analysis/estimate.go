package analysis

import (
	"slices"

	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// An estimate is an ordering under a matching, with the features that the model reads.
type estimate struct {
	in       *runner // the matrix that it orders
	order    symbolic.Order
	attempt  *attempt
	counts   string
	failed   bool // its numeric LU did not end
	unasked  bool // it is there for other estimates, and has no settings under its own name
	features *prediction.Features
	diagonal *prediction.Features // for pivots from the diagonal, whatever a numeric LU found
	base     *estimate            // the ordering whose features say how long the ordering takes
	settings []*Setting
}

// An estimates has all estimates of a matrix.
type estimates struct {
	list  []*estimate
	plain *runner // the matrix without a matching
}

// estimates lists the orderings of the trial, and of the document the others. The
// orderings are added that other times are predicted from.
func (r *runner) estimates(t *trial) *estimates {
	all := &estimates{plain: r.plain()}
	if t != nil {
		for _, c := range t.list {
			all.add(&estimate{in: c.in, order: c.ordering.Order, attempt: c})
		}
	}
	for _, o := range r.doc.Orderings {
		all.add(&estimate{in: r, order: o.Order, attempt: r.newAttempt(method{}, o)})
	}
	for _, e := range slices.Clone(all.list) {
		all.reference(e.in)
	}
	all.reference(all.plain)
	for _, e := range all.list {
		if e.base = all.find(e.in, baseOf(e.attempt.Method)); e.base == nil {
			e.base = all.find(e.in, e.in.reference())
		}
		if e.base == nil { // amd was stopped
			e.base = e
		}
	}
	return all
}

// add adds an estimate, unless its ordering is there under the same matching.
func (all *estimates) add(e *estimate) {
	if all.find(e.in, e.attempt.Method) == nil {
		all.list = append(all.list, e)
	}
}

// find returns the estimate of a method for the matrix of a runner, or nil.
func (all *estimates) find(in *runner, method string) *estimate {
	for _, e := range all.list {
		if e.attempt.Method == method && e.attempt.Matching == in.doc.matchingKind() {
			return e
		}
	}
	return nil
}

// reference adds amd for the matrix of a runner, or btf+amd if blocks rearrange it.
func (all *estimates) reference(in *runner) {
	if all.find(in, in.reference()) != nil {
		return
	}
	for _, m := range methods() {
		if m.Name != in.reference() {
			continue
		}
		if c := in.attempt(m); c != nil {
			all.add(&estimate{in: in, order: c.ordering.Order, attempt: c, unasked: true})
		}
	}
}

// reference returns amd, with blocks if these rearrange the matrix.
func (r *runner) reference() string {
	if rearranged(r.subject.form()) {
		return named.BlocksPrefix + reference
	}
	return reference
}

// plain returns a runner of the matrix without a matching.
func (r *runner) plain() *runner {
	if r.doc.Matching == nil {
		return r
	}
	in := &runner{ctx: r.ctx, opt: r.opt, first: r.first, given: r.given, subject: r.given, race: r.race, pay: r.pay, costs: true, doc: &Document{}}
	in.opt.Matching, in.opt.Progress = MatchingNone, nil
	return in
}

// mostCounted is how many times the entries of the best ordering an ordering may have
// for its exact structure to be formed.
const mostCounted = 8

// largeStructure is the number of entries from which structures are formed one after
// the other, because each takes 8 bytes for an entry.
const largeStructure = 10_000_000

// count finds the features of all estimates, on the workers.
func (r *runner) count(all *estimates, t *trial) {
	least := all.list[0].attempt.NNZPredicted
	for _, e := range all.list {
		least = min(least, e.attempt.NNZPredicted)
	}
	opt := prediction.Options{
		Entries: min(prediction.DefaultEntries, mostCounted*(least+int64(r.subject.pattern.NNZ()))),
		Stop:    func() bool { return r.ctx.Err() != nil },
	}
	definite := r.definite(nil)
	large := make(chan struct{}, 1) // who holds it forms a large structure
	var tasks []task
	for _, e := range all.list {
		tasks = append(tasks, task{"times of " + e.attempt.Method, nil, timesWork, func() {
			if opt.Entries > largeStructure && !e.foretold(opt.Entries) {
				large <- struct{}{}
				defer func() { <-large }()
			}
			opt := opt
			opt.Solvers = all.solvers(e, &r.opt, definite)
			e.count(t, opt)
		}})
	}
	r.meter.foresee(0)
	r.parallel(tasks)
}

// foretell finds the features of an ordering while its counts are at hand, if these are
// the features under each limit of [runner.count] and [candidate.reads]. M is the
// candidate, or nil.
func (r *runner) foretell(m *candidate, o *Ordering) {
	s := r.subject
	read := r.opt.Machine != nil || m != nil && m.readable(r) && !(r.costs && r.alone())
	if !read || !s.pattern.Square() || s.singular() {
		return
	}
	least := o.NNZLU
	if o.NoPivoting != nil {
		least = o.NoPivoting.NNZLU
	}
	most := max(prediction.DefaultEntries, mostCounted*int64(s.pattern.NNZ()))
	if least-int64(s.pattern.Cols) <= most || !s.shared.Symmetric(o.Order) {
		return
	}
	if f := prediction.Of(s.pattern, o.Analysis, prediction.Options{Entries: -1, Shared: s.shared, Solvers: r.takers(o.Order)}); f.Beyond(most) {
		o.features = f
	}
}

// foretold reports whether the features of the ordering are known, with at most so many
// entries of a structure.
func (e *estimate) foretold(entries int64) bool {
	f := e.attempt.ordering.features
	return f != nil && f.Beyond(entries)
}

// count finds the features, and how certain they are.
func (e *estimate) count(t *trial, opt prediction.Options) {
	if e.foretold(opt.Entries) {
		e.diagonal = e.attempt.ordering.features
	} else {
		o := e.in.analyzeAs(e.order, symbolic.Options{Counts: true})
		opt.Shared = e.in.subject.shared
		e.diagonal = prediction.Of(e.in.subject.pattern, o.Analysis, opt)
	}
	e.features = e.diagonal
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

// predict makes the settings. Definite says whether the matrix is positive definite.
func (all *estimates) predict(e *estimate, opt Options, definite definiteness) {
	e.settings = nil
	m := prediction.Default()
	order := orderingTime(m, e.attempt.Method, e.attempt.Matching, e.base.diagonal, opt.Machine)
	for _, s := range prediction.Solvers() {
		if !opt.predicts(s) {
			continue
		}
		x := &Setting{Solver: s, Method: e.attempt.Method, Matching: e.attempt.Matching, Counts: e.counts, Ordering: order}
		if s == prediction.CHOLMOD {
			x.IfDefinite = definite == unknownDefinite
		}
		if e.named(s, definite) && x.times(m, e.features, &opt) {
			e.settings = append(e.settings, x)
		}
		if own := all.own(e, s, opt); own != nil {
			e.settings = append(e.settings, own)
		}
	}
	k, solves := opt.repeats()
	for _, x := range e.settings {
		x.Extrapolated = m.Extrapolates(e.features)
		x.total(k, solves)
	}
}

// named reports whether a solver may have a setting under the name of the ordering.
func (e *estimate) named(s prediction.Solver, definite definiteness) bool {
	return !e.unasked && takes(s, e.order, e.attempt.Matching) && (s != prediction.CHOLMOD || definite != notDefinite)
}

// nearOwn reports whether e is the ordering that comes near those which solvers find
// themselves.
func (all *estimates) nearOwn(e *estimate) bool {
	return e.attempt.Matching == MatchingNone && e.attempt.Method == all.plain.reference()
}

// solvers returns the solvers whose times are predicted from the features of e.
func (all *estimates) solvers(e *estimate, opt *Options, definite definiteness) []prediction.Solver {
	list := []prediction.Solver{} // not nil, which means all
	for _, s := range prediction.Solvers() {
		if opt.predicts(s) && (e.named(s, definite) || all.nearOwn(e) && prediction.Default().Has(s, prediction.AnalyzeOwn)) {
			list = append(list, s)
		}
	}
	return list
}

// own returns the setting of a solver with the ordering that it finds itself, or nil if
// e is not the ordering that comes near it, or the model has no time of it.
func (all *estimates) own(e *estimate, s prediction.Solver, opt Options) *Setting {
	if !all.nearOwn(e) {
		return nil
	}
	m := prediction.Default()
	x := &Setting{Solver: s, Method: OwnMethod, Matching: MatchingNone, Counts: e.counts}
	if x.Counts == CountsExact {
		x.Counts = CountsSimilar
	}
	analyze, ok := m.Time(s, prediction.AnalyzeOwn, e.diagonal, opt.Machine)
	if !ok || !x.times(m, e.features, &opt) {
		return nil
	}
	x.Analyze = analyze
	return x
}

// times predicts the phases. It reports false if the solver cannot factor the matrix.
func (s *Setting) times(m *prediction.Model, f *prediction.Features, opt *Options) bool {
	ok := true
	time := func(p prediction.Phase) prediction.Interval {
		t, has := m.Time(s.Solver, p, f, opt.Machine)
		ok = ok && has
		return t
	}
	s.Analyze, s.Factor, s.Solve = time(prediction.Analyze), time(prediction.Factor), time(prediction.Solve)
	if k, _ := opt.repeats(); k == 1 {
		if t, has := m.Time(s.Solver, prediction.SolveOnce, f, opt.Machine); has {
			s.Solve = t
		}
	}
	if t, has := m.Time(s.Solver, prediction.Refactor, f, opt.Machine); has {
		s.Refactor = t
	} else {
		s.Refactor = s.Factor
	}
	return ok
}
