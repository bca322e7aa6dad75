package project

import "github.com/nrkit/nrkit/nsys"

// A Tree says which ranges lie within which.
type Tree struct {
	Parent []int32 // of each range; -1 for none, and for ranges that take no part
	Level  []int32 // 0 for those without a parent; -1 for ranges that take no part
}

// All says of every range that did not end on another thread that it takes part.
func (c *Capture) All(i int) bool { return c.Flags(i)&nsys.RangeAway == 0 }

// PushPop says which ranges are push/pop ranges.
func (c *Capture) PushPop(i int) bool {
	return c.Type(i) == nsys.NVTXPushPop || c.Type(i) == nsys.NVTXTPushPop
}

// Tree returns how the ranges that keep names lie within each other.
func (c *Capture) Tree(keep func(i int) bool) *Tree {
	t := newTree(c.Len())
	each(c.lanes(keep, func(int) bool { return false }), func(l lane) { t.set(c, l, nil) })
	return t
}

// innermostOfCalls sets t and returns the shortest range around each call.
func (c *Capture) innermostOfCalls(t *Tree, lanes []lane) []int32 {
	calls := make([]int32, len(c.Calls))
	for i := range calls {
		calls[i] = -1
	}
	each(lanes, func(l lane) { t.set(c, l, calls) })
	return calls
}

// newTree returns the tree of n ranges that take no part.
func newTree(n int) *Tree {
	t := &Tree{Parent: make([]int32, n), Level: make([]int32, n)}
	for i := range t.Parent {
		t.Parent[i], t.Level[i] = -1, -1
	}
	return t
}

// SetLevels sets the levels of the ranges that keep names from their parents.
func (t *Tree) SetLevels(keep func(i int) bool) {
	var path []int32 // from a range up to one whose level is known
	for i := range t.Level {
		t.Level[i] = -1
	}
	for i := range t.Level {
		path = path[:0]
		for k := int32(i); k >= 0 && keep(int(k)) && t.Level[k] < 0; k = t.Parent[k] {
			path = append(path, k)
		}
		for len(path) > 0 {
			k := path[len(path)-1]
			path = path[:len(path)-1]
			t.Level[k] = 0
			if p := t.Parent[k]; p >= 0 {
				t.Level[k] = t.Level[p] + 1
			}
		}
	}
}

// set sets the parents of the ranges of a lane, and in innermost, unless it is nil,
// the ranges around the calls of the lane. It reports whether the ranges nest.
func (t *Tree) set(c *Capture, l lane, innermost []int32) (nested bool) {
	if t.nested(c, l, innermost) {
		return true
	}
	t.sweep(c, l, innermost)
	return false
}

// sweep is set of a lane in which ranges need not nest.
func (t *Tree) sweep(c *Capture, l lane, innermost []int32) {
	n := newNest(c, l.ranges)
	k := 0
	ask := func(before int64, all bool) {
		for ; innermost != nil && k < len(l.calls) && (all || c.Calls[l.calls[k]].Start < before); k++ {
			i := l.calls[k]
			innermost[i] = n.around(n.rank(c.Calls[i].End))
		}
	}
	for _, i := range l.ranges {
		ask(c.Start[i], false)
		rank := n.rank(c.End[i])
		p := n.around(rank)
		t.Parent[i], t.Level[i] = p, 0
		if p >= 0 {
			t.Level[i] = t.Level[p] + 1
		}
		n.add(i, rank)
	}
	ask(0, true)
}
