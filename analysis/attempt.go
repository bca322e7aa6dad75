package analysis

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/symbolic"
)

// An attempt is the numeric LU of a candidate, under a matching: where it stands
// while the winner is sought.
type attempt struct {
	Candidate
	in       *runner // the matrix that it orders, with its rows moved or not
	method   method
	ordering *Ordering // its analysis; of its costs alone unless it is in the document

	// certain says that the structure of the factors is as predicted where all
	// pivots are from the diagonal: the blocks are symmetric and the diagonal is full.
	certain bool
	kept    bool // the diagonal is the one of the matrix, and not one that moves into the blocks
	exact   *Exact
	err     error // why it failed
}

// newAttempt returns the attempt for an ordering of the runner's matrix.
func (r *runner) newAttempt(m method, o *Ordering) *attempt {
	c := CostOf(o)
	e := &attempt{in: r, method: m, ordering: o}
	e.Method, e.Matching, e.NNZPredicted, e.FlopsPredicted, e.State = o.Method, r.doc.matchingKind(), c.NNZ, c.Flops, Untried
	e.certain, e.kept = r.certainty(&o.Order)
	return e
}

// matchingKind returns how rows were matched to columns.
func (d *Document) matchingKind() string {
	if m := d.Matching; m != nil {
		return m.Kind
	}
	return MatchingNone
}

// certainty reports whether the diagonal blocks under o are symmetric with a full
// diagonal, so that pivots from it have the entries that were predicted, and
// whether that diagonal is the one of the matrix.
func (r *runner) certainty(o *symbolic.Order) (certain, kept bool) {
	s := r.subject
	if o.BlockPtr == nil {
		return s.symmetry() == 1 && fullDiagonal(s), true
	}
	f, b := s.form(), s.blocks()
	inside := int64(s.pattern.NNZ()) - b.Off - int64(s.pattern.Cols)
	return int64(b.Graph.NNZ()) == inside, slices.Equal(f.RowPerm, f.ColPerm)
}

// matchingGain is the share of the entries that another matching has to save: a
// solver has to move rows and to scale values for it.
const matchingGain = 0.01

// less reports whether c is to be recommended before d, where both were factored:
// by entries, then by flops, then by the predicted time on [ParallelWorkers]. Where
// c has another matching than d, it has to save at least matchingGain.
func (c *attempt) less(d *attempt) bool {
	a, b := c.exact, d.exact
	switch {
	case c.in != d.in:
		return a.entries() <= d.allowed(c)
	case a.entries() != b.entries():
		return a.entries() < b.entries()
	case a.Flops != b.Flops:
		return a.Flops < b.Flops
	}
	return c.time() < d.time()
}

// time returns the predicted time on [ParallelWorkers] workers. Task models of a
// candidate of the pool are computed here, because few candidates are equal in
// entries and flops.
func (c *attempt) time() float64 {
	if c.ordering.TaskModels == nil {
		o := c.in.analyzeAs(c.ordering.Order, symbolic.Options{Costs: true})
		o.release()
		c.ordering = o
	}
	return CostOf(c.ordering).time()
}

// allowed returns how many entries c may have to win against d.
func (d *attempt) allowed(c *attempt) int64 {
	entries := d.exact.entries()
	if c.in != d.in {
		return int64(float64(entries) * (1 - matchingGain))
	}
	return entries
}

// promising compares predictions: negative where a is to be tried before b.
func promising(a, b *attempt) int {
	if d := cmp.Compare(a.NNZPredicted, b.NNZPredicted); d != 0 {
		return d
	}
	if d := cmp.Compare(a.FlopsPredicted, b.FlopsPredicted); d != 0 {
		return d
	}
	return cmp.Compare(a.time(), b.time())
}

// fullDiagonal reports whether every position of the diagonal is stored.
func fullDiagonal(s *subject) bool {
	for j := range s.pattern.Cols {
		if _, stored := slices.BinarySearch(s.pattern.Col(j), int32(j)); !stored {
			return false
		}
	}
	return true
}
