package etree

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// Counts returns the number of nonzeros of each column of the Cholesky factor
// L of a symmetric matrix whose part above the diagonal has the pattern of a;
// the diagonal of L is counted, whether a stores it or not. Only entries above
// the diagonal are read. Their sum is |L|.
//
// If the pattern is stored whole, [LowerCounts] gives the same counts without the
// transposition.
//
// Method: as [LowerCounts], on the transposed upper triangle.
//
// Shapes: a is n×n, t its tree from [Symmetric], post a postorder of t; rows
// may be unsorted, duplicates are harmless. Nothing is modified.
//
// Cost: O(|a| α(|a|, n)), near O(|a|) in practice; |a|/2+7n words of work.
//
// It panics if a is not square or the sizes differ.
func Counts(a *sparsity.Pattern, t Tree, post sparsity.Perm) []int32 {
	checkSquare(a, t, post)
	if a.NNZ() > math.MaxInt32 {
		ptr, rows := transposeUpper[int64](a)
		return lowerCounts(ptr, rows, t, post)
	}
	ptr, rows := transposeUpper[int32](a)
	return lowerCounts(ptr, rows, t, post)
}

// LowerCounts is [Counts] for a pattern whose part below the diagonal is read. For a
// symmetric pattern it returns the same as Counts.
//
// Method: Gilbert, Ng and Peyton [1], in the numbering of the postorder. In that
// numbering the subtree of k is the range first[k]..k, and k is a leaf of the row
// subtree of i exactly when no earlier leaf of that subtree lies in the range. A
// leaf adds 1 to the columns from it up to the least common ancestor with the leaf
// before; the differences are summed up the tree. Departing from [1], the disjoint
// sets are the tree itself, because the least common ancestor of a leaf p and the
// current node k is the first ancestor of p numbered k or higher. Paths are halved
// and there is no union by rank.
//
// Shapes, cost and failure as for Counts; 6n words of work.
//
// [1] J. R. Gilbert, E. G. Ng, B. W. Peyton, SIAM J. Matrix Anal. Appl.
// 15(4):1075–1091, 1994.
func LowerCounts(a *sparsity.Pattern, t Tree, post sparsity.Perm) []int32 {
	checkSquare(a, t, post)
	return lowerCounts(a.ColPtr, a.RowIdx, t, post)
}

// lowerCounts is LowerCounts of the columns rows[ptr[j]:ptr[j+1]].
func lowerCounts[P pointer](ptr []P, rows []int32, t Tree, post sparsity.Perm) []int32 {
	s := newSkeleton(t, post)
	for k, j := range post {
		k := int32(k)
		up, first := s.enter(k, j)
		leaves := int32(less(k, first+1)) // 1 for a leaf of the tree: first is k
		for _, i := range rows[ptr[j]:ptr[j+1]] {
			if i <= j {
				continue
			}
			before := s.leaf[i]
			if before > first {
				continue // k is not a leaf of the row subtree of i
			}
			s.leaf[i] = k + 1
			leaves++
			if before > 0 {
				s.below[s.meet(before-1, k)].entries--
			}
		}
		s.leave(k, j, up, leaves)
	}
	return s.counts
}

func checkSquare(a *sparsity.Pattern, t Tree, post sparsity.Perm) {
	if !a.Square() {
		panic(errNotSquare)
	}
	checkSizes(a, t, post)
}

func checkSizes(a *sparsity.Pattern, t Tree, post sparsity.Perm) {
	if len(t.Parent) != a.Cols {
		panic(errTreeSize)
	}
	if len(post) != a.Cols {
		panic(errPostSize)
	}
}
