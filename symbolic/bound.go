package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// A DenseRow is a row that makes the bound of the column tree vacuous: alone
// it forces more entries into R than L and U have together when no pivoting
// is needed.
type DenseRow struct {
	Row     int   `json:"row"`     // the row, from 0
	Entries int   `json:"entries"` // entries of this row within its diagonal block
	Clique  int64 `json:"clique"`  // entries that this row forces into R
}

// AnyPivots returns the entries of R, with the diagonal, for the matrix with pattern a
// under ord: NNZU of the analysis with [ColumnTree], without its other figures.
//
// Cost: near O(|a| + n). It panics if ord does not fit a.
func AnyPivots(a *sparsity.Pattern, ord Order) int64 {
	ord.Tree = ColumnTree
	b, _ := permutedColumns(a, ord.resolve(a))
	tree := etree.Column(b)
	return total(etree.ColumnCounts(b, tree, tree.Postorder()))
}

// addNoPivoting bounds the factorization with pivots from the diagonal under
// the order of x, where the matrix is square, and judges the bound of x by it.
// The factor bound is what x was made from.
//
// The diagonal is one choice of row pivots, so bound holds for it, and so do the
// counts of A+Aᵀ: the smaller of both does, column by column of L and row by
// row of U, unless the matrix is singular, see [Options.Singular]. An entry of U above the diagonal joins a column to an ancestor of it
// in both trees: what has to wait is a path in both, and the lower one limits
// how long it is.
func (x *Analysis) addNoPivoting(a *sparsity.Pattern, bound *factor, opt Options) {
	if !a.Square() {
		return
	}
	ord := x.Order
	ord.Tree = SymmetricTree
	f := symmetricFactor(a, ord, opt)
	models := x.TaskModels
	if work := f.work(); !opt.Counts && (opt.Singular || sum(work) <= x.Flops) {
		models = f.taskModels(work, f.tree.CriticalPath(work), f.relaxed(f.tree.PostorderBy(f.upper), work, opt), opt)
	}
	if opt.Singular {
		bound = f
	}
	least := f.least(bound)
	work := least.work()
	_, shape, path := climb(f.tree, work, opt.Scratch)
	_, other, otherPath := climb(bound.tree, work, opt.Scratch)
	s := &NoPivoting{
		Fill:              least.fill(work, opt),
		Height:            min(shape.Height, other.Height),
		CriticalPathFlops: min(path, otherPath),
		TaskModels:        models,
	}
	s.ParallelismWork = ratio(s.Flops, s.CriticalPathFlops)
	x.NoPivoting = s
	if row := densest(a, ord); row.Clique > s.NNZLU {
		x.Vacuous = &row
	}
}

// least returns the smaller counts of f and g, which are of the same matrix.
// It has no tree.
func (f *factor) least(g *factor) *factor {
	return &factor{upper: smaller(f.upper, g.upper), lower: smaller(f.lower, g.lower), off: f.off, nnz: f.nnz}
}

// smaller returns the smaller of x[j] and y[j] for each j.
func smaller(x, y []int32) []int32 {
	z := make([]int32, len(x))
	for j := range z {
		z[j] = min(x[j], y[j])
	}
	return z
}

// densest returns the row with the most entries within the diagonal blocks of
// ord, the first of several.
func densest(a *sparsity.Pattern, ord Order) DenseRow {
	count := make([]int32, a.Rows)
	if ord.blocks() {
		b, _ := diagonalBlocks(sparsity.Permute(a, ord.Rows, ord.Cols), ord.BlockPtr)
		countRows(b, ord.Rows, count)
	} else {
		countRows(a, nil, count)
	}
	best := 0
	for i, c := range count {
		if c > count[best] {
			best = i
		}
	}
	if len(count) == 0 {
		return DenseRow{}
	}
	d := int64(count[best])
	return DenseRow{Row: best, Entries: int(d), Clique: d * (d + 1) / 2}
}

// countRows adds the entries of each row of b, which is row p[i] of the matrix
// where p is not nil.
func countRows(b *sparsity.Pattern, p sparsity.Perm, count []int32) {
	for _, i := range b.RowIdx {
		if p != nil {
			i = p[i]
		}
		count[i]++
	}
}
