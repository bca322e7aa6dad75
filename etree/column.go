package etree

import "github.com/nrkit/nrkit/sparsity"

// Column returns the column elimination tree of a: the elimination tree of
// AᵀA, in which no entry is taken to cancel.
//
// Parent[j] is the column of the first off-diagonal nonzero of row j of R in
// A = QR, as far as the structure of AᵀA tells, so Parent[j] > j; it is -1
// when j is a root.
//
// Method: Liu's algorithm, in which the clique that a row of a makes in AᵀA
// is replaced by the path through its columns in ascending order [1]. AᵀA is
// never formed.
//
// Shapes: a is m×n, the tree has n nodes; rows may be unsorted, duplicates
// are harmless. a is not modified and shares no memory with the result.
//
// Cost: O(|a| log n) in the worst case, near O(|a|) in practice; m+n words of
// work. a must satisfy Check.
//
// [1] J. R. Gilbert, X. S. Li, E. G. Ng, B. W. Peyton, BIT 41(4):693–710, 2001.
func Column(a *sparsity.Pattern) Tree {
	parent := make([]int32, a.Cols)
	ancestor := make([]int32, a.Cols)
	previous := make([]int32, a.Rows) // last column seen with an entry in this row
	for i := range previous {
		previous[i] = -1
	}
	ptr := a.ColPtr[1:]
	start := a.ColPtr[0]
	for k := range int32(len(parent)) {
		parent[k], ancestor[k] = -1, -1
		end := ptr[k]
		for _, r := range a.RowIdx[start:end] {
			i := previous[r]
			previous[r] = k
			for i >= 0 && i < k {
				next := ancestor[i]
				ancestor[i] = k
				if next < 0 {
					parent[i] = k
				}
				i = next
			}
		}
		start = end
	}
	return Tree{parent}
}
