package equivalent

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// cliques are the maximal cliques of a filled graph and a tree of them.
//
// The clique of a vertex v is v with its later neighbours. It is maximal where
// no child of v in the elimination tree has one entry more; v is then the first
// vertex of its clique, and cliques are numbered in the order of these. Any
// further vertices of a clique that are not in its parent in the clique tree
// continue from v upwards: each is the parent of the one before and has an entry
// fewer. The last of them is called the top of the clique.
type cliques struct {
	of      []int32 // of each vertex: the clique that it continues
	start   []int64 // of each clique: where its vertices begin; one more at the end
	members []int32
	held    []int32 // of each vertex: how many cliques hold it
	parent  []int32 // of each clique: the next one in the clique tree, or -1
	sep     []int32 // of each clique: how many vertices the parent has in common with it
}

// countCliques returns how many maximal cliques there are, the vertices in
// all of them together, and for each vertex the child that has the clique which
// the vertex continues, or -1 where it is the first of its own.
func countCliques(t etree.Tree, counts []int32) (n int, entries int64, continues []int32) {
	continues = make([]int32, len(counts))
	for j := range continues {
		continues[j] = -1
	}
	for j, p := range t.Parent {
		if p >= 0 && counts[j] == counts[p]+1 {
			continues[p] = int32(j)
		}
	}
	for j, c := range continues {
		if c < 0 {
			n++
			entries += int64(counts[j])
		}
	}
	return n, entries, continues
}

// findCliques lists the vertices of all maximal cliques, of which there are n
// with that many entries. The graph g is in elimination order, its rows in any.
//
// Method: the clique that starts at v is v, its neighbours in g that come later,
// and of each child u of v the part of its clique above u. No child continues
// into v, so each u is the top of its clique, and a clique is read once at most.
//
// Cost: O(|g| + entries).
func findCliques(g *sparsity.Pattern, t etree.Tree, counts, continues []int32, n int, entries int64) *cliques {
	c := &cliques{
		of:      make([]int32, len(counts)),
		start:   make([]int64, 1, n+1),
		members: make([]int32, 0, entries),
		held:    make([]int32, len(counts)),
		parent:  make([]int32, n),
		sep:     make([]int32, n),
	}
	first, next := children(t)
	seen := make([]int32, len(counts)) // 1 + the last clique that the vertex was put into
	for v := range int32(len(counts)) {
		if u := continues[v]; u >= 0 {
			c.of[v] = c.of[u]
			continue
		}
		q := int32(len(c.start) - 1)
		c.of[v] = q
		c.add(v, q, seen)
		end := c.start[q] + int64(counts[v])
		for _, w := range g.Col(int(v)) {
			if w > v {
				c.add(w, q, seen)
			}
		}
		for u := first[v]; u >= 0 && int64(len(c.members)) < end; u = next[u] {
			for _, w := range c.clique(c.of[u]) {
				if w > v {
					c.add(w, q, seen)
				}
			}
		}
		c.start = append(c.start, int64(len(c.members)))
	}
	for u, p := range t.Parent {
		switch q := c.of[u]; {
		case p < 0:
			c.parent[q] = -1
		case continues[p] != int32(u):
			c.parent[q], c.sep[q] = c.of[p], counts[u]-1
		}
	}
	return c
}

// add puts v into the clique q, which is the last one, if it is not there yet.
func (c *cliques) add(v, q int32, seen []int32) {
	if seen[v] != q+1 {
		seen[v] = q + 1
		c.members = append(c.members, v)
		c.held[v]++
	}
}

// len returns the number of cliques.
func (c *cliques) len() int { return len(c.start) - 1 }

// clique returns the vertices of clique q.
func (c *cliques) clique(q int32) []int32 { return c.members[c.start[q]:c.start[q+1]] }

// children returns the children of each vertex as lists: first[p], and then
// next of each, until -1.
func children(t etree.Tree) (first, next []int32) {
	first, next = make([]int32, t.Len()), make([]int32, t.Len())
	for j := range first {
		first[j] = -1
	}
	for j, p := range t.Parent {
		if p >= 0 {
			next[j] = first[p]
			first[p] = int32(j)
		}
	}
	return first, next
}
