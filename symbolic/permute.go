package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// permutedGraph returns the graph of B+Bᵀ, where B is A(Rows, Cols) without
// the entries outside the diagonal blocks, and the number of those. Rows of
// the result may be unsorted within a column.
func permutedGraph(a *sparsity.Pattern, ord Order, opt Options) (g *sparsity.Pattern, off int64) {
	if q, ok := opt.Blocks.Places(ord); ok {
		return etree.Permuted(opt.Blocks.Graph, q), opt.Blocks.Off
	}
	if ord.blocks() || !ord.symmetric() {
		b, off := diagonalBlocks(sparsity.Permute(a, ord.Rows, ord.Cols), ord.BlockPtr)
		return sparsity.Symmetrize(b), off
	}
	g = opt.Graph
	if g == nil {
		g = sparsity.Symmetrize(a)
	}
	return etree.Permuted(g, ord.Cols), 0
}

// permutedColumns returns A(:, Cols), or its diagonal blocks where ord has
// some, and the number of entries outside of them. It may return a itself.
func permutedColumns(a *sparsity.Pattern, ord Order) (b *sparsity.Pattern, off int64) {
	if ord.blocks() {
		return diagonalBlocks(sparsity.Permute(a, ord.Rows, ord.Cols), ord.BlockPtr)
	}
	if ord.Cols == nil {
		return a, 0
	}
	b = &sparsity.Pattern{Rows: a.Rows, Cols: a.Cols,
		ColPtr: make([]int64, a.Cols+1), RowIdx: make([]int32, 0, a.NNZ())}
	for k, j := range ord.Cols {
		b.RowIdx = append(b.RowIdx, a.Col(int(j))...)
		b.ColPtr[k+1] = int64(len(b.RowIdx))
	}
	return b, 0
}

// diagonalBlocks takes the entries outside the diagonal blocks out of b, in
// place, and returns it with their number. Blocks nil is a single block.
func diagonalBlocks(b *sparsity.Pattern, ptr []int32) (*sparsity.Pattern, int64) {
	if len(ptr) <= 2 {
		return b, 0
	}
	kept := int64(0)
	for blk := range len(ptr) - 1 {
		lo, hi := ptr[blk], ptr[blk+1]
		for j := lo; j < hi; j++ {
			col := b.Col(int(j)) // b.ColPtr[j] is still that of the input
			b.ColPtr[j] = kept
			for _, i := range col {
				if lo <= i && i < hi {
					b.RowIdx[kept] = i
					kept++
				}
			}
		}
	}
	off := b.ColPtr[b.Cols] - kept
	b.ColPtr[b.Cols] = kept
	b.RowIdx = b.RowIdx[:kept]
	return b, off
}
