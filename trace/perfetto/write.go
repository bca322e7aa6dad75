package perfetto

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/nrkit/nrkit/internal/protowire"
	"github.com/nrkit/nrkit/trace"
)

// Write writes t to w.
//
// Cost: one pass over the events, some 28 bytes per range before deflating and
// 5 after. Memory: the open ranges and one batch of 128 KiB.
//
// The error is that of w, or says which track's time runs backwards.
func Write(w io.Writer, t *trace.Trace) error {
	x := newExporter(w, t)
	x.describe()
	for e := range t.Events() {
		if err := x.event(e); err != nil {
			return err
		}
		if len(x.out.packets) >= batchBytes {
			if err := x.out.flush(); err != nil {
				return err
			}
		}
	}
	x.settle()
	return x.out.flush()
}

// An exporter is the state of one Write.
type exporter struct {
	t         *trace.Trace
	out       *batch
	sequences []sequence // by track
	keys      []int32    // by name: which of indexKeys numbers its ranges
	waiting   bool       // for flows of the range that began last
	first     trace.Event
	flows     flows // of that range
	ranks     bool  // there are several
}

// Flows are the flows of an event.
type flows struct{ out, in []uint64 }

func (f *flows) add(e trace.Event, id uint64) {
	if e.Kind == trace.FlowOut {
		f.out = append(f.out, id)
	} else {
		f.in = append(f.in, id)
	}
}

// write appends the flows to an event and forgets them.
func (f *flows) write(m protowire.Message) protowire.Message {
	for _, id := range f.out {
		m = m.Fixed(eventFlow, id)
	}
	for _, id := range f.in {
		m = m.Fixed(eventFlowEnd, id)
	}
	f.out, f.in = f.out[:0], f.in[:0]
	return m
}

// A sequence is what was written of one track.
type sequence struct {
	id      uint64
	uuid    uint64
	time    int64 // of the packet before
	open    []int32
	args    []argument
	flows   []lateFlow
	names   []bool // event names that are interned
	keys    []bool // annotation names that are
	counter []bool // counters whose track is described
}

// An argument waits for the end of its range. open[i] of a sequence is where
// the arguments of range i begin: those of an inner range are gone before the
// outer one gets another.
type argument struct {
	name  int32
	value float64
}

// A lateFlow is one that a range got when it was no longer the last to begin:
// it waits for the end of that range.
type lateFlow struct {
	depth int
	event trace.Event
}

// indexKeys are the annotations that number a range.
var indexKeys = [...]string{"index", "iteration", "step"}

// indexKey returns which of indexKeys fits the ranges called name.
func indexKey(name string) int32 {
	for k, key := range indexKeys[1:] {
		if strings.Contains(name, key) {
			return int32(k + 1)
		}
	}
	return 0
}

func newExporter(w io.Writer, t *trace.Trace) *exporter {
	x := &exporter{t: t, out: newBatch(w)}
	for _, name := range t.Names {
		x.keys = append(x.keys, indexKey(name))
	}
	x.sequences = make([]sequence, len(t.Tracks))
	first := x.firstSequence()
	for i := range x.sequences {
		x.sequences[i] = sequence{
			id:      first + uint64(i),
			uuid:    x.uuid("track", int64(i)),
			names:   make([]bool, len(t.Names)),
			keys:    make([]bool, len(t.Names)+len(indexKeys)),
			counter: make([]bool, len(t.Names)),
		}
	}
	return x
}

// event writes the packet of one event.
func (x *exporter) event(e trace.Event) error {
	s := &x.sequences[e.Track]
	if e.Kind == trace.FlowOut || e.Kind == trace.FlowIn {
		x.flow(s, e)
		return nil
	}
	x.settle()
	if e.Time < s.time {
		return fmt.Errorf("perfetto: track %d: want times in order, got %d ns after %d ns", e.Track, e.Time, s.time)
	}
	switch e.Kind {
	case trace.Begin:
		x.waiting, x.first = true, e
		s.open = append(s.open, int32(len(s.args)))
	case trace.End:
		x.end(s, e)
	case trace.Arg:
		if len(s.open) > 0 {
			s.args = append(s.args, argument{e.Name, e.Value})
		}
	case trace.Counter:
		x.count(s, e)
	case trace.Instant:
		m, packet := x.packet(s, e.Time)
		m = s.internEvent(m, x.t, e.Name)
		m, event := m.Open(packetTrackEvent)
		m = m.Uint(eventType, typeInstant).Uint(eventName, uint64(e.Name)+1)
		x.out.packets = m.Close(event).Close(packet)
	}
	return nil
}

// packet begins a packet of s at a time.
func (x *exporter) packet(s *sequence, time int64) (m protowire.Message, at int) {
	m, at = x.out.packets.Open(tracePacket)
	m = m.Uint(packetTimestamp, uint64(time-s.time))
	m = m.Uint(packetSequence, s.id).Uint(packetSequenceFlags, flagNeeds)
	s.time = time
	return m, at
}

// flow adds a flow to the innermost open range.
func (x *exporter) flow(s *sequence, e trace.Event) {
	switch {
	case x.waiting && x.first.Track == e.Track:
		x.flows.add(e, x.uuid("flow", e.Index))
	case len(s.open) > 0:
		s.flows = append(s.flows, lateFlow{len(s.open), e})
	}
}

// settle writes the begin of the range that waits for its flows.
func (x *exporter) settle() {
	if x.waiting {
		x.waiting = false
		x.begin(&x.sequences[x.first.Track], x.first)
	}
}

func (x *exporter) begin(s *sequence, e trace.Event) {
	m, packet := x.packet(s, e.Time)
	m = s.internEvent(m, x.t, e.Name)
	numbered := e.Index != trace.NoIndex
	key := int32(len(x.t.Names)) + x.keys[e.Name]
	if numbered {
		m = s.internKey(m, x.t, key)
	}
	m, event := m.Open(packetTrackEvent)
	if numbered {
		var note int
		m, note = m.Open(eventAnnotations)
		m = m.Uint(annotationName, uint64(key)+1).Uint(annotationInt, uint64(e.Index)).Close(note)
	}
	m = m.Uint(eventType, typeBegin).Uint(eventName, uint64(e.Name)+1)
	if sort := x.t.Sort(e.Name); sort != "" {
		m = m.Text(eventCategory, sort)
	}
	x.out.packets = x.flows.write(m).Close(event).Close(packet)
}

func (x *exporter) end(s *sequence, e trace.Event) {
	if len(s.open) == 0 {
		return
	}
	depth := len(s.open)
	from := s.open[depth-1]
	s.open = s.open[:len(s.open)-1]
	args := s.args[from:]
	s.args = s.args[:from]

	m, packet := x.packet(s, e.Time)
	for _, a := range args {
		m = s.internKey(m, x.t, a.name)
	}
	m, event := m.Open(packetTrackEvent)
	for _, a := range args {
		var note int
		m, note = m.Open(eventAnnotations)
		m = m.Uint(annotationName, uint64(a.name)+1).Double(annotationDouble, a.value).Close(note)
	}
	m = m.Uint(eventType, typeEnd)
	for k := len(s.flows) - 1; k >= 0 && s.flows[k].depth == depth; k-- {
		x.flows.add(s.flows[k].event, x.uuid("flow", s.flows[k].event.Index))
		s.flows = s.flows[:k]
	}
	m = x.flows.write(m)
	x.out.packets = m.Close(event).Close(packet)
}

func (x *exporter) count(s *sequence, e trace.Event) {
	uuid := x.uuid("counter", int64(e.Track), int64(e.Name))
	if !s.counter[e.Name] {
		s.counter[e.Name] = true
		x.describeCounter(s, uuid, x.t.Names[e.Name])
	}
	m, packet := x.packet(s, e.Time)
	m, event := m.Open(packetTrackEvent)
	m = m.Uint(eventType, typeCounter).Uint(eventTrack, uuid)
	if n, ok := whole(e.Value); ok {
		m = m.Uint(eventCounter, uint64(n))
	} else {
		m = m.Double(eventDouble, e.Value)
	}
	x.out.packets = m.Close(event).Close(packet)
}

// whole returns v as an integer if it is one that a float64 holds exactly.
func whole(v float64) (n int64, ok bool) {
	if math.Abs(v) > 1<<53 || v != math.Trunc(v) || v == 0 && math.Signbit(v) {
		return 0, false
	}
	return int64(v), true
}

// internEvent gives the name of an event its number, once per sequence.
func (s *sequence) internEvent(m protowire.Message, t *trace.Trace, name int32) protowire.Message {
	if s.names[name] {
		return m
	}
	s.names[name] = true
	return intern(m, internedEvents, uint64(name)+1, t.Names[name])
}

// internKey does the same for the name of an annotation. Those from
// len(t.Names) on are indexKeys.
func (s *sequence) internKey(m protowire.Message, t *trace.Trace, key int32) protowire.Message {
	if s.keys[key] {
		return m
	}
	s.keys[key] = true
	if k := int(key) - len(t.Names); k >= 0 {
		return intern(m, internedAnnotations, uint64(key)+1, indexKeys[k])
	}
	return intern(m, internedAnnotations, uint64(key)+1, t.Names[key])
}

// intern appends interned data of one entry. A packet may have several such
// fields: protobuf merges them.
func intern(m protowire.Message, kind int, id uint64, text string) protowire.Message {
	m, data := m.Open(packetInterned)
	m, entry := m.Open(kind)
	return m.Uint(internedID, id).Text(internedText, text).Close(entry).Close(data)
}
