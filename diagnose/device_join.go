package diagnose

import (
	"cmp"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// outerFirst orders calls by thread and begin, those around others before them.
func outerFirst(a, b apiCall) int {
	return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.Start, b.Start), -cmp.Compare(a.End, b.End))
}

// byCall orders work.
func byCall(a, b devWork) int {
	return cmp.Or(cmp.Compare(a.call, b.call), cmp.Compare(a.number, b.number))
}

// finish sorts the calls and joins them with their work.
func (s *deviceScan) finish() *deviceLog {
	l := s.log
	space := s.in.records()
	l.calls, l.work = spill.NewList[apiCall](space), spill.NewSorter(space, byCall)
	s.join(s.outermost(), s.doneBefore())
	s.countGraphs()
	return l
}

// outermost lists the calls that lie in no other, and returns which of them, from
// 1, launched each flow: what an inner call does is of the outermost one.
func (s *deviceScan) outermost() *spill.Array[int64] {
	l := s.log
	byFlow := spill.NewArray[int64](s.space, s.t.Flows)
	var outer apiCall
	some := false
	for c := range s.calls.All() {
		if some && outer.thread == c.thread && c.End <= outer.End {
			l.inner++
			outer.waits = outer.waits || c.waits
		} else {
			if some {
				l.calls.Append(outer)
			}
			outer, some = *c, true
		}
		if uint64(c.flow) < uint64(byFlow.Len()) {
			*byFlow.Edit(c.flow) = l.calls.Len() + 1
		}
	}
	if some {
		l.calls.Append(outer)
	}
	s.calls.Free()
	return byFlow
}

// A finished piece of work is what doneBefore sorts.
type finished struct {
	Interval
	number int64
	device int32
}

// doneBefore returns, for each piece of work, when its device of its process was
// through with all that began before.
func (s *deviceScan) doneBefore() *spill.Array[int64] {
	known := map[device]int32{}
	devices := make([]int32, len(s.t.Tracks))
	for i := range devices {
		d := s.in.device(&devWork{track: int32(i)})
		k, ok := known[d]
		if !ok {
			k = int32(len(known))
			known[d] = k
		}
		devices[i] = k
	}
	order := spill.NewSorter(s.space, func(a, b finished) int { return cmp.Compare(a.Start, b.Start) })
	for w := range s.work.All() {
		order.Add(finished{w.Interval, w.number, devices[w.track]})
	}
	done := spill.NewArray[int64](s.space, s.work.Len())
	last := make([]int64, len(known))
	for i := range last {
		last[i] = -1 << 63
	}
	for w := range order.All() {
		*done.Edit(w.number) = last[w.device]
		last[w.device] = max(last[w.device], w.End)
	}
	order.Free()
	return done
}

// join gives work its call.
func (s *deviceScan) join(byFlow, done *spill.Array[int64]) {
	for w := range s.work.All() {
		x := *w
		x.done = done.At(x.number)
		if uint64(x.flow) < uint64(byFlow.Len()) {
			if x.call = byFlow.At(x.flow) - 1; x.call >= 0 {
				s.log.flows++
			}
		}
		s.log.work.Add(x)
	}
	s.work.Free()
}

// countGraphs counts the CUDA graphs.
func (s *deviceScan) countGraphs() {
	l := s.log
	g := &l.graphs
	for c := range l.launched() {
		if uint(c.name) < uint(len(s.launches)) && s.launches[c.name] {
			g.launches++
			if !c.has && l.flows > 0 {
				g.unseen++
			}
		}
	}
	for w := range l.work.All() {
		if s.t.Sort(w.name) == trace.SortGraph {
			g.whole++
			g.ns += w.End - w.Start
		}
	}
}

// A launchCall is a call that lies in no other, with its work.
type launchCall struct {
	*apiCall
	has    bool // it has work
	number int64
	work   *workReader
}

// each yields the work of the call, once.
func (c *launchCall) each(yield func(*devWork) bool) {
	for w := c.work.of(c.number); w != nil; w = c.work.of(c.number) {
		if !yield(w) {
			return
		}
	}
}

// A workReader reads work by its call.
type workReader struct {
	*spill.Reader[devWork]
	head *devWork
}

// of returns the next work of a call, or nil if the call has no more work. It skips
// the work of earlier calls.
func (r *workReader) of(call int64) *devWork {
	w := r.peek(call)
	if w != nil {
		r.head = nil
	}
	return w
}

// peek is of without taking the work.
func (r *workReader) peek(call int64) *devWork {
	for r.head == nil || r.head.call < call {
		if r.head = r.Next(); r.head == nil {
			return nil
		}
	}
	if r.head.call > call {
		return nil
	}
	return r.head
}

// launched yields the calls that lie in no other, of one thread after the other.
// A call and its work are valid until the next one.
func (l *deviceLog) launched() func(yield func(*launchCall) bool) {
	return func(yield func(*launchCall) bool) {
		c := launchCall{number: -1, work: &workReader{Reader: l.work.Read()}}
		for call := range l.calls.All() {
			c.apiCall = call
			c.number++
			c.has = c.work.peek(c.number) != nil
			if !yield(&c) {
				return
			}
		}
	}
}
