package analysis

import (
	"slices"

	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// poolWork is the largest estimate of work with which an ordering is a candidate
// that does not run anyway: nested dissection reaches it at half a million rows,
// columns and entries, and search, where little fills, at 100,000.
const poolWork = 2e9

// free reports whether the orderings are not a list of names, so that others may
// be tried too.
func (r *runner) free() bool {
	names := r.opt.Orderings
	return len(names) == 0 || slices.Contains(names, "all") || slices.Contains(names, BestOf)
}

// automatic reports whether rows may be matched to columns where that wins.
func (r *runner) automatic() bool { return r.opt.Matching == "" || r.opt.Matching == MatchingAuto }

// attempts returns an attempt for each ordering of the document.
func (r *runner) attempts() (list []*attempt) {
	for _, m := range r.candidates {
		if m.ordering != nil {
			list = append(list, r.newAttempt(m.method, m.ordering))
		}
	}
	return list
}

// pool returns the candidates that are no orderings of the document: every method
// of a part that suits the matrix, as far as it does not take too long. Where reliable says
// that the predictions are what a numeric LU finds, those are left out that a
// portfolio has stopped by their predictions.
func (r *runner) pool(reliable bool, part func(*method) bool) []*attempt {
	var list []method
	for _, m := range methods() {
		if part(&m) && r.joins(&m, reliable) {
			list = append(list, m)
		}
	}
	found := make([]*attempt, len(list))
	var tasks []task
	for k, m := range list {
		tasks = append(tasks, task{m.Name, nil, m.Work + timesWork, func() { found[k] = r.attempt(m) }})
	}
	slices.Reverse(tasks) // those that take longest first
	r.parallel(tasks)
	return slices.DeleteFunc(found, func(c *attempt) bool { return c == nil })
}

// joins reports whether a method is in the pool.
func (r *runner) joins(m *method, reliable bool) bool {
	if !r.affordable(m) || m.blocks && (r.opt.Whole || !rearranged(r.subject.form())) || r.pay.hopeless(m.Name) {
		return false
	}
	for _, e := range r.candidates {
		stopped := e.watch != nil && (e.watch.reason == overLimit || e.watch.reason == nothing)
		if e.Name == m.Name && (e.ordering != nil || reliable && stopped) {
			return false
		}
	}
	return true
}

// affordable reports whether a method does not take too long for a candidate. A
// searcher has the limit of the portfolio, because its work stops growing with the
// matrix.
func (r *runner) affordable(m *method) bool {
	a := r.subject.pattern
	switch m.role {
	case named.Last:
		return a.Cols+a.NNZ() <= searched
	case named.Reference:
		return m.workOn(a) <= defaultWork
	}
	return m.workOn(a) <= poolWork
}

// quickWork is the largest estimate of work for each row, column and entry of a method
// that is tried whatever the others gain.
const quickWork = 500

// quick reports whether m is tried whatever the others gain.
func (m *method) quick() bool { return m.Work <= quickWork }

// workOn returns the estimate of work for a.
func (m *method) workOn(a *sparsity.Pattern) float64 {
	return m.Work * float64(a.Rows+a.Cols+a.NNZ())
}

// attempt returns an attempt for the order of a method, nil where it was stopped.
func (r *runner) attempt(m method) *attempt {
	w := &watch{ctx: r.ctx, workers: r.opt.Workers}
	if r.race != nil {
		w.expired = r.race.expired
	}
	if w.stop(count{}) {
		return nil
	}
	ord, done := m.apply(r.subject, w)
	if !done {
		return nil
	}
	o := r.analyzeAs(ord, symbolic.Options{Counts: true})
	r.foretell(nil, o)
	o.release()
	return r.newAttempt(m, o)
}

// with returns a runner of the same matrix under another matching, which has only
// what candidates need, nil where rows cannot be matched so.
func (r *runner) with(kind string) (*runner, error) {
	in := &runner{ctx: r.ctx, opt: r.opt, first: r.first, given: r.given, race: r.race, pay: r.pay, costs: true, doc: &Document{}}
	in.opt.Matching, in.opt.Progress = kind, nil
	if err := in.match(); err != nil || in.doc.Matching == nil {
		return nil, err
	}
	in.doc.Matching.Automatic = true
	return in, r.ctx.Err()
}

// recommend makes the candidate that won the recommended ordering of the document.
// If it needs another matching, the document then describes the matched matrix.
// Its error is the error of the context.
func (r *runner) recommend(w *attempt) error {
	if w.in != r {
		if err := r.rematch(w.in); err != nil {
			return err
		}
	}
	o := r.doc.Ordering(w.Method)
	if o == nil || !sameOrder(&o.Order, &w.ordering.Order) {
		r.adopt(w)
	}
	r.doc.Winners = winnersOf(r.doc.Orderings)
	b := r.doc.Winners
	if o == nil {
		b.Added = w.Method
	}
	b.Recommended, b.Matching, b.Criterion = w.Method, w.Matching, CriterionExact
	return nil
}

// rematch makes the subject of in the matrix that is ordered, and orders it.
func (r *runner) rematch(in *runner) error {
	r.subject, r.rows, r.scale, r.doc.Matching = in.subject, in.rows, in.scale, in.doc.Matching
	var err error
	if r.candidates, err = r.newCandidates(); err != nil {
		return err
	}
	r.doc.Orderings = nil
	r.doc.Warnings = slices.DeleteFunc(r.doc.Warnings, func(w Warning) bool {
		return w.Code == OrderingAbsent || w.Code == OrderingUnfinished
	})
	r.orderAll(nil)
	r.collect()
	r.sayMatched()
	return r.ctx.Err()
}

// adopt adds the ordering of a candidate to the document, in the place of its method.
func (r *runner) adopt(w *attempt) {
	o := r.analyze(w.ordering.Order)
	if !r.opt.Keep && !r.costs {
		o.release()
	}
	r.candidate(w.method).ordering = o
	r.gather()
}

// sameOrder reports whether two orders move rows and columns alike.
func sameOrder(a, b *symbolic.Order) bool {
	return slices.Equal(a.Rows, b.Rows) && slices.Equal(a.Cols, b.Cols) && slices.Equal(a.BlockPtr, b.BlockPtr)
}
