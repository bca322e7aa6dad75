package equivalent

import "github.com/nrkit/nrkit/etree"

// separators are the edges of the clique tree that are left. Edge q joins the
// clique q with its parent, as they were found; after cliques have been absorbed,
// those that stand for the two.
//
// Each clique knows the edge that leads up from it, and those that lead down as
// a skew heap (Sleator and Tarjan, SIAM J. Comput. 15(1):52–69, 1986) with the
// largest separator on top. An edge that is gone stays in its heap until it is
// on top when it is looked for.
type separators struct {
	size []int32 // of each edge
	gone []bool  // of each edge: its cliques have become one

	up    []int32 // of each clique: the edge up, or -1 at a root
	down  []int32 // of each clique: the edge down with the largest separator, or -1
	downs []int32 // of each clique: edges down that are not gone

	left, right []int32 // of each edge, in its heap
}

// newSeparators returns the edges of a clique tree. The first heaps are lists.
func newSeparators(c *cliques) *separators {
	n := c.len()
	words := make([]int32, 3*n)
	s := &separators{size: c.sep, gone: make([]bool, n), up: words[:n], right: words[n : 2*n], downs: words[2*n:]}
	s.down, s.left = etree.Tree{Parent: c.parent}.Siblings(c.sep)
	for q, p := range c.parent {
		s.up[q], s.right[q] = int32(q), -1
		if p < 0 {
			s.up[q], s.left[q] = -1, -1
			continue
		}
		s.downs[p]++
	}
	return s
}

// meld joins two heaps and returns the top of the result.
//
// Both right spines are merged from the top down; each element on the way takes
// the rest of the merge on its left and what it had there on its right.
func (s *separators) meld(x, y int32) int32 {
	if x < 0 {
		return y
	}
	root := int32(-1)
	slot := &root
	for y >= 0 {
		if s.size[x] < s.size[y] {
			x, y = y, x
		}
		*slot = x
		rest := s.right[x]
		s.right[x] = s.left[x]
		slot = &s.left[x]
		x = rest
		if x < 0 {
			x, y = y, x
		}
	}
	*slot = x
	return root
}

// leaving returns an edge at q whose separator has the given size, and none can
// have a larger one, or -1 where there is no such edge; and whether it leads up.
func (s *separators) leaving(q, size int32) (e int32, up bool) {
	if e = s.up[q]; e >= 0 && s.size[e] == size {
		return e, true
	}
	if s.downs[q] == 0 {
		return -1, false
	}
	e = s.down[q]
	for e >= 0 && s.gone[e] {
		e = s.meld(s.left[e], s.right[e])
	}
	if s.down[q] = e; e >= 0 && s.size[e] == size {
		return e, false
	}
	return -1, false
}

// absorb takes out edge e, which joins q to the clique into and leads up from q
// or down; the other edges of q become edges of into.
func (s *separators) absorb(e, q, into int32, up bool) {
	s.gone[e] = true
	if up {
		s.downs[into]--
	} else {
		s.downs[q]--
		s.up[into] = s.up[q]
	}
	if s.downs[q] > 0 {
		s.downs[into] += s.downs[q]
		s.down[into] = s.meld(s.down[into], s.down[q])
	}
}
