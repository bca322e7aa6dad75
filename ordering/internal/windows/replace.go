package windows

import (
	"math/bits"
	"slices"
)

// A rebuilding puts a new order of the window into the tree.
type rebuilding struct {
	*search
	place []int32   // of each column, in the new order
	under [][]int32 // nodes that become children of the node of each column
	kids  []int     // columns whose parent it is, and nodes from below
}

// replace puts the order that is best into the tree.
func (s *search) replace() {
	b := &rebuilding{search: s, place: make([]int32, s.columns), under: make([][]int32, s.columns), kids: make([]int, s.columns)}
	for k, v := range s.best {
		b.place[v] = int32(k)
	}
	b.hang()
	above := s.nodes[s.top].parent
	for _, id := range s.inner {
		s.release(id)
	}
	root := b.grow()
	s.nodes[root].parent, s.nodes[root].topped = above, s.passes
	if above >= 0 {
		siblings := s.nodes[above].children
		siblings[slices.Index(siblings, s.top)] = root
	}
}

// hang finds the column under which each node from below comes: the first of its
// boundary.
func (b *rebuilding) hang() {
	for k, v := range b.ids[:b.columns] {
		b.number[v] = int32(k)
	}
	for _, id := range b.below {
		first := int32(-1)
		for _, u := range b.nodes[id].bound {
			if k := b.number[u]; k >= 0 && (first < 0 || b.place[k] < b.place[first]) {
				first = k
			}
		}
		b.under[first] = append(b.under[first], id)
		b.kids[first]++
		b.spend(len(b.nodes[id].bound))
	}
	for _, v := range b.ids[:b.columns] {
		b.number[v] = -1
	}
}

// grow makes the nodes of the columns and returns the last one, the root of the
// window.
func (b *rebuilding) grow() int32 {
	b.restart()
	id, size := int32(-1), 0 // of the column before
	follows := false         // whose parent is the next column
	for at, v := range b.best {
		b.eliminate(int(v))
		row := b.row(int(v))
		n := count(row)
		if !follows || b.kids[v] != 1 || size != n+1 {
			id = b.newNode(b.under[v])
		}
		x := &b.nodes[id]
		x.cols = append(x.cols, b.ids[v])
		x.size++
		x.bound = b.vertices(row, x.bound[:0])
		size, follows = n, false
		if up := b.parent(row); up >= 0 {
			b.kids[up]++
			b.under[up] = append(b.under[up], id) // where up goes into the node id, nobody looks
			follows = int(b.place[up]) == at+1
		}
	}
	return id
}

// newNode returns a node with the given children.
func (b *rebuilding) newNode(children []int32) int32 {
	id := b.take()
	b.nodes[id] = node{parent: -1, children: children, seen: b.passes}
	for _, c := range children {
		b.nodes[c].parent = id
		b.nodes[id].size += b.nodes[c].size
	}
	return id
}

// parent returns the first column of a row to be eliminated, -1 if it has none.
func (b *rebuilding) parent(row []uint64) int32 {
	first := int32(-1)
	for i, x := range row[:b.words] {
		for ; x != 0; x &= x - 1 {
			a := int32(i<<6 + bits.TrailingZeros64(x))
			if first < 0 || b.place[a] < b.place[first] {
				first = a
			}
		}
	}
	return first
}

// vertices appends the vertices of a row to list.
func (b *rebuilding) vertices(row []uint64, list []int32) []int32 {
	for i, x := range row {
		for ; x != 0; x &= x - 1 {
			list = append(list, b.vertex(i<<6+bits.TrailingZeros64(x)))
		}
	}
	return list
}
