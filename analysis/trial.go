package analysis

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering/named"
)

// trialBudgets is how many times the budget of one numeric LU all candidates may
// take together.
const trialBudgets = 4

// usedUp is the share of that which counts as all: an LU ends before the operation
// that goes beyond its budget, and with the little that is left no other one ends.
const usedUp = 0.999

// A trial seeks the candidate whose factors have the fewest entries, by numeric LU.
//
// The candidate with the best prediction is factored first, and others after it in
// the order of their predictions: the quick methods, then the slow ones, and the
// same under another matching. There the slow methods follow only where a quick one
// has fewer entries than without.
//
// An LU ends once its factors are certain to have more entries than the best so far,
// or under another matching more than 99 % of them. A candidate is not factored at
// all where a lower bound says that it cannot win: no factors have fewer entries
// than the matrix, and the factors of a candidate that is certain have as many as
// predicted where all pivots are from the diagonal. The last is taken to hold when
// another candidate with the same diagonal kept all its pivots there.
type trial struct {
	r       *runner
	ctx     context.Context // with the time that all candidates have
	flops   float64         // that the numeric LUs took
	entries int64           // of the matrix: no factors have fewer

	list    []*attempt
	winner  *attempt
	quick   *attempt          // the winner without the slow methods and without another matching
	held    map[diagonal]bool // a certain candidate kept all its pivots there
	strayed bool              // some pivot was off the diagonal
}

// A diagonal says on which diagonal a candidate wants its pivots.
type diagonal struct {
	in   *runner
	kept bool
}

// decide replaces the recommendation by prediction with one by numeric LU,
// and adds the exact fill that was asked for.
func (r *runner) decide() error {
	defer func(start time.Time) { r.times.ExactNS = time.Since(start).Nanoseconds() }(time.Now())
	if r.doc.Winners == nil {
		return nil
	}
	r.doc.Winners.Matching = r.doc.matchingKind()
	if why := r.unverifiable(); why != "" {
		r.doc.Winners.Unverified = why
		return r.predict(nil)
	}
	t := &trial{r: r, ctx: r.ctx, entries: int64(r.subject.pattern.NNZ()), held: map[diagonal]bool{}}
	if limit := r.opt.Budget.Time; limit > 0 {
		var stop context.CancelFunc
		t.ctx, stop = context.WithTimeout(r.ctx, trialBudgets*limit)
		defer stop()
	}
	if err := t.run(); err != nil {
		return err
	}
	if err := r.predict(t); err != nil {
		return err
	}
	for _, c := range t.list {
		r.doc.Candidates = append(r.doc.Candidates, &c.Candidate)
	}
	if t.winner == nil {
		r.doc.Winners.Unverified = t.list[0].Because
	} else if err := r.recommend(t.winner); err != nil {
		return err
	}
	return r.exact(t)
}

// unverifiable returns why no numeric LU can decide, or "", and warns where one was
// asked for.
func (r *runner) unverifiable() string {
	if r.opt.Budget.Off || slices.Contains(r.opt.Exact, "none") {
		return "the numeric LU is turned off"
	}
	why := r.unfactorable()
	if why != "" {
		r.doc.warn(exactAbsent, "no exact fill: "+why)
	}
	return why
}

// run tries the candidates.
func (t *trial) run() error {
	list := t.r.attempts()
	slices.SortStableFunc(list, promising)
	if err := t.tryAll(list[:1]); err != nil {
		return err
	}
	first := list[0]
	if t.winner == nil {
		t.r.warnFailed(first.Method, first.err)
		if errors.Is(first.err, lu.ErrSingular) || first.certain && !t.strayed {
			for _, c := range list[1:] {
				c.Because = "the numeric LU of " + first.Method + ", which is predicted to have the fewest entries, did not finish"
			}
			t.list = list
			return nil
		}
	}
	if err := t.tryAll(list[1:], t.pool(t.r, (*method).quick)); err != nil {
		return err
	}
	t.quick = t.winner
	if err := t.tryAll(t.pool(t.r, t.slow(t.r))); err != nil {
		return err
	}
	return t.matched()
}

// matched tries the candidates with the entries of the largest product on the
// diagonal, where pivots left the diagonal of the matrix: the slow ones where a quick
// one is better than every quick one before, or a portfolio was asked for.
func (t *trial) matched() error {
	if !t.strayed || !t.r.automatic() || t.settled() || t.reliable() || !t.r.free() {
		return t.r.ctx.Err()
	}
	in, err := t.r.with(MatchingProduct)
	if err != nil || in == nil {
		return err
	}
	list := t.pool(in, (*method).quick)
	if err := t.tryAll(list); err != nil {
		return err
	}
	gains := func(c *attempt) bool { return c.State == Factored }
	if !slices.ContainsFunc(list, gains) && !slices.Contains(t.r.opt.Orderings, BestOf) {
		return nil
	}
	return t.tryAll(t.pool(in, t.slow(in)))
}

// rival returns the candidate that c has to be better than: the winner, or of quick
// candidates under another matching the best quick one.
func (t *trial) rival(c *attempt) *attempt {
	if t.quick != nil && c.in != t.r && c.method.quick() {
		return t.quick
	}
	return t.winner
}

// pool returns the candidates of a part of the methods, for the matrix of in.
func (t *trial) pool(in *runner, part func(*method) bool) []*attempt {
	if t.settled() || !in.free() {
		return nil
	}
	return in.pool(in == t.r && t.reliable(), part)
}

// fillsLittle and fillsMuch are how many times the entries of the matrix factors have
// where slow methods are not worth their time, and where a search is on larger
// matrices too.
const fillsLittle, fillsMuch = 1.01, 2.2

// slow returns which of the methods that take longest are tried for the matrix of
// in: those that order it as a whole, or inside blocks, as the candidate with the
// best prediction so far does.
func (t *trial) slow(in *runner) func(*method) bool {
	var first *attempt
	for _, c := range t.list {
		if c.in == in && (first == nil || promising(c, first) < 0) {
			first = c
		}
	}
	fill := fillsMuch
	if t.winner != nil {
		fill = float64(t.winner.exact.entries()) / float64(t.entries)
	}
	return func(m *method) bool {
		if m.quick() || first == nil || m.blocks != first.method.blocks || fill <= fillsLittle {
			return false
		}
		return m.role != named.Last || fill >= fillsMuch || m.workOn(in.subject.pattern) <= poolWork
	}
}

// reliable reports whether the winner has the entries that were predicted, because
// its structure is symmetric and its pivots are on the diagonal.
func (t *trial) reliable() bool {
	return t.winner != nil && t.winner.certain && *t.winner.OffDiagonalPivots == 0
}

// settled reports whether no factors can have fewer entries than the winner has.
func (t *trial) settled() bool { return t.winner != nil && t.winner.exact.entries() <= t.entries }
