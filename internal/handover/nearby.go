package handover

import (
	"slices"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// nearby returns an order with the fill and the blocks of o, in which columns that are
// close in the file are close as far as the elimination tree permits. A factorization
// then finds more of its data in the caches, if the factors are larger than these.
//
// Method: inside each block, a postorder of the elimination tree of A+Aᵀ. Of the
// children of a column, the subtree with the first column of the file comes first.
//
// Cost: O(|a|·log n), and memory for three copies of a.
func nearby(a *sparsity.Pattern, o *Order) *Order {
	n := len(o.Cols)
	block := make([]int32, n)
	for b := 1; b < len(o.BlockPtr); b++ {
		for k := o.BlockPtr[b-1]; k < o.BlockPtr[b]; k++ {
			block[k] = int32(b)
		}
	}
	t := etree.Symmetric(sparsity.Symmetrize(insideBlocks(sparsity.Permute(a, o.Rows, o.Cols), block)))
	first := slices.Clone([]int32(o.Cols)) // of each subtree
	for k, p := range t.Parent {
		if p >= 0 {
			first[p] = min(first[p], first[k])
		}
	}
	post := t.PostorderBy(first)
	slices.SortStableFunc(post, func(j, k int32) int { return int(block[j] - block[k]) })
	return &Order{Method: o.Method, Rows: o.Rows.Compose(post), Cols: o.Cols.Compose(post), BlockPtr: o.BlockPtr}
}

// insideBlocks returns the entries of a whose row and column are in the same block.
func insideBlocks(a *sparsity.Pattern, block []int32) *sparsity.Pattern {
	in := &sparsity.Pattern{Rows: a.Rows, Cols: a.Cols, ColPtr: make([]int64, a.Cols+1)}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if block[i] == block[j] {
				in.RowIdx = append(in.RowIdx, i)
			}
		}
		in.ColPtr[j+1] = int64(len(in.RowIdx))
	}
	return in
}
