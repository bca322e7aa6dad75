package ordering

import (
	"math"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// COLAMDOptions steers [COLAMD]. The zero value means the defaults.
type COLAMDOptions struct {
	// DenseRow: a row with more than max(16, DenseRow·√cols) entries is left
	// out of consideration. 0 means 10; negative leaves out full rows only.
	DenseRow float64
	// DenseCol: a column with more than max(16, DenseCol·√min(rows, cols))
	// entries is placed last. 0 means 10; negative keeps all columns but full
	// ones.
	DenseCol float64
	// NoAggressive switches off the absorption of rows whose columns are a
	// subset of the pivot row without being adjacent to the pivot column.
	NoAggressive bool
	// NoPostorder leaves out the postorder of the column elimination tree.
	NoPostorder bool
	// Stop is called before the first pivot and at least once in 1024 pivots, with
	// the statistics so far. If it returns true, the ordering stops. nil never
	// stops.
	Stop func(COLAMDStats) bool
}

// COLAMDStats is what [COLAMD] met on its way.
type COLAMDStats struct {
	DenseRows, EmptyRows int // rows left out; empty once dense columns are gone
	DenseCols, EmptyCols int // columns placed last; empty once dense rows are gone
	Pivots               int // steps, each of one supercolumn
	Compactions          int // garbage collections of the row store
}

// COLAMD returns a column ordering of a that keeps the Cholesky factor of
// A(:,p)ᵀA(:,p) sparse. The factors of an LU of A(:,p) under any row pivoting, and
// of its QR, are then sparse too.
//
// p[k] is the column of a placed k-th. Dense and empty columns come last. The
// column elimination tree of A(:,p) is postordered, unless the options say
// otherwise.
//
// Method: column approximate minimum degree [1, 2]. Each row of a is a clique
// of columns; eliminating a column merges its rows into one pivot row. A
// column is scored by the sum, over its rows, of what the row has outside the
// pivot row (approximate external degree). Columns with the same rows become
// one supercolumn, found by hashing; rows inside the pivot row are absorbed.
// Ties are broken as in the program published with [2]: the column whose score
// changed last goes first.
//
// If opt.Stop says so, the permutation is nil and the statistics cover the pivots
// until then.
//
// Shapes: a is m×n, any m and n, canonical; empty rows and columns are
// allowed. a is not modified and shares no memory with the result.
//
// Cost: O(Σ over pivots of the entries in columns of the pivot row), in
// practice near O(|a|); 2.5·|a| + 14n + 4m words of 32
// bits.
//
// It panics if a has more than 2³⁰ rows, columns or entries. a must satisfy Check.
//
// [1] T. A. Davis, J. R. Gilbert, S. I. Larimore, E. G. Ng, ACM TOMS
// 30(3):353–376, 2004.
// [2] the same, Algorithm 836, ACM TOMS 30(3):377–380, 2004.
func COLAMD(a *sparsity.Pattern, opt COLAMDOptions) (sparsity.Perm, COLAMDStats) {
	if max(a.Rows, a.Cols, a.NNZ()) > 1<<30 {
		panic(errPatternTooLarge)
	}
	s := newColamd(a, opt)
	s.load(a)
	s.fillLists()
	if !s.eliminate() {
		return nil, s.stats
	}
	p := s.permutation()
	if !opt.NoPostorder {
		p = p.Compose(etree.Column(takeColumns(a, p)).Postorder())
	}
	return p, s.stats
}

// denseLimit returns how many entries a row or column may have before it
// counts as dense: max(16, knob·√n), or full-1 when the knob is negative.
func denseLimit(knob float64, n, full int) int {
	switch {
	case knob < 0:
		return full - 1
	case knob == 0:
		knob = 10
	}
	return int(min(math.MaxInt32, max(16, knob*math.Sqrt(float64(n)))))
}

// takeColumns returns A(:,p).
func takeColumns(a *sparsity.Pattern, p sparsity.Perm) *sparsity.Pattern {
	b := &sparsity.Pattern{Rows: a.Rows, Cols: a.Cols,
		ColPtr: make([]int64, a.Cols+1), RowIdx: make([]int32, 0, a.NNZ())}
	for k, j := range p {
		b.RowIdx = append(b.RowIdx, a.Col(int(j))...)
		b.ColPtr[k+1] = int64(len(b.RowIdx))
	}
	return b
}
