package project

import (
	"math"

	"github.com/nrkit/nrkit/nsys"
)

// A Projection is what devices did within each range.
type Projection struct {
	*Capture
	*Tree
	OpStart, OpEnd []int64 // from the first operation to the last; 0 without operations
	Launches       []int32 // calls that started operations; 0 for ranges that take no part
	Children       []int32 // ranges with operations that have this one as parent
	Outside        []Outside
}

// An Outside is what devices did for calls of a thread that are in no range.
type Outside struct {
	Thread         nsys.Thread
	OpStart, OpEnd int64
	Launches       int32
}

// Project returns the projection of a capture, with the ranges of all types.
func (c *Capture) Project() *Projection {
	n := c.Len()
	p := &Projection{Capture: c, Tree: newTree(n),
		OpStart: make([]int64, n), OpEnd: make([]int64, n), Launches: make([]int32, n), Children: make([]int32, n)}
	work := c.launched()
	lanes := c.lanes(c.All, func(i int) bool { return work[i].count > 0 })
	innermost := make([]int32, len(c.Calls))
	for i := range innermost {
		innermost[i] = -1
	}
	each(lanes, func(l lane) {
		if p.set(c, l, innermost) {
			p.addUp(l, innermost, work)
		} else {
			p.sum(l, work)
		}
	})
	p.CountChildren()
	p.outside(innermost, work)
	return p
}

// CountChildren sets Children from Parent and Launches.
func (p *Projection) CountChildren() {
	clear(p.Children)
	for i, parent := range p.Parent {
		if parent >= 0 && p.Launches[i] > 0 {
			p.Children[parent]++
		}
	}
}

// A span is the time from the first of some operations to the last.
type span struct {
	start, end int64
	count      int32 // of launches
}

// none is the span of no operations.
var none = span{start: math.MaxInt64, end: math.MinInt64}

// join adds another span.
func (s *span) join(t span) {
	s.start, s.end, s.count = min(s.start, t.start), max(s.end, t.end), s.count+t.count
}

// launched returns what each call started.
func (c *Capture) launched() []span {
	work := make([]span, len(c.Calls))
	for i := range work {
		work[i] = none
	}
	for i, call := range c.Of {
		if call >= 0 {
			w := &work[call]
			w.join(span{c.Ops[i].Start, c.Ops[i].End, 0})
			w.count = 1
		}
	}
	return work
}

// outside sets what lies in no range.
func (p *Projection) outside(innermost []int32, work []span) {
	index := map[nsys.Thread]int{}
	for i := range p.Calls {
		if work[i].count == 0 || innermost[i] >= 0 {
			continue
		}
		t := p.Calls[i].Thread
		k, ok := index[t]
		if !ok {
			k = len(p.Outside)
			index[t] = k
			p.Outside = append(p.Outside, Outside{Thread: t, OpStart: math.MaxInt64, OpEnd: math.MinInt64})
		}
		o := &p.Outside[k]
		o.OpStart, o.OpEnd = min(o.OpStart, work[i].start), max(o.OpEnd, work[i].end)
		o.Launches++
	}
}
