package project

import (
	"math"
	"sort"
)

// An opened is a range that may be around what comes.
type opened struct {
	end   int64
	index int32
}

// A nesting finds the shortest range around something in a lane whose ranges nest:
// of two, one is within the other, or one ends before the other begins.
type nesting struct {
	open    []opened // each within the one before
	touched int64    // when a range began as another ended, which is not in open any more
}

// nested is sweep of a lane whose ranges nest. It is not ok, and what it set is of
// no use, for another lane; also if something without a duration lies where a range
// ends and another begins: both are around it.
//
// Cost: O(n), and O(log depth) per call that is not in the innermost range.
func (t *Tree) nested(c *Capture, l lane, innermost []int32) (ok bool) {
	n := nesting{touched: math.MinInt64}
	k := 0
	for _, i := range l.ranges {
		start, end := c.Start[i], c.End[i]
		for ; innermost != nil && k < len(l.calls) && c.Calls[l.calls[k]].Start < start; k++ {
			if ok = n.ask(c, l.calls[k], innermost); !ok {
				return false
			}
		}
		if !n.add(start, end, i) {
			return false
		}
		level := len(n.open) - 1
		t.Parent[i], t.Level[i] = -1, int32(level)
		if level > 0 {
			t.Parent[i] = n.open[level-1].index
		}
	}
	for ; innermost != nil && k < len(l.calls); k++ {
		if !n.ask(c, l.calls[k], innermost) {
			return false
		}
	}
	return true
}

// add adds the next range of a lane.
func (n *nesting) add(start, end int64, i int32) (ok bool) {
	if end < start || end == n.touched && start == end {
		return false
	}
	k := len(n.open)
	for ; k > 0 && n.open[k-1].end <= start && (n.open[k-1].end < start || start < end); k-- {
		if n.open[k-1].end == start {
			n.touched = start
		}
	}
	if k > 0 && n.open[k-1].end < end {
		return false
	}
	n.open = append(n.open[:k], opened{end, i})
	return true
}

// ask sets the innermost range around a call.
func (n *nesting) ask(c *Capture, call int32, innermost []int32) (ok bool) {
	x := &c.Calls[call]
	if x.End < x.Start || x.End == n.touched && x.Start == x.End {
		return false
	}
	k := len(n.open)
	if k > 0 && n.open[k-1].end < x.End {
		k = sort.Search(k, func(j int) bool { return n.open[j].end < x.End })
	}
	innermost[call] = -1
	if k > 0 {
		innermost[call] = n.open[k-1].index
	}
	return true
}

// addUp sets what calls started within each range of a lane that nests, from the
// innermost range of each call.
func (p *Projection) addUp(l lane, innermost []int32, work []span) {
	for _, call := range l.calls {
		if i := innermost[call]; i >= 0 {
			p.join(i, work[call])
		}
	}
	for k := len(l.ranges) - 1; k >= 0; k-- {
		i := l.ranges[k]
		if parent := p.Parent[i]; parent >= 0 && p.Launches[i] > 0 {
			p.join(parent, span{p.OpStart[i], p.OpEnd[i], p.Launches[i]})
		}
	}
}

// join adds operations to a range.
func (p *Projection) join(i int32, s span) {
	if p.Launches[i] > 0 {
		s.join(span{p.OpStart[i], p.OpEnd[i], p.Launches[i]})
	}
	p.OpStart[i], p.OpEnd[i], p.Launches[i] = s.start, s.end, s.count
}
