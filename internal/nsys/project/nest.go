package project

import "slices"

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

// add adds range i, whose end has the rank.
func (n *nest) add(i int32, rank int) {
	added := shortest{n.c.End[i] - n.c.Start[i], i}
	for k := rank; k < len(n.best); k += k & -k {
		if !n.better(added, n.best[k]) {
			return // nor is it better than those above, which stand for more
		}
		n.best[k] = added
	}
}

// around returns the shortest range that ends no earlier than the end of that
// rank, -1 for none.
func (n *nest) around(rank int) int32 {
	best := shortest{index: -1}
	for k := rank; k > 0; k &= k - 1 {
		if b := n.best[k]; b.index >= 0 && n.better(b, best) {
			best = b
		}
	}
	return best.index
}

// better says whether a is the better parent: shorter; or as short and with an
// earlier start; or with the same times and later in the file.
func (n *nest) better(a, b shortest) bool {
	if b.index < 0 || a.duration != b.duration {
		return b.index < 0 || a.duration < b.duration
	}
	if x, y := n.c.Start[a.index], n.c.Start[b.index]; x != y {
		return x < y
	}
	return a.index > b.index
}
