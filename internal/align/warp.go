package align

import (
	"cmp"
	"iter"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// Arguments of the ranges on a common time line.
const (
	argStart    = "original_start_ns"
	argDuration = "original_duration_ns"
)

// A warped run is a run on the common time line.
type warped struct {
	t      *trace.Trace
	unit   Unit
	leads  []*thread // by track: the thread whose marks move it
	start  int32     // names of the arguments
	length int32
}

// warp returns the run on the common time line. Leads has, by track, the thread that moves
// the track.
func warp(t *trace.Trace, u Unit, leads []*thread) *trace.Trace {
	w := &warped{t: t, unit: u, leads: leads, start: int32(len(t.Names)), length: int32(len(t.Names) + 1)}
	out := *t
	out.Names = append(slices.Clip(t.Names), argStart, argDuration)
	out.Sorts = slices.Clip(t.Sorts)
	for len(out.Sorts) > 0 && len(out.Sorts) < len(out.Names) {
		out.Sorts = append(out.Sorts, "")
	}
	out.Events, out.Blobs = w.events, nil
	out.Missing = slices.Clone(t.Missing)
	for i := range out.Missing {
		m := &out.Missing[i]
		if uint(m.Track) < uint(len(leads)) {
			m.Time = leads[m.Track].left(m.Time)
		}
	}
	slices.SortStableFunc(out.Missing, func(a, b trace.Missing) int {
		return cmp.Or(cmp.Compare(a.Track, b.Track), cmp.Compare(a.Time, b.Time))
	})
	if t.Last > 0 && len(leads) > 0 {
		out.Last = leads[0].left(t.Last)
	}
	out.Fault = t.Err
	return &out
}

// right returns the common time of a moment of the run; a moment where a slot begins
// lies in this slot.
func (l *thread) right(at int64) int64 {
	k, _ := slices.BinarySearchFunc(l.marks, at, func(m mark, at int64) int {
		if m.at <= at {
			return -1
		}
		return 1
	})
	return l.marks[max(k-1, 0)].moved(at)
}

// left returns the common time of a moment of the run; a moment where a slot begins
// lies in the slot before.
func (l *thread) left(at int64) int64 {
	k, _ := slices.BinarySearchFunc(l.marks, at, func(m mark, at int64) int { return cmp.Compare(m.at, at) })
	return l.marks[max(k-1, 0)].moved(at)
}

// moved returns the common time of a moment in the slot after m.
func (m *mark) moved(at int64) int64 { return m.to + at - m.at }

// A cursor is where the events of a track are.
type cursor struct {
	walk walker
	slot int   // of an aligned thread: the mark before
	last int64 // common time of the event before
	open []begun
}

// A begun range began at a time of the run, and at a time of the common line.
type begun struct{ at, to int64 }

// events yields the events of the run with their times on the common line.
func (w *warped) events() iter.Seq[trace.Event] {
	return func(yield func(trace.Event) bool) {
		kinds := roles(w.t, w.unit)
		tracks := make([]cursor, len(w.leads))
		for i := range tracks {
			tracks[i].walk.roles = kinds
		}
		for e := range w.t.Events() {
			if uint(e.Track) >= uint(len(tracks)) {
				continue
			}
			if !w.move(&tracks[e.Track], e, yield) {
				return
			}
		}
	}
}

// move yields an event, with the arguments that belong to it.
func (w *warped) move(c *cursor, e trace.Event, yield func(trace.Event) bool) bool {
	at := e.Time
	e.Time = max(w.time(c, e), c.last)
	c.last = e.Time
	switch e.Kind {
	case trace.Begin:
		c.open = append(c.open, begun{at, e.Time})
		return yield(e) && yield(trace.Event{Time: e.Time, Track: e.Track, Kind: trace.Arg, Name: w.start, Value: float64(at)})
	case trace.End:
		k := len(c.open) - 1
		if k < 0 {
			break
		}
		r := c.open[k]
		c.open = c.open[:k]
		if ns := at - r.at; ns != e.Time-r.to && !yield(trace.Event{Time: e.Time, Track: e.Track, Kind: trace.Arg, Name: w.length, Value: float64(ns)}) {
			return false
		}
	}
	return yield(e)
}

// time returns the common time of an event.
func (w *warped) time(c *cursor, e trace.Event) int64 {
	l := w.leads[e.Track]
	if l.track != e.Track {
		if e.Kind == trace.End {
			return l.left(e.Time)
		}
		return l.right(e.Time)
	}
	what := c.walk.next(e)
	if what.isBegin() {
		c.slot++
	}
	to := l.marks[min(c.slot, len(l.marks)-1)].moved(e.Time)
	if what == closes || what == ends {
		c.slot++
	}
	return to
}

// leads returns, by track, the thread that moves the track: the track itself if it is
// aligned; otherwise the aligned thread with most marks of its process, of its rank, or
// of all.
func leads(t *trace.Trace, threads []*thread) []*thread {
	list := make([]*thread, len(t.Tracks))
	for i, tr := range t.Tracks {
		best := -1
		for _, l := range threads {
			o := t.Tracks[l.track]
			near := 0
			switch {
			case int(l.track) == i:
				near = 3
			case o.Rank == tr.Rank && o.Process == tr.Process:
				near = 2
			case o.Rank == tr.Rank:
				near = 1
			}
			if near > best || near == best && len(l.marks) > len(list[i].marks) {
				best, list[i] = near, l
			}
		}
	}
	return list
}
