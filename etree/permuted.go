package etree

import "github.com/nrkit/nrkit/sparsity"

// Permuted returns G(p, p) for [Symmetric] and [LowerCounts]. g is a symmetric
// pattern, such as [sparsity.Symmetrize] returns. The rows of a column keep their
// order in g and are not ascending. Permuted therefore needs one sweep, while
// [sparsity.Permute] also sorts. It returns g itself when p is nil.
//
// Cost: O(|g| + n). It panics if p has another length than g has columns.
func Permuted(g *sparsity.Pattern, p sparsity.Perm) *sparsity.Pattern {
	if p == nil {
		return g
	}
	if len(p) != g.Cols || !g.Square() {
		panic(errPermSize)
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
