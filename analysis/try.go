package analysis

import (
	"errors"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton/lu"
)

// tryAll tries the candidates of the lists in the order of their predictions.
func (t *trial) tryAll(lists ...[]*attempt) error {
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
func (t *trial) bound(c *attempt) int64 {
	if c.certain && t.held[diagonal{c.in, c.kept}] {
		return max(t.entries, c.NNZPredicted)
	}
	return t.entries
}

// hopeless reports whether a lower bound says that c is not better than the winner.
func (t *trial) hopeless(c *attempt) bool {
	w := t.winner
	if w == nil {
		return false
	}
	b, most := t.bound(c), w.allowed(c)
	return b > most || b == most && (b == t.entries || c.FlopsPredicted >= w.exact.Flops)
}

// try factors a candidate as far as it may win, and notes how far. Its error is
// the error of the runner's context.
func (t *trial) try(c *attempt) error {
	if t.skips(c) {
		return nil
	}
	limits := t.limits(c)
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
			c.State, c.Because = Beaten, t.whyBeaten(c, limits.MaxEntries, stats)
		}
		return nil
	}
	t.found(c, e)
	return nil
}

// skips reports whether a candidate is not factored, and notes why.
func (t *trial) skips(c *attempt) bool {
	total := trialBudgets * t.r.opt.Budget.Flops
	switch {
	case t.hopeless(c):
		c.State, c.Because = Bounded, t.whyBounded(c)
	case c != t.list[0] && (total > 0 && t.flops > usedUp*total || t.ctx.Err() != nil && t.r.ctx.Err() == nil):
		c.Because = fmt.Sprintf("all candidates share %d times the budget of one numeric LU, and this budget was used up", trialBudgets)
	case t.winner == nil && c.tooLarge() != nil: // later the limit of entries ends it soon
		c.fail(c.tooLarge())
	default:
		return false
	}
	return true
}

// limits returns what the numeric LU of a candidate may take.
func (t *trial) limits(c *attempt) lu.Options {
	budget := t.r.opt.Budget.Flops
	limits := lu.Options{MaxFlops: budget}
	if total := trialBudgets * budget; total > 0 {
		limits.MaxFlops = min(budget, total-t.flops)
	}
	if t.winner != nil {
		limits.MaxEntries = max(t.rival(c).allowed(c), 1)
	}
	return limits
}

// whyBeaten says which limit of entries ended the numeric LU of a candidate.
func (t *trial) whyBeaten(c *attempt, limit int64, stats lu.Stats) string {
	rival := t.rival(c)
	why := fmt.Sprintf("more than %s entries are certain after %s of %s columns, and %s has %s", units.Integer(limit),
		units.Integer(stats.Columns), units.Integer(stats.N), rival.name(), units.Integer(rival.exact.entries()))
	if c.in != rival.in {
		why += ", of which a matching has to save " + units.Share(matchingGain)
	}
	return why
}

// found notes what the numeric LU of a candidate found.
func (t *trial) found(c *attempt, e *Exact) {
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
func (c *attempt) fail(err error) {
	c.State, c.Because, c.err = Failed, c.in.explain(err), err
}

// find returns the candidate that has the ordering o of the document, nil where
// no candidate has it.
func (t *trial) find(o *Ordering) *attempt {
	for _, c := range t.list {
		if c.Method == o.Method && c.Matching == t.r.doc.matchingKind() && sameOrder(&c.ordering.Order, &o.Order) {
			return c
		}
	}
	return nil
}

// whyBounded says which lower bound rules a candidate out.
func (t *trial) whyBounded(c *attempt) string {
	if t.settled() {
		return t.winner.name() + " has no more entries than the matrix"
	}
	if t.bound(c) == t.entries {
		return fmt.Sprintf("no factors have fewer than the %s entries of the matrix", units.Integer(t.entries))
	}
	return fmt.Sprintf("%s entries are predicted for pivots from the diagonal, and another numeric LU found all pivots on the diagonal", units.Integer(c.NNZPredicted))
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
