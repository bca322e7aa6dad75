package project

import (
	"cmp"
	"slices"
)

// A nest finds the shortest range around something. Ranges are added in the
// order of a lane, and asked for are only things that start no earlier than
// all of them.
//
// It is a Fenwick tree over the ranks of the ends from the last: the prefix up
// to a rank holds the ranges that end no earlier.
type nest struct {
	c    *Capture
	ends []int64 // distinct, from the last
	best []shortest
}

// A shortest is the shortest range of those that a node of the tree stands for.
type shortest struct {
	duration int64
	index    int32 // -1 for none
}

// newNest returns a nest for the ranges of a lane.
func newNest(c *Capture, ranges []int32) *nest {
	n := &nest{c: c, ends: make([]int64, len(ranges))}
	for k, i := range ranges {
		n.ends[k] = c.End[i]
	}
	slices.SortFunc(n.ends, func(a, b int64) int { return cmp.Compare(b, a) })
	n.ends = slices.Compact(n.ends)
	n.best = make([]shortest, len(n.ends)+1)
	for k := range n.best {
		n.best[k].index = -1
	}
	return n
}

// rank returns how many distinct ends are no earlier than end.
func (n *nest) rank(end int64) int {
	lo, hi := 0, len(n.ends)
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); n.ends[mid] >= end {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// add adds range i. Of equally short ranges the last one added is found.
func (n *nest) add(i int32) {
	d := n.c.End[i] - n.c.Start[i]
	for k := n.rank(n.c.End[i]); k < len(n.best); k += k & -k {
		b := &n.best[k]
		if b.index >= 0 && b.duration < d {
			return // so are those above, which stand for more
		}
		*b = shortest{d, i}
	}
}

// around returns the shortest range that ends no earlier than end, -1 for none.
func (n *nest) around(end int64) int32 {
	best := shortest{index: -1}
	for k := n.rank(end); k > 0; k &= k - 1 {
		if b := n.best[k]; b.index >= 0 && (best.index < 0 || b.duration < best.duration || b.duration == best.duration && n.later(b.index, best.index)) {
			best = b
		}
	}
	return best.index
}

// later says whether range a comes after b in the order of a lane.
func (n *nest) later(a, b int32) bool {
	c := n.c
	if d := cmp.Compare(c.Start[a], c.Start[b]); d != 0 {
		return d > 0
	}
	if d := cmp.Compare(c.End[b], c.End[a]); d != 0 {
		return d > 0
	}
	return a > b
}
