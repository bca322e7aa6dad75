package etree

import "github.com/nrkit/nrkit/sparsity"

// A skeleton follows the leaves of row subtrees while the nodes of a tree are
// visited in postorder. Nodes are numbered by their place in the postorder.
type skeleton struct {
	up    []int32 // parent, -1 at roots
	first []int32 // least descendant
	jump  []int32 // an ancestor, at most the first one not yet visited
	leaf  []int32 // by row: 1 + the last leaf found of its row subtree, or 0
	delta []int32 // what a column's count has beyond those of its children, less 1 each
}

// newSkeleton returns the skeleton before the first node is visited.
func newSkeleton(t Tree, post sparsity.Perm) *skeleton {
	n := len(post)
	s := &skeleton{up: make([]int32, n), first: make([]int32, n), jump: make([]int32, n),
		leaf: make([]int32, n), delta: make([]int32, n)}
	pos := post.Inverse()
	carried := int32(0)
	for k, j := range post {
		// Until k is reached first[k] sums the sizes of its subtrees, but for
		// that of k-1, which is carried in a register: see addSizes.
		size := s.first[k] + carried + 1
		s.first[k] = int32(k) - size + 1
		if size == 1 {
			s.delta[k] = 1
		}
		p := t.Parent[j]
		carried = 0
		if p >= 0 {
			p = pos[p]
			if int(p) == k+1 {
				carried = size
			} else {
				s.first[p] += size
			}
		}
		s.up[k], s.jump[k] = p, p
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

// sumUp returns the counts that the differences make, in the numbering of the
// tree: each node passes one entry fewer than it has on to its parent. It uses
// delta up.
func (s *skeleton) sumUp(post sparsity.Perm) []int32 {
	counts := make([]int32, len(post))
	carried := int32(0)
	for k, p := range s.up {
		d := s.delta[k] + carried
		counts[post[k]] = d
		carried = 0
		switch {
		case int(p) == k+1:
			carried = d - 1
		case p >= 0:
			s.delta[p] += d - 1
		}
	}
	return counts
}
