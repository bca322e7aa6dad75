package symbolic

import "github.com/nrkit/nrkit/sparsity"

// permutedGraph returns the graph of B+Bᵀ, where B is A(Rows, Cols) without
// the entries outside the diagonal blocks, and the number of those. Rows of
// the result may be unsorted within a column.
func permutedGraph(a *sparsity.Pattern, ord Order, opt Options) (g *sparsity.Pattern, off int64) {
	if ord.blocks() || !ord.symmetric() {
		b, off := diagonalBlocks(sparsity.Permute(a, ord.Rows, ord.Cols), ord.BlockPtr)
		return sparsity.Symmetrize(b), off
	}
	g = opt.Graph
	if g == nil {
		g = sparsity.Symmetrize(a)
	}
	return relabelled(g, ord.Cols), 0
}

// relabelled returns G(p, p) with the rows of a column in the order of g,
// which is one sweep where sparsity.Permute needs two. It returns g itself
// when p is nil.
func relabelled(g *sparsity.Pattern, p sparsity.Perm) *sparsity.Pattern {
	if p == nil {
		return g
	}
	inv := p.Inverse()
	out := &sparsity.Pattern{Rows: g.Rows, Cols: g.Cols,
		ColPtr: make([]int64, g.Cols+1), RowIdx: make([]int32, g.NNZ())}
	at := 0
	for k, j := range p {
		col := g.Col(int(j))
		dst := out.RowIdx[at : at+len(col)]
		for x, i := range col {
			dst[x] = inv[i]
		}
		at += len(col)
		out.ColPtr[k+1] = int64(at)
	}
	return out
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
