package etree

import "github.com/nrkit/nrkit/sparsity"

// Symmetric returns the elimination tree of the Cholesky factor L of a
// symmetric matrix whose part above the diagonal has the pattern of a. Only
// entries above the diagonal are read: for the tree of A+Aᵀ of an unsymmetric
// matrix pass its [sparsity.Symmetrize].
//
// Parent[j] is the row of the first off-diagonal nonzero of L(:,j), so
// Parent[j] > j; it is -1 when j is a root.
//
// Method: Liu's traversal of row subtrees with path compression [1], without
// union by rank. L is never formed.
//
// Shapes: a is n×n; rows may be unsorted, duplicates are harmless.
// a is not modified and shares no memory with the result.
//
// Cost: O(|a| log n) in the worst case, near O(|a|) in practice; n words of
// work.
//
// It panics if a is not square. a must satisfy Check.
//
// [1] J. W. H. Liu, ACM TOMS 12(2):127–148, 1986.
func Symmetric(a *sparsity.Pattern) Tree {
	if !a.Square() {
		panic(errNotSquare)
	}
	parent := make([]int32, a.Cols)
	ancestor := make([]int32, a.Cols)
	ptr := a.ColPtr[1:]
	start := a.ColPtr[0]
	for k := range int32(len(parent)) {
		parent[k], ancestor[k] = -1, -1
		end := ptr[k]
		for _, i := range a.RowIdx[start:end] {
			// Climb from i to the root of its tree among the nodes < k,
			// pointing every node on the way at k.
			for i < k {
				next := ancestor[i]
				if next == k {
					break
				}
				ancestor[i] = k
				if next < 0 {
					parent[i] = k
					break
				}
				i = next
			}
		}
		start = end
	}
	return Tree{parent}
}
