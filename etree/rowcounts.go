package etree

import "github.com/nrkit/nrkit/sparsity"

// RowCounts returns the number of nonzeros of each row of the Cholesky factor
// L of a symmetric matrix whose part above the diagonal has the pattern of a,
// the diagonal included: the sizes of the row subtrees. Only entries above the
// diagonal are read.
//
// Method: as [LowerCounts]; a leaf of a row subtree adds the nodes from it up
// to, and without, its least common ancestor with the leaf before, or the root
// of the row subtree where it is the first.
//
// Shapes, cost and failure as for [Counts].
func RowCounts(a *sparsity.Pattern, t Tree, post sparsity.Perm) []int32 {
	checkSquare(a, t, post)
	ptr, rows := transposeUpper[int64](a)
	s := newSkeleton(t, post)
	depth := t.Depths()
	counts := make([]int32, len(post))
	for i := range counts {
		counts[i] = 1
	}
	for k, j := range post {
		k := int32(k)
		_, first := s.enter(k, j)
		for _, i := range rows[ptr[j]:ptr[j+1]] {
			before := s.leaf[i]
			if before > first {
				continue
			}
			s.leaf[i] = k + 1
			top := i
			if before > 0 {
				top = post[s.meet(before-1, k)]
			}
			counts[i] += depth[j] - depth[top]
		}
	}
	return counts
}
