package etree

import "github.com/nrkit/nrkit/sparsity"

// LowerRowSums returns, for each row of the Cholesky factor L of a symmetric
// matrix with pattern a, the sum of the weights of the columns that have an entry
// in it left of the diagonal. Only entries below the diagonal are read, so the
// pattern is to be stored whole, as [sparsity.Symmetrize] does.
//
// Method: as [RowCounts], where a node counts with its weight: a leaf of a row
// subtree adds the weights from it up to, and without, its least common ancestor
// with the leaf before, as the difference of two sums on paths to the root.
// Weights that are integers give exact sums while these stay below 2⁵³.
//
// Shapes: a is n×n, t its tree from [Symmetric], post a postorder of t; rows may
// be unsorted, duplicates are harmless. Nothing is modified.
//
// Cost: O(|a| α(|a|, n)); 8n words of work.
//
// It panics if a is not square or the sizes differ.
func LowerRowSums(a *sparsity.Pattern, t Tree, post sparsity.Perm, weight []float64) []float64 {
	checkSquare(a, t, post)
	s := newSkeleton(t, post)
	path := t.PathsToRoot(weight)
	sums := make([]float64, len(post))
	for k, j := range post {
		k := int32(k)
		_, first := s.enter(k, j)
		for _, i := range a.Col(int(j)) {
			if i <= j {
				continue
			}
			before := s.leaf[i]
			if before > first {
				continue // k is not a leaf of the row subtree of i
			}
			s.leaf[i] = k + 1
			top := i
			if before > 0 {
				top = post[s.meet(before-1, k)]
			}
			sums[i] += path[j] - path[top]
		}
	}
	return sums
}
