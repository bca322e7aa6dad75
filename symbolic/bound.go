package symbolic

import "github.com/nrkit/nrkit/sparsity"

// A DenseRow is a row that makes the bound of the column tree vacuous: alone
// it forces more entries into R than L and U have together when no pivoting
// is needed.
type DenseRow struct {
	Row     int   `json:"row"`     // of the matrix as given, from 0
	Entries int   `json:"entries"` // of this row, within its diagonal block
	Clique  int64 `json:"clique"`  // entries that those columns have in R at least
}

// addNoPivoting analyses the order of x with pivots from the diagonal, where
// the matrix is square, and judges the bound of x by it.
func (x *Analysis) addNoPivoting(a *sparsity.Pattern, opt Options) {
	if !a.Square() {
		return
	}
	ord := x.Order
	ord.Tree = SymmetricTree
	f := symmetricFactor(a, ord, opt)
	work := f.work()
	fill, height := f.fill(work, opt), f.tree.Height()
	p := parallelismOf(f.tree, work, fill.Flops, height)
	x.NoPivoting = &NoPivoting{
		Fill: fill, Height: height,
		CriticalPathFlops: p.CriticalPathFlops, ParallelismWork: p.ParallelismWork,
	}
	if row := densest(a, ord); row.Clique > x.NoPivoting.NNZLU {
		x.Vacuous = &row
	}
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
