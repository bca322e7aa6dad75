package timeline

import (
	"math"

	"github.com/nrkit/nrkit/trace"
)

// A cursor makes events of the items of a track, which nest.
type cursor struct {
	items []item
	next  int
	stack []int32
	track int32
	queue []trace.Event
	head  int // of queue
}

// fill makes the queue hold an event; false at the end.
func (c *cursor) fill() bool {
	for c.head == len(c.queue) {
		c.queue, c.head = c.queue[:0], 0
		if c.next == len(c.items) {
			if len(c.stack) == 0 {
				return false
			}
			c.rest()
			continue
		}
		c.item(int32(c.next))
		c.next++
	}
	return true
}

// item queues what happens up to the begin of an item, and that.
func (c *cursor) item(i int32) {
	x := &c.items[i]
	for k := len(c.stack) - 1; k >= 0; k-- {
		top := &c.items[c.stack[k]]
		if top.end > x.start || x.rank == rankMark && top.end == x.start {
			break
		}
		c.end(top)
		c.stack = c.stack[:k]
	}
	if x.rank == rankMark {
		c.add(trace.Event{Kind: trace.Instant, Name: x.name, Time: x.start})
		return
	}
	c.begin(x)
	c.stack = append(c.stack, i)
}

// rest queues the ends of what is still open, but for what never ends.
func (c *cursor) rest() {
	for k := len(c.stack) - 1; k >= 0; k-- {
		if top := &c.items[c.stack[k]]; top.end != open {
			c.end(top)
		}
	}
	c.stack = c.stack[:0]
}

// begin queues the begin of a range, its flow and its argument.
func (c *cursor) begin(x *item) {
	e := trace.Event{Kind: trace.Begin, Name: x.name, Time: x.start, Index: trace.NoIndex}
	if x.arg == isIndex {
		e.Index = x.number
	}
	c.add(e)
	switch {
	case x.flow > 0:
		c.add(trace.Event{Kind: trace.FlowIn, Name: -1, Time: x.start, Index: int64(x.flow) - 1})
	case x.flow < 0:
		c.add(trace.Event{Kind: trace.FlowOut, Name: -1, Time: x.start, Index: int64(-x.flow) - 1})
	}
	if x.arg >= 0 {
		c.add(trace.Event{Kind: trace.Arg, Name: x.arg, Time: x.start, Value: math.Float64frombits(uint64(x.number))})
	}
}

func (c *cursor) end(x *item) { c.add(trace.Event{Kind: trace.End, Name: x.name, Time: x.end}) }

func (c *cursor) add(e trace.Event) {
	e.Track = c.track
	c.queue = append(c.queue, e)
}

// emit yields the events of tracks that belong together, the first of which is
// number first, in order of time: the lanes of a thread, so that a reader sees
// what is open on one while a range of another begins and ends. At one time
// the earlier track comes first.
func emit(tracks [][]item, first int32, yield func(trace.Event) bool) bool {
	cursors := make([]*cursor, 0, len(tracks))
	for i, items := range tracks {
		if c := (&cursor{items: items, track: first + int32(i)}); c.fill() {
			cursors = append(cursors, c)
		}
	}
	for len(cursors) > 0 {
		at := 0
		for i, c := range cursors[1:] {
			if c.queue[c.head].Time < cursors[at].queue[cursors[at].head].Time {
				at = i + 1
			}
		}
		c := cursors[at]
		if !yield(c.queue[c.head]) {
			return false
		}
		c.head++
		if !c.fill() {
			cursors = append(cursors[:at], cursors[at+1:]...)
		}
	}
	return true
}
