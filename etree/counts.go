package etree

import "github.com/nrkit/nrkit/sparsity"

// Counts returns the number of nonzeros of each column of the Cholesky factor
// L of a symmetric matrix whose part above the diagonal has the pattern of a;
// the diagonal of L is counted, whether a stores it or not. Only entries above
// the diagonal are read. Their sum is |L|.
//
// Where the pattern is stored whole, [LowerCounts] gives the same and saves
// the transposition.
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
	return LowerCounts(transposeUpper(a), t, post)
}

// LowerCounts is [Counts] for a pattern whose part below the diagonal is the
// one to read. For a symmetric pattern it returns the same as Counts.
//
// Method: Gilbert, Ng and Peyton [1], in the numbering of the postorder. In
// that numbering the subtree of k is the range first[k]..k, and k is a leaf of
// the row subtree of i exactly when no earlier leaf of it lies in that range.
// A leaf adds 1 to the columns from it up to the least common ancestor with
// the leaf before; the differences are summed up the tree.
// Departing from [1]: the disjoint sets are the tree itself, as the least
// common ancestor of a leaf p and the current node k is the first ancestor of
// p numbered k or higher; paths are halved and there is no union by rank.
//
// Shapes, cost and failure as for Counts; 6n words of work.
//
// [1] J. R. Gilbert, E. G. Ng, B. W. Peyton, SIAM J. Matrix Anal. Appl.
// 15(4):1075–1091, 1994.
func LowerCounts(a *sparsity.Pattern, t Tree, post sparsity.Perm) []int32 {
	checkSquare(a, t, post)
	s := newSkeleton(t, post)
	delta := s.leafWeights()
	for k, j := range post {
		k := int32(k)
		first := s.first[k]
		gained := int32(0)
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]] {
			if i <= j {
				continue
			}
			before := s.lastLeaf[i]
			if before >= first {
				continue // k is not a leaf of the row subtree of i
			}
			s.lastLeaf[i] = k
			gained++
			if before >= 0 {
				delta[s.meet(before, k)]--
			}
		}
		delta[k] += gained
	}
	return s.sumUp(delta, post)
}

// A skeleton follows the leaves of row subtrees while the nodes of a tree are
// visited in postorder. Nodes are numbered by their place in the postorder,
// except as indices of lastLeaf.
type skeleton struct {
	up       []int32 // parent, -1 at roots
	first    []int32 // least descendant
	jump     []int32 // an ancestor, at most the first one not yet visited
	lastLeaf []int32 // by row: last leaf found of its row subtree, or -1
}

func newSkeleton(t Tree, post sparsity.Perm) *skeleton {
	up := relabel(t.Parent, post, post.Inverse())
	s := &skeleton{up: up, jump: append([]int32(nil), up...)}
	s.first = Tree{up}.SubtreeSizes()
	for k, size := range s.first {
		s.first[k] = int32(k) - size + 1
	}
	s.lastLeaf = make([]int32, len(up))
	for i := range s.lastLeaf {
		s.lastLeaf[i] = -1
	}
	return s
}

// meet returns the least common ancestor of p and k, where p < k and both lie
// in one tree: the first ancestor of p that is k or higher.
func (s *skeleton) meet(p, k int32) int32 {
	for p < k {
		up := s.jump[p]
		if up >= k {
			return up
		}
		up = s.jump[up]
		s.jump[p] = up
		p = up
	}
	return p
}

// leafWeights returns the differences that diagonal entries alone make: a
// column has one entry more than the columns below it account for when it is a
// leaf, and passes one entry fewer on to its parent.
func (s *skeleton) leafWeights() []int32 {
	delta := make([]int32, len(s.up))
	for k, p := range s.up {
		if s.first[k] == int32(k) {
			delta[k]++
		}
		if p >= 0 {
			delta[p]--
		}
	}
	return delta
}

// sumUp adds to each node the sums of its children and returns the result in
// the numbering of the tree. It uses delta up.
func (s *skeleton) sumUp(delta []int32, post sparsity.Perm) []int32 {
	counts := make([]int32, len(delta))
	for k, p := range s.up {
		d := delta[k]
		if p >= 0 {
			delta[p] += d
		}
		counts[post[k]] = d
	}
	return counts
}

// transposeUpper returns the transpose of the part of a above the diagonal.
func transposeUpper(a *sparsity.Pattern) *sparsity.Pattern {
	n := a.Cols
	low := &sparsity.Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1)}
	ptr := low.ColPtr
	for j := range int32(n) {
		for _, i := range a.Col(int(j)) {
			if i < j {
				ptr[i+1]++
			}
		}
	}
	for i := range n {
		ptr[i+1] += ptr[i]
	}
	low.RowIdx = make([]int32, ptr[n])
	// ptr[i] walks to the end of column i, which is where column i+1 starts;
	// afterwards the pointers move back by one place.
	for j := range int32(n) {
		for _, i := range a.Col(int(j)) {
			if i < j {
				low.RowIdx[ptr[i]] = j
				ptr[i]++
			}
		}
	}
	copy(ptr[1:], ptr[:n])
	ptr[0] = 0
	return low
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
