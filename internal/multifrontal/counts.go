package multifrontal

import "github.com/nrkit/nrkit/sparsity"

// Counts are the operations of a factorization.
type Counts struct {
	Pivots       int64 // pivots that were followed: fewer than all if there are too many visits
	Extended     int64 // pivots that extended a front, which may be empty. The other pivots started another front
	Rows, Cols   int64 // of the front with most rows, and of the front with most columns, with the pivot
	Assemblies   int64 // elements that were taken up, whole or in part
	MultiplyAdds int64 // of the dense products, with the zeros in fronts

	// instructions outside of dense products, as gcc compiles UMFPACK for x86-64, without
	// [Always]
	Instructions float64

	// loops that a processor does not foresee when it factors the same matrix again and
	// again, with a predictor of few entries and of many
	EarlySurprises, Surprises float64
}

// the entries of the tables of both predictors
const (
	fewEntries  = 1 << 10
	manyEntries = 1 << 12
)

// Options say how far to follow.
type Options struct {
	// Visits is how many entries of lists are visited before the factorization is left, if that is
	// after a sixteenth of the pivots. At sixteen times as many visits, it is left anyway. 0
	// means [DefaultVisits].
	Visits int64

	// Stop is asked now and then whether to leave; nil never does.
	Stop func() bool
}

// DefaultVisits is the default of Options.Visits. They take about 10 ms.
const DefaultVisits = 1_000_000

// Follow returns the counts of a factorization of a, whose pivots are on the diagonal in
// the order of its columns.
//
// Method: the steps of UMFPACK 5.7.9 [1, 2] without numbers: a pivot that lies in the front extends
// it, and other pivots extend it if that adds no zeros. A front ends with each chain of the tree of AᵀA. Left out are zeros by
// cancellation, growth of the front's memory, interchanges of rows, triangular solves, and
// the values of elements that are taken up by single rows or columns.
//
// Shapes: a is square. It is not modified. Duplicates are harmless. If entries of the diagonal are
// absent, UMFPACK interchanges rows, and its counts differ.
//
// Cost: O(|a| log n), the visits that UMFPACK makes outside of its numbers, up to the limit, and 2 ms
// for each predictor. 16 bytes for each entry of a, 200 for each row, and 12 for each row and column of
// an element.
//
// It panics if a is not square.
//
// [1] T. A. Davis, ACM TOMS 30(2):165–195, 2004.
// [2] T. A. Davis, ACM TOMS 30(2):196–199, 2004.
func Follow(a *sparsity.Pattern, o Options) Counts {
	if !a.Square() {
		panic("multifrontal: pattern not square")
	}
	if o.Visits == 0 {
		o.Visits = DefaultVisits
	}
	f := newFollower(a)
	ends := chains(a)
	for k := range int32(a.Cols) {
		if f.isLong(o.Visits, int64(k), int64(a.Cols)) || o.Stop != nil && k&255 == 0 && o.Stop() {
			break
		}
		f.step(k)
		f.Pivots++
		f.matrix += int64(len(a.Col(int(k))))
		if ends[k] {
			f.finish()
		}
	}
	f.Instructions = f.instructions()
	f.EarlySurprises, f.Surprises = f.branches.surprises(fewEntries), f.branches.surprises(manyEntries)
	return f.Counts
}

// isLong reports whether so many of n pivots took too many visits.
func (f *follower) isLong(visits, pivots, n int64) bool {
	return f.visits > visits && (pivots >= n/16 || f.visits/16 > visits)
}
