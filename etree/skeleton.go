package etree

import "github.com/nrkit/nrkit/sparsity"

// A skeleton follows the leaves of row subtrees while the nodes of a tree are
// visited in postorder, and sums up what they say of the column counts. Nodes
// are numbered by their place in the postorder, except as indices of parent,
// counts and, where the caller says so, leaf.
type skeleton struct {
	parent []int32
	pos    sparsity.Inverse
	below  []belowNode
	jump   []int32 // of a visited node: an ancestor, at most the first one not visited
	leaf   []int32 // by row: 1 + the last leaf found of its row subtree, or 0
	counts []int32
}

// A belowNode is what the descendants of a node have passed on to it.
type belowNode struct {
	size    int32 // number of descendants
	entries int32 // entries of its column that they account for, each once
}

// newSkeleton returns the skeleton before the first node is visited.
func newSkeleton(t Tree, post sparsity.Perm) *skeleton {
	n := len(post)
	return &skeleton{parent: t.Parent, pos: post.Inverse(), below: make([]belowNode, n),
		jump: make([]int32, n), leaf: make([]int32, n), counts: make([]int32, n)}
}

// enter begins the visit of node k, which is j in the tree, and returns its
// parent, or -1, and its least descendant.
func (s *skeleton) enter(k, j int32) (up, first int32) {
	size := s.below[k].size + 1
	up = s.parent[j]
	if up >= 0 {
		up = s.pos[up]
		s.below[up].size += size
	}
	s.jump[k] = up
	return up, k - size + 1
}

// leave ends the visit of node k, which is j in the tree. leaves is the number
// of row subtrees that k is a leaf of; its own counts where k has no child. All
// entries of the column but the diagonal one are passed on to the parent.
func (s *skeleton) leave(k, j, up, leaves int32) {
	entries := s.below[k].entries + leaves
	s.counts[j] = entries
	if up >= 0 {
		s.below[up].entries += entries - 1
	}
}

// meet returns the least common ancestor of p and k, where p < k and both lie
// in one tree: the first ancestor of p that is k or higher. Node k has been
// entered and no node after it.
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
