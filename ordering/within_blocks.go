package ordering

import (
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// WithinBlocks orders each diagonal block of a block triangular form by itself
// and returns the permutations of the whole: A(rows, cols) has the blocks of f
// in the same places, block b ordered as order says.
//
// order is given a diagonal block, square and canonical, and returns the
// permutation for its rows and columns alike. It is not called for blocks of
// one or two rows, which no order improves. It must not keep its argument,
// whose memory serves the next block.
//
// Shapes: a is n×n and canonical, f its form. Neither is modified, and the
// result shares no memory with them.
//
// Cost: the calls of order, and O(|a| + n) for any number of blocks.
//
// It panics if f does not fit a, or order returns another length.
func WithinBlocks(a *sparsity.Pattern, f btf.Form, order func(block *sparsity.Pattern) sparsity.Perm) (rows, cols sparsity.Perm) {
	if !a.Square() {
		panic(errNotSquare)
	}
	n := a.Cols
	if len(f.RowPerm) != n || len(f.ColPerm) != n || len(f.BlockPtr) == 0 || int(f.BlockPtr[f.Blocks()]) != n {
		panic(errPermLength)
	}
	rows, cols = append(sparsity.Perm(nil), f.RowPerm...), append(sparsity.Perm(nil), f.ColPerm...)
	if f.Largest() <= 2 {
		return rows, cols
	}
	c := cutter{b: sparsity.Permute(a, f.RowPerm, f.ColPerm)}
	for b := range f.Blocks() {
		lo, hi := int(f.BlockPtr[b]), int(f.BlockPtr[b+1])
		if hi-lo <= 2 {
			continue
		}
		p := order(c.block(lo, hi))
		if len(p) != hi-lo {
			panic(errPermLength)
		}
		for k, i := range p {
			rows[lo+k], cols[lo+k] = f.RowPerm[lo+int(i)], f.ColPerm[lo+int(i)]
		}
	}
	return rows, cols
}

// A cutter takes diagonal blocks out of a block upper triangular matrix.
type cutter struct {
	b      *sparsity.Pattern
	colPtr []int64 // memory of the last block
	rowIdx []int32
}

// block returns rows and columns lo to hi of the matrix. No entry of these
// columns is below row hi, so those of the block are the last of each column.
func (c *cutter) block(lo, hi int) *sparsity.Pattern {
	c.colPtr = append(c.colPtr[:0], 0)
	c.rowIdx = c.rowIdx[:0]
	for j := lo; j < hi; j++ {
		col := c.b.Col(j)
		first := len(col)
		for first > 0 && int(col[first-1]) >= lo {
			first--
		}
		for _, i := range col[first:] {
			c.rowIdx = append(c.rowIdx, i-int32(lo))
		}
		c.colPtr = append(c.colPtr, int64(len(c.rowIdx)))
	}
	return &sparsity.Pattern{Rows: hi - lo, Cols: hi - lo, ColPtr: c.colPtr, RowIdx: c.rowIdx}
}
