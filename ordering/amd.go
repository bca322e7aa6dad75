package ordering

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// AMDOptions are the knobs of [AMD]. The zero value is the default.
type AMDOptions struct {
	// Dense decides which rows are dense: those with more than
	// max(16, Dense·√n) off-diagonal entries are taken out of the graph and
	// ordered last. 0 means 10. A negative value keeps all rows but those
	// that touch every other one.
	Dense float64

	// NoAggressive switches aggressive absorption off: an element is then
	// absorbed only when it contains the pivot.
	NoAggressive bool

	// Stop is called repeatedly, at least once in 1024 pivots, with the sums over
	// the columns eliminated so far. If it returns true, the ordering stops. nil
	// never stops.
	Stop func(AMDStats) bool
}

// AMDStats says what [AMD] found. The bounds assume that every column of a front is
// as long as its pivot permits, and that every column reaches all dense rows.
// Without dense rows they are mostly tight.
type AMDStats struct {
	NNZL       int64   // upper bound of nnz(L), diagonal included
	FlopsLU    float64 // upper bound of the flops of an LU without pivoting
	MaxColumn  int     // upper bound of the entries of the longest column of L, diagonal included
	Dense      int     // rows taken out as dense
	Pivots     int     // elements formed, each with one or more columns of L
	Merged     int     // variables found indistinguishable from another one
	Mass       int     // variables eliminated together with a pivot because it left them no other neighbour
	Aggressive int     // elements absorbed though they do not contain the pivot
	Compressed int     // times the workspace was compressed
}

// AMD returns an approximate minimum degree ordering of the graph g, which
// reduces the fill of the Cholesky factor of a matrix with pattern g, and of
// an LU factorisation that pivots on the diagonal.
//
// The columns of each front are consecutive, and fronts follow a postorder of
// the assembly tree in which the child with the largest front comes last. Dense
// rows come last of all. That is close to a postorder of the elimination tree
// and not always one: the first columns of a front may have fewer entries than
// the pivot they were eliminated with.
//
// Method: Amestoy, Davis and Duff [1, 2]. Elimination is simulated on the quotient
// graph, in which an eliminated pivot is an element that stands for the clique of
// its neighbours, with element absorption, aggressive absorption, mass elimination
// and merging of indistinguishable variables. The degree used is the minimum of
// three upper bounds of the external degree. Among variables of equal degree the one
// whose degree was set last is taken, at the start the one of highest index. The
// storage is never larger than g and n words, plus a fifth in reserve.
//
// Shapes: g is n×n, structurally symmetric, canonical, without diagonal: what
// [sparsity.Symmetrize] returns. g is not modified and shares no memory with
// the result.
//
// Cost: O(n·|g|) bound, near O(|g|) in practice; 1.2·|g| + 11n words of 32
// bits.
//
// If opt.Stop says so, the permutation is nil and the statistics cover the columns
// eliminated until then.
//
// It panics if g is not square, or if |g| + n exceeds 2³¹ - 17.
//
// [1] P. R. Amestoy, T. A. Davis, I. S. Duff, SIAM J. Matrix Anal. Appl.
// 17(4):886–905, 1996. [2] the same, ACM TOMS 30(3):381–388, 2004
// (Algorithm 837).
func AMD(g *sparsity.Pattern, opt AMDOptions) (sparsity.Perm, AMDStats) {
	if !g.Square() {
		panic(errNotSquare)
	}
	a := newAMD(g, denseDegree(g.Cols, opt.Dense), !opt.NoAggressive)
	for a.eliminated < a.n {
		me := a.pickPivot()
		if a.formElement(me) > 0 {
			a.setDifferences(me)
			a.updateDegrees(me)
			a.mergeVariables(me)
		}
		a.finishElement(me)
		if a.stops(opt.Stop) {
			return nil, a.stats
		}
	}
	a.countDense()
	return a.permutation(), a.stats
}

// stops asks stop at every 256th pivot.
func (a *amd) stops(stop func(AMDStats) bool) bool {
	return stop != nil && a.stats.Pivots%256 == 0 && stop(a.stats)
}

// denseDegree returns the largest degree of a row that is not dense.
func denseDegree(n int, factor float64) int32 {
	limit := float64(n) - 2
	if factor == 0 {
		factor = 10
	}
	if factor > 0 {
		limit = factor * math.Sqrt(float64(n))
	}
	return int32(min(float64(n), max(16, limit)))
}
