package symbolic

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// Blocks are the diagonal blocks of A(Rows, Cols), which orders within them have
// in common.
type Blocks struct {
	Rows, Cols sparsity.Perm
	Ptr        []int32           // limits, as [Order.BlockPtr] has them
	Graph      *sparsity.Pattern // of B+Bᵀ, where B is A(Rows, Cols) without what is outside the blocks
	Off        int64             // entries of A outside the blocks
}

// BlocksOf returns the diagonal blocks of a under a row and a column
// permutation. It keeps these and ptr.
//
// Cost: O(|a| + n). It panics if the lengths do not fit.
func BlocksOf(a *sparsity.Pattern, rows, cols sparsity.Perm, ptr []int32) *Blocks {
	b, off := diagonalBlocks(sparsity.Permute(a, rows, cols), ptr)
	return &Blocks{Rows: rows, Cols: cols, Ptr: ptr, Graph: sparsity.Symmetrize(b), Off: off}
}

// Places returns where ord places the columns of b.Graph: element k is the column
// that is placed k-th. It reports false if b is nil, if the order has other blocks,
// moves a row and its column to different places, or moves a column out of its
// block.
func (b *Blocks) Places(ord Order) (sparsity.Perm, bool) {
	if b == nil || !slices.Equal(ord.BlockPtr, b.Ptr) || len(ord.Rows) != len(b.Rows) || len(ord.Cols) != len(b.Cols) {
		return nil, false
	}
	at := b.Cols.Inverse()
	q := make(sparsity.Perm, len(ord.Cols))
	block := 0
	for k, j := range ord.Cols {
		for k >= int(b.Ptr[block+1]) {
			block++
		}
		q[k] = at[j]
		if b.Rows[q[k]] != ord.Rows[k] || q[k] < b.Ptr[block] || q[k] >= b.Ptr[block+1] {
			return nil, false
		}
	}
	return q, true
}
