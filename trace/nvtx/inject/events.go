package inject

import (
	"iter"

	"github.com/nrkit/nrkit/trace"
)

// events yields the events of all threads, one after the other, then those of
// the ranges that may end on another.
func (c *Capture) events() iter.Seq[trace.Event] {
	return func(yield func(trace.Event) bool) {
		for _, t := range c.threads {
			e := emitter{c: c, t: t, yield: yield, open: map[int32]*[]openName{}}
			for _, s := range t.segments {
				if !e.segment(s) {
					return
				}
			}
		}
		for i, p := range c.index.processes {
			if !c.ranges(&p.ranges, c.first[i], yield) {
				return
			}
		}
	}
}

// An emitter turns the records of a thread into events.
type emitter struct {
	c     *Capture
	t     *threadTrack
	yield func(trace.Event) bool
	hint  int
	last  int64
	open  map[int32]*[]openName // by track, outermost first; with lanes
	only  []openName            // the same without lanes
}

// An openName is a range that is open.
type openName struct {
	name   int32
	domain uint32
}

// walk calls take for the events of a segment until it reports false.
func (c *Capture) walk(s *segment, take func(x *record) bool) bool {
	r := reader{src: s.file.Data, size: s.end, off: s.start, last: s.tick}
	var x record
	for r.next(&x) {
		if !take(&x) {
			return false
		}
	}
	c.fault(s.file, r.err)
	return true
}

func (e *emitter) time(s *segment, tick uint64) int64 {
	ns := s.file.line.at(tick, &e.hint)
	e.last = max(e.last, int64(e.c.since(ns)))
	return e.last
}

func (e *emitter) segment(s *segment) bool {
	p := e.t.process
	return e.c.walk(s, func(x *record) bool {
		switch x.kind {
		case kindPush:
			ev := trace.Event{Time: e.time(s, x.tick), Index: trace.NoIndex, Track: e.t.of(x.domain), Name: p.nameOf(x)}
			e.push(x, ev.Track, ev.Name)
			return e.yield(ev) && (x.sort == 0 || e.c.args(argsOf(x), ev, e.yield))
		case kindPop:
			track := e.t.of(x.domain)
			name, ok := e.pop(x, track)
			return !ok || e.yield(trace.Event{Time: e.time(s, x.tick), Index: trace.NoIndex, Track: track, Name: name, Kind: trace.End})
		case kindMark:
			return e.yield(trace.Event{Time: e.time(s, x.tick), Index: trace.NoIndex, Track: e.t.of(x.domain), Name: p.nameOf(x), Kind: trace.Instant})
		}
		return true
	})
}

// stack returns the open ranges of a track.
func (e *emitter) stack(track int32) *[]openName {
	if e.t.lanes == nil {
		return &e.only
	}
	if e.open[track] == nil {
		e.open[track] = &[]openName{}
	}
	return e.open[track]
}

func (e *emitter) push(x *record, track, name int32) {
	stack := e.stack(track)
	*stack = append(*stack, openName{name, x.domain})
}

// pop returns the name of the innermost open range of a track, and false when
// there is none or it is of another domain: where ranges of domains overlap,
// each has its track.
func (e *emitter) pop(x *record, track int32) (int32, bool) {
	stack := e.stack(track)
	k := len(*stack) - 1
	if k < 0 || (*stack)[k].domain != x.domain {
		return 0, false
	}
	name := (*stack)[k].name
	*stack = (*stack)[:k]
	return name, true
}

// args yields the arguments of a range that began with ev.
func (c *Capture) args(a *args, ev trace.Event, yield func(trace.Event) bool) bool {
	if a == nil {
		return true
	}
	ev.Kind = trace.Arg
	if a.has&1 != 0 {
		ev.Name, ev.Value = c.payload, a.payload
		if !yield(ev) {
			return false
		}
	}
	if a.has&2 != 0 {
		ev.Name, ev.Value = c.cat, a.category
		return yield(ev)
	}
	return true
}

// ranges yields the ranges of a process whose first track is given.
func (c *Capture) ranges(s *startEnd, first int32, yield func(trace.Event) bool) bool {
	open := make([][]*rangeRecord, s.lanes)
	until := func(lane int32, now uint64) bool {
		for n := len(open[lane]); n > 0 && open[lane][n-1].end <= now; n-- {
			r := open[lane][n-1]
			open[lane] = open[lane][:n-1]
			if !yield(trace.Event{Time: int64(r.end), Index: trace.NoIndex, Track: first + lane, Name: r.name, Kind: trace.End}) {
				return false
			}
		}
		return true
	}
	for i := range s.list {
		r := &s.list[i]
		if !until(r.lane, r.begin) {
			return false
		}
		ev := trace.Event{Time: int64(r.begin), Index: trace.NoIndex, Track: first + r.lane, Name: r.name}
		if !yield(ev) || !c.args(r.args, ev, yield) {
			return false
		}
		open[r.lane] = append(open[r.lane], r)
	}
	for lane := range open {
		if !until(int32(lane), noEnd-1) {
			return false
		}
	}
	return true
}
