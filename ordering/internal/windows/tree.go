package windows

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// A node is a chain of columns that are eliminated one after the other and meet
// the same vertices above: a fundamental supernode.
type node struct {
	cols     []int32 // vertices, in the order of elimination; empty where the node is not in use
	bound    []int32 // vertices that the columns meet, which are eliminated later
	parent   int32   // -1 for a root
	children []int32
	size     int32 // columns of the node and all below
	seen     int32 // the last pass with a window that the node was in
	topped   int32 // the last pass with a window under the node
}

// entries returns the entries of L in the columns of the node.
func (x *node) entries() int64 {
	c, b := int64(len(x.cols)), int64(len(x.bound))
	return c*b + c*(c+1)/2
}

// cost returns the cost of the node: of its entries, or of the time of its columns, as
// [Options.PerEntry] says.
func (x *node) cost(perEntry int64) int64 {
	if perEntry == 0 {
		return x.entries()
	}
	c, b := int64(len(x.cols)), int64(len(x.bound))
	last := b + c - 1 // entries below the diagonal of the first column; the last one has b
	sum := (last*(last+1) - (b-1)*b) / 2
	squares := (last*(last+1)*(2*last+1) - (b-1)*b*(2*b-1)) / 6
	return squares + perEntry*sum
}

// front returns the vertices of the node and of its boundary.
func (x *node) front() int { return len(x.cols) + len(x.bound) }

// spans reports whether windows reach over the edge to the parent: a subtree under a
// single vertex adds no edge above.
func (x *node) spans() bool { return len(x.bound) > 1 }

// A tree is an elimination order.
type tree struct {
	g      *sparsity.Pattern
	nodes  []node
	free   []int32 // nodes that are not in use
	bounds int     // vertices of all boundaries, of the order that was given
	total  int64   // entries of L, of the order that was given
	passes int32
}

// newTree returns the tree of g in the order p.
func newTree(g *sparsity.Pattern, p sparsity.Perm) *tree {
	b := etree.Permuted(g, p)
	t := etree.Symmetric(b)
	q := p.Compose(t.Postorder())
	b = etree.Permuted(g, q)
	t = etree.Symmetric(b)
	counts := etree.LowerCounts(b, t, t.Postorder())
	x := &tree{g: g}
	for _, c := range counts {
		x.total += int64(c)
	}
	last := x.chains(q, t.Parent, counts)
	if x.bounds <= maxBound {
		x.findBounds(q, last)
	}
	return x
}

// chains makes the nodes and joins them to their parents. It returns the place of
// the last column of each.
func (x *tree) chains(q sparsity.Perm, parent, counts []int32) (last []int32) {
	kids := make([]int32, len(q))
	for _, up := range parent {
		if up >= 0 {
			kids[up]++
		}
	}
	owner := make([]int32, len(q))
	for j, v := range q {
		if j > 0 && parent[j-1] == int32(j) && kids[j] == 1 && counts[j-1] == counts[j]+1 {
			owner[j] = owner[j-1]
			last[owner[j]] = int32(j)
		} else {
			owner[j] = int32(len(x.nodes))
			x.nodes = append(x.nodes, node{parent: -1})
			last = append(last, int32(j))
		}
		c := &x.nodes[owner[j]]
		c.cols = append(c.cols, v)
	}
	for k, j := range last {
		x.bounds += int(counts[j]) - 1
		x.nodes[k].size += int32(len(x.nodes[k].cols))
		if up := parent[j]; up >= 0 {
			x.nodes[k].parent = owner[up]
			above := &x.nodes[owner[up]]
			above.children = append(above.children, int32(k))
			above.size += x.nodes[k].size
		}
	}
	return last
}

// findBounds finds the boundaries, where last is the place of the last column of
// each node.
func (x *tree) findBounds(q sparsity.Perm, last []int32) {
	place := q.Inverse()
	mark := make([]int32, len(q)) // 1 + the last node that has the vertex
	for k := range x.nodes {
		c := &x.nodes[k]
		take := func(list []int32) {
			for _, u := range list {
				if mark[u] != int32(k)+1 && place[u] > last[k] {
					mark[u] = int32(k) + 1
					c.bound = append(c.bound, u)
				}
			}
		}
		for _, v := range c.cols {
			take(x.g.Col(int(v)))
		}
		for _, child := range c.children {
			take(x.nodes[child].bound)
		}
	}
}

// order returns the columns, with the columns of children before the columns of
// their parents.
func (x *tree) order() sparsity.Perm {
	p := make(sparsity.Perm, x.g.Cols)
	at := len(p)
	var stack []int32
	for k := range x.nodes {
		if x.nodes[k].parent < 0 && len(x.nodes[k].cols) > 0 {
			stack = append(stack, int32(k))
		}
	}
	for len(stack) > 0 { // parents first, from the end on
		c := &x.nodes[stack[len(stack)-1]]
		stack = append(stack[:len(stack)-1], c.children...)
		at -= len(c.cols)
		copy(p[at:], c.cols)
	}
	return p
}

// entries returns the entries of L.
func (x *tree) entries() int64 {
	sum := int64(0)
	for k := range x.nodes {
		sum += x.nodes[k].entries()
	}
	return sum
}

// take returns a node that is not in use, and release gives one back.
func (x *tree) take() int32 {
	if k := len(x.free) - 1; k >= 0 {
		id := x.free[k]
		x.free = x.free[:k]
		return id
	}
	x.nodes = append(x.nodes, node{})
	return int32(len(x.nodes) - 1)
}

func (x *tree) release(id int32) {
	x.nodes[id] = node{parent: -1}
	x.free = append(x.free, id)
}
