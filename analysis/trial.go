package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/units"
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

	list    []*candidate
	winner  *candidate
	quick   *candidate        // the winner without the slow methods and without another matching
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
	if r.doc.Best == nil {
		return nil
	}
	r.doc.Best.Matching = r.doc.matchingKind()
	if why := r.unverifiable(); why != "" {
		r.doc.Best.Unverified = why
		return nil
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
	for _, c := range t.list {
		r.doc.Candidates = append(r.doc.Candidates, &c.Candidate)
	}
	if t.winner == nil {
		r.doc.Best.Unverified = t.list[0].Because
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
	list := t.r.ordered()
	slices.SortStableFunc(list, promising)
	if err := t.tryAll(list[:1]); err != nil {
		return err
	}
	first := list[0]
	if t.winner == nil {
		t.r.warnFailed(first.Method, first.err)
		if errors.Is(first.err, lu.ErrSingular) || first.certain && !t.strayed {
			for _, c := range list[1:] {
				c.Because = "the numeric LU of " + first.Method + ", which is predicted to have the fewest entries, did not end"
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
	gains := func(c *candidate) bool { return c.State == Factored }
	if !slices.ContainsFunc(list, gains) && !slices.Contains(t.r.opt.Orderings, BestOf) {
		return nil
	}
	return t.tryAll(t.pool(in, t.slow(in)))
}

// rival returns the candidate that c has to be better than: the winner, or of quick
// candidates under another matching the best quick one.
func (t *trial) rival(c *candidate) *candidate {
	if t.quick != nil && c.in != t.r && c.method.quick() {
		return t.quick
	}
	return t.winner
}

// pool returns the candidates of a part of the methods, for the matrix of in.
func (t *trial) pool(in *runner, part func(*method) bool) []*candidate {
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
	var first *candidate
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

// tryAll tries the candidates of the lists in the order of their predictions.
func (t *trial) tryAll(lists ...[]*candidate) error {
	list := slices.Concat(lists...)
	slices.SortStableFunc(list, promising)
	t.list = append(t.list, list...)
	for _, c := range list {
		if err := t.try(c); err != nil {
			return err
		}
	}
	return nil
}

// bound returns a lower bound of the entries that the factors of c have.
func (t *trial) bound(c *candidate) int64 {
	if c.certain && t.held[diagonal{c.in, c.kept}] {
		return max(t.entries, c.NNZPredicted)
	}
	return t.entries
}

// hopeless reports whether a lower bound says that c is not better than the winner.
func (t *trial) hopeless(c *candidate) bool {
	w := t.winner
	if w == nil {
		return false
	}
	b, most := t.bound(c), w.allowed(c)
	return b > most || b == most && (b == t.entries || c.FlopsPredicted >= w.exact.Flops)
}

// try factors a candidate as far as it may win, and notes how far. Its error is
// the error of the runner's context.
func (t *trial) try(c *candidate) error {
	budget := t.r.opt.Budget
	total := trialBudgets * budget.Flops
	switch {
	case t.hopeless(c):
		c.State, c.Because = Bounded, t.whyBounded(c)
		return nil
	case c != t.list[0] && (total > 0 && t.flops > usedUp*total || t.ctx.Err() != nil && t.r.ctx.Err() == nil):
		c.Because = fmt.Sprintf("all candidates together have %d times the budget of one numeric LU, and that was used up", trialBudgets)
		return nil
	case t.winner == nil && c.tooLarge() != nil: // later the limit of entries ends it soon
		c.fail(c.tooLarge())
		return nil
	}
	limits := lu.Options{MaxFlops: budget.Flops}
	if total > 0 {
		limits.MaxFlops = min(budget.Flops, total-t.flops)
	}
	if t.winner != nil {
		limits.MaxEntries = max(t.rival(c).allowed(c), 1)
	}
	e, stats, err := c.in.factor(t.ctx, c.ordering, limits)
	if t.r.ctx.Err() != nil {
		return t.r.ctx.Err()
	}
	t.flops += stats.Flops
	t.strayed = t.strayed || stats.OffDiagonal > 0
	c.NNZ, c.Flops, c.OffDiagonalPivots = held(stats), stats.Flops, &stats.OffDiagonal
	if err != nil {
		c.fail(err)
		if ended := (*lu.BudgetError)(nil); errors.As(err, &ended) && ended.Budget == lu.Entries {
			c.State = Beaten
			c.Because = fmt.Sprintf("more than %s entries are certain after %s of %s columns, and %s has %s", units.Integer(limits.MaxEntries),
				units.Integer(stats.Columns), units.Integer(stats.N), t.rival(c).name(), units.Integer(t.rival(c).exact.entries()))
			if c.in != t.rival(c).in {
				c.Because += ", of which a matching has to save " + units.Share(matchingGain)
			}
		}
		return nil
	}
	t.found(c, e)
	return nil
}

// found notes what the numeric LU of a candidate found.
func (t *trial) found(c *candidate, e *Exact) {
	c.State, c.Because, c.exact = Factored, "", e
	c.NNZ, c.Flops, c.OffDiagonalPivots = e.entries(), e.Flops, &e.OffDiagonalPivots
	if c.certain && e.OffDiagonalPivots == 0 {
		t.held[diagonal{c.in, c.kept}] = true
	}
	if t.winner == nil || c.less(t.winner) {
		t.winner = c
	}
}

// fail notes why the numeric LU of a candidate did not end.
func (c *candidate) fail(err error) {
	c.State, c.Because, c.err = Failed, c.in.explain(err), err
}

// find returns the candidate that has the ordering o of the document, nil where
// no candidate has it.
func (t *trial) find(o *Ordering) *candidate {
	for _, c := range t.list {
		if c.Method == o.Method && c.Matching == t.r.doc.matchingKind() && sameOrder(&c.ordering.Order, &o.Order) {
			return c
		}
	}
	return nil
}

// whyBounded says which lower bound rules a candidate out.
func (t *trial) whyBounded(c *candidate) string {
	if t.settled() {
		return t.winner.name() + " has no more entries than the matrix"
	}
	if t.bound(c) == t.entries {
		return fmt.Sprintf("no factors have fewer than the %s entries of the matrix", units.Integer(t.entries))
	}
	return fmt.Sprintf("%s entries are predicted for pivots from the diagonal, where they were found", units.Integer(c.NNZPredicted))
}

// name returns what to call a candidate in a sentence.
func (c *Candidate) name() string { return withMatching(c.Method, c.Matching) }

// withMatching returns what to call a method under a matching in a sentence.
func withMatching(method, kind string) string {
	if kind == MatchingNone {
		return method
	}
	return method + " with --matching " + kind
}

// held returns how many entries the factors had when an LU ended.
func held(s lu.Stats) int64 { return s.L + s.U - int64(s.Columns) + s.Off }
