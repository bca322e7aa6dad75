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
	ends []int64    // distinct, from the first
	hint int        // index in ends of the end that was looked for last
	best []shortest // by rank
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
	slices.Sort(n.ends)
	n.ends = slices.Compact(n.ends)
	n.best = make([]shortest, len(n.ends)+1)
	for k := range n.best {
		n.best[k].index = -1
	}
	return n
}

// rank returns how many distinct ends are no earlier than end.
//
// Cost: O(log d), where d is how many ends lie between end and that of the call
// before, which is close in most cases.
func (n *nest) rank(end int64) int {
	lo, hi := n.hint, n.hint
	for step := 1; lo > 0 && n.ends[lo-1] >= end; step *= 2 {
		lo = max(0, lo-step)
	}
	for step := 1; hi < len(n.ends) && n.ends[hi] < end; step *= 2 {
		hi = min(len(n.ends), hi+step)
	}
	k, _ := slices.BinarySearch(n.ends[lo:hi], end)
	n.hint = lo + k
	return len(n.ends) - n.hint
}

// add adds range i, whose end has the rank. Of equally short ranges the last
// one added is found.
func (n *nest) add(i int32, rank int) {
	d := n.c.End[i] - n.c.Start[i]
	for k := rank; k < len(n.best); k += k & -k {
		b := &n.best[k]
		if b.index >= 0 && b.duration < d {
			return // so are those above, which stand for more
		}
		*b = shortest{d, i}
	}
}

// around returns the shortest range that ends no earlier than the end of that
// rank, -1 for none.
func (n *nest) around(rank int) int32 {
	best := shortest{index: -1}
	for k := rank; k > 0; k &= k - 1 {
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
