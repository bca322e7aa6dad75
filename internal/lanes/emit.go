package lanes

import (
	"math"

	"github.com/nrkit/nrkit/trace"
)

// A Source gives the items of a track one after the other, nil at the end. An
// item is valid until the next call.
type Source interface{ Next() *Item }

// A list is a Source of items in memory.
type list struct{ items []Item }

func (l *list) Next() *Item {
	if len(l.items) == 0 {
		return nil
	}
	x := &l.items[0]
	l.items = l.items[1:]
	return x
}

// A cursor makes events of the items of a track, which nest.
type cursor struct {
	items Source
	stack []Item
	track int32
	queue []trace.Event
	head  int // of queue
}

// fill makes the queue hold an event; false at the end.
func (c *cursor) fill() bool {
	for c.head == len(c.queue) {
		c.queue, c.head = c.queue[:0], 0
		x := c.items.Next()
		if x == nil {
			if len(c.stack) == 0 {
				return false
			}
			c.rest()
			continue
		}
		c.item(x)
	}
	return true
}

// item queues what happens up to the begin of an item, and that.
func (c *cursor) item(x *Item) {
	for k := len(c.stack) - 1; k >= 0; k-- {
		top := &c.stack[k]
		if top.End > x.Start || x.Rank == RankMark && top.End == x.Start {
			break
		}
		c.end(top)
		c.stack = c.stack[:k]
	}
	if x.Rank == RankMark {
		c.add(trace.Event{Kind: trace.Instant, Name: x.Name, Time: x.Start})
		return
	}
	c.begin(x)
	c.stack = append(c.stack, *x)
}

// rest queues the ends of what is still open, but for what never ends.
func (c *cursor) rest() {
	for k := len(c.stack) - 1; k >= 0; k-- {
		if top := &c.stack[k]; top.End != Open {
			c.end(top)
		}
	}
	c.stack = c.stack[:0]
}

// begin queues the begin of a range, its flow and its argument.
func (c *cursor) begin(x *Item) {
	e := trace.Event{Kind: trace.Begin, Name: x.Name, Time: x.Start, Index: trace.NoIndex}
	if x.Arg == IsIndex {
		e.Index = x.Number
	}
	c.add(e)
	switch {
	case x.Flow > 0:
		c.add(trace.Event{Kind: trace.FlowIn, Name: -1, Time: x.Start, Index: int64(x.Flow) - 1})
	case x.Flow < 0:
		c.add(trace.Event{Kind: trace.FlowOut, Name: -1, Time: x.Start, Index: int64(-x.Flow) - 1})
	}
	if x.Arg >= 0 {
		c.add(trace.Event{Kind: trace.Arg, Name: x.Arg, Time: x.Start, Value: math.Float64frombits(uint64(x.Number))})
	}
}

func (c *cursor) end(x *Item) { c.add(trace.Event{Kind: trace.End, Name: x.Name, Time: x.End}) }

func (c *cursor) add(e trace.Event) {
	e.Track = c.track
	c.queue = append(c.queue, e)
}

// Emit yields the events of tracks that belong together, the first of which is
// number first, in order of time: the lanes of a thread, so that a reader sees
// what is open on one while a range of another begins and ends. At one time
// the earlier track comes first.
func Emit(tracks [][]Item, first int32, yield func(trace.Event) bool) bool {
	sources := make([]Source, len(tracks))
	for i, items := range tracks {
		sources[i] = &list{items}
	}
	return EmitFrom(sources, first, yield)
}

// EmitFrom is Emit of tracks whose items are read once.
//
// Memory: a copy of each item that has not ended.
func EmitFrom(tracks []Source, first int32, yield func(trace.Event) bool) bool {
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
