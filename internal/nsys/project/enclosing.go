package project

import (
	"sort"

	"github.com/nrkit/nrkit/nsys"
)

// blockSize is how many ranges have one entry in an enclosing's tree.
const blockSize = 16

// An Enclosing finds all ranges around a call.
type Enclosing struct {
	c     *Capture
	lanes map[nsys.Thread]*bounds
}

// A bounds has for a lane a binary tree of the latest ends of blocks of ranges:
// node k stands for its children 2k and 2k+1, the blocks are the nodes from
// leaves on.
type bounds struct {
	lane
	latest []int64
	leaves int
}

// Enclosing returns what finds the ranges that keep names around calls.
func (c *Capture) Enclosing(keep func(i int) bool) *Enclosing {
	e := &Enclosing{c: c, lanes: map[nsys.Thread]*bounds{}}
	for t, l := range c.lanes(keep, func(int) bool { return false }) {
		e.lanes[c.Threads[t]] = newBounds(c, l)
	}
	return e
}

// newBounds returns the tree of a lane.
func newBounds(c *Capture, l lane) *bounds {
	b := &bounds{lane: l, leaves: 1}
	blocks := (len(l.ranges) + blockSize - 1) / blockSize
	for b.leaves < blocks {
		b.leaves *= 2
	}
	b.latest = make([]int64, 2*b.leaves)
	for k := range b.latest {
		b.latest[k] = -1 << 63
	}
	for k, i := range l.ranges {
		at := &b.latest[b.leaves+k/blockSize]
		*at = max(*at, c.End[i])
	}
	for k := b.leaves - 1; k > 0; k-- {
		b.latest[k] = max(b.latest[2*k], b.latest[2*k+1])
	}
	return b
}

// Around appends to list the ranges around call i, the first to start first.
//
// Cost: O((1+found) log R).
func (e *Enclosing) Around(i int, list []int32) []int32 {
	call := &e.c.Calls[i]
	return e.AroundTime(call.Thread, call.Start, call.End, list)
}

// AroundTime appends to list the ranges of a thread around a time. A range is
// around its own.
func (e *Enclosing) AroundTime(t nsys.Thread, start, end int64, list []int32) []int32 {
	b := e.lanes[t]
	if b == nil {
		return list
	}
	n := sort.Search(len(b.ranges), func(k int) bool { return e.c.Start[b.ranges[k]] > start })
	return b.find(e.c, 1, b.leaves, n, end, list)
}

// find appends those of the first n ranges that end no earlier than end. Node k
// stands for width blocks.
func (b *bounds) find(c *Capture, k, width, n int, end int64, list []int32) []int32 {
	// first is the first range that the node stands for
	first := (k*width - b.leaves) * blockSize
	if first >= n || b.latest[k] < end {
		return list
	}
	if k < b.leaves {
		list = b.find(c, 2*k, width/2, n, end, list)
		return b.find(c, 2*k+1, width/2, n, end, list)
	}
	for _, i := range b.ranges[first:min(first+blockSize, n)] {
		if c.End[i] >= end {
			list = append(list, i)
		}
	}
	return list
}
