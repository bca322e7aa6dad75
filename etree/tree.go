package etree

import (
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// A Tree is a forest on the nodes 0..len(Parent)-1. Parent[j] is larger than j,
// or -1 when j is a root. The zero value is the empty tree.
type Tree struct {
	Parent []int32
}

// Len returns the number of nodes of t.
func (t Tree) Len() int { return len(t.Parent) }

// Check returns an error if a parent is neither -1 nor larger than its child
// and a node of t.
func (t Tree) Check() error {
	for j, p := range t.Parent {
		if p != -1 && (int(p) <= j || int(p) >= len(t.Parent)) {
			return fmt.Errorf("parent of %d: want -1 or %d..%d, got %d", j, j+1, len(t.Parent)-1, p)
		}
	}
	return nil
}

// Roots returns the number of nodes without a parent.
func (t Tree) Roots() int {
	count := 0
	for _, p := range t.Parent {
		if p < 0 {
			count++
		}
	}
	return count
}

// Leaves returns the number of nodes without a child. It is also the size of the
// largest set of nodes in which no node is an ancestor of another.
func (t Tree) Leaves() int {
	inner := make([]bool, len(t.Parent))
	count := len(t.Parent)
	for _, p := range t.Parent {
		if p >= 0 && !inner[p] {
			inner[p] = true
			count--
		}
	}
	return count
}

// Children returns the number of children of each node.
func (t Tree) Children() []int32 {
	count := make([]int32, len(t.Parent))
	for _, p := range t.Parent {
		if p >= 0 {
			count[p]++
		}
	}
	return count
}

// SubtreeSizes returns the number of descendants of each node, itself
// included. Cost: O(n).
func (t Tree) SubtreeSizes() []int32 {
	size := make([]int32, len(t.Parent))
	t.addSizes(size)
	return size
}

// addSizes sets size[j] to the number of descendants of j, itself included.
// On entry size is zero; it may be longer than the tree.
func (t Tree) addSizes(size []int32) {
	// The size of a node whose parent is the next node stays in a register: a
	// tree is mostly paths, and through memory each step would wait for the
	// one before.
	carried := int32(0)
	for j, p := range t.Parent {
		s := size[j] + carried + 1
		size[j] = s
		carried = 0
		switch {
		case int(p) == j+1:
			carried = s
		case p >= 0:
			size[p] += s
		}
	}
}

// Relabel returns the tree in which node k is the node post[k] of t. The result is a
// valid tree if post is a postorder of t, or any other order that places children
// before parents.
//
// It panics if the sizes differ.
func (t Tree) Relabel(post sparsity.Perm) Tree {
	if len(post) != len(t.Parent) {
		panic(errPostSize)
	}
	return Tree{relabel(t.Parent, post, post.Inverse())}
}

// relabel returns the parents of the nodes in the order post, whose inverse is
// pos, as positions in post.
func relabel(parent []int32, post sparsity.Perm, pos sparsity.Inverse) []int32 {
	up := make([]int32, len(parent))
	for k, j := range post {
		up[k] = -1
		if p := parent[j]; p >= 0 {
			up[k] = pos[p]
		}
	}
	return up
}
