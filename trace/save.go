package trace

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

const (
	saveChunk  = 64 << 10 // bytes of events of a track after which they are written
	saveMemory = 32 << 20 // bytes of events of all tracks after which they are written
	saveOpen   = 8 << 20  // bytes that the open ranges of a track may take at the start of a chunk
	saveDeep   = 12 << 20 // bytes of events of a track after which they are written however many ranges are open
)

// Save writes t, of any origin, as a capture file from which [Read] restores the
// trace: header, names and their sorts, tracks, processes, counts, blobs, the key at
// the end and all events, with the events of each track in their order. Ticks of the
// file are nanoseconds.
//
// Loss is kept as far as the format has a place for it: dropped data, missing
// ranges, and whether the program closed the trace. Names are cut at 64 KiB.
//
// It is an error if an event refers to a track or a name that does not exist, has a
// negative time or an earlier time than the event before it on its track, or ends a
// range that is not the innermost. It is also an error if more ranges are open on a
// track than 8 MiB hold, more than half a million: the format cannot hold that.
// Flows make it a file of version 2, which readers of version 1 refuse.
//
// Memory is some 32 MiB and the open ranges, for any number of events.
func Save(w io.Writer, t *Trace) error {
	s := saver{w: w, t: t, tracks: make([]savedTrack, len(t.Tracks))}
	if err := s.tables(); err != nil {
		return err
	}
	if err := s.blobs(); err != nil {
		return err
	}
	for e := range t.Events() {
		if err := s.event(&e); err != nil {
			return err
		}
	}
	if err := t.Err(); err != nil {
		return err
	}
	return s.finish()
}

// A saver is a trace that is being written.
type saver struct {
	w      io.Writer
	t      *Trace
	tracks []savedTrack
	used   int   // bytes of events that are not written
	ranges int64 // that were written
	last   int64 // ns: the latest time
}

// A savedTrack is a track and the chunk of it that grows.
type savedTrack struct {
	chunk  []byte // with room for the chunk header; empty when there are no new events
	stack  []openRange
	last   int64 // time of its last event
	before int64 // ranges that began before the chunk
	begins int64 // ranges that begin in the chunk
	seq    uint32
}

func (s *saver) write(b []byte, kind byte, ranges uint32) error {
	if n := len(b) - headerSize; n > maxPayload {
		return fmt.Errorf("writing trace: chunk of type %d has %d bytes, want at most %d", kind, n, maxPayload)
	}
	putHeader(b, kind, ranges)
	_, err := s.w.Write(b)
	return err
}

func (s *saver) writeJSON(kind byte, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.write(append(make([]byte, headerSize, headerSize+len(text)), text...), kind, 0)
}

func (s *saver) anchor(ns int64) error {
	b := le.AppendUint64(make([]byte, headerSize, headerSize+16), uint64(ns))
	return s.write(le.AppendUint64(b, uint64(ns)), chunkAnchor, 0)
}

// tables writes all that is known before the first event.
func (s *saver) tables() error {
	first := magic
	if s.t.Flows > 0 {
		first = magicFlows
	}
	if _, err := io.WriteString(s.w, first); err != nil {
		return err
	}
	if err := s.writeJSON(chunkHeader, s.t.Header); err != nil {
		return err
	}
	if err := s.anchor(0); err != nil {
		return err
	}
	if n := len(s.t.Names); n > maxNames {
		return fmt.Errorf("writing trace: %d names, want at most %d", n, maxNames)
	}
	if err := s.names(); err != nil {
		return err
	}
	for i, t := range s.t.Tracks {
		t.Name = t.Name[:min(len(t.Name), maxName)]
		if err := s.write(appendTrack(make([]byte, headerSize), uint32(i), t), chunkTrack, 0); err != nil {
			return err
		}
	}
	if m := moreOf(s.t); !m.empty() {
		return s.writeJSON(chunkMore, m)
	}
	return nil
}

func (s *saver) names() error {
	list := s.t.Names
	for from := 0; from < len(list); {
		n, size := from, 0
		for n < len(list) && (n == from || size < 1<<20) {
			size += len(list[n])
			n++
		}
		b := binary.AppendUvarint(make([]byte, headerSize), uint64(from))
		b = binary.AppendUvarint(b, uint64(n-from))
		for _, name := range list[from:n] {
			name = name[:min(len(name), maxName)]
			b = append(binary.AppendUvarint(b, uint64(len(name))), name...)
		}
		if err := s.write(b, chunkNames, 0); err != nil {
			return err
		}
		from = n
	}
	return nil
}

// wrong is the error of an event that the format cannot hold.
func (s *saver) wrong(e *Event, format string, args ...any) error {
	return fmt.Errorf("writing trace: track %d, %d ns: %s", e.Track, e.Time, fmt.Sprintf(format, args...))
}

// check returns what is wrong with an event whose track is t.
func (s *saver) check(t *savedTrack, e *Event) error {
	flow := e.Kind == FlowOut || e.Kind == FlowIn
	switch {
	case flow && (e.Index < 0 || e.Index >= s.t.Flows):
		return s.wrong(e, "flow %d, want a flow below %d", e.Index, s.t.Flows)
	case flow && e.Name >= 0:
		return s.wrong(e, "flow with name %d, want no name", e.Name)
	case e.Name < 0 && e.Kind != End && !flow || int(e.Name) >= len(s.t.Names):
		return s.wrong(e, "event with name %d, want a name below %d", e.Name, len(s.t.Names))
	case e.Time < 0:
		return s.wrong(e, "event before the start of the trace")
	case e.Time < t.last:
		return s.wrong(e, "event after an event at %d ns", t.last)
	case e.Kind > FlowIn:
		return s.wrong(e, "event of kind %d, want at most %d", e.Kind, FlowIn)
	}
	if k := len(t.stack) - 1; e.Kind == End && k >= 0 && e.Name >= 0 && t.stack[k].name != e.Name {
		return s.wrong(e, "end of %s inside of %s", s.t.Names[e.Name], s.t.Names[t.stack[k].name])
	}
	return nil
}

func (s *saver) event(e *Event) error {
	if e.Track < 0 || int(e.Track) >= len(s.tracks) {
		return s.wrong(e, "want a track below %d", len(s.tracks))
	}
	t := &s.tracks[e.Track]
	if err := s.check(t, e); err != nil {
		return err
	}
	if len(t.chunk) == 0 {
		t.open(uint32(e.Track), e.Time)
		s.used += len(t.chunk)
		if len(t.chunk) > saveOpen {
			return s.wrong(e, "event with %d open ranges, more than fit into a chunk", len(t.stack))
		}
	}
	size := len(t.chunk)
	t.add(e)
	s.used += len(t.chunk) - size
	s.last = max(s.last, e.Time)
	switch {
	case len(t.chunk) >= saveChunk && len(t.chunk) >= min(8*maxFrame*len(t.stack), saveDeep):
		return s.flush(t)
	case s.used >= saveMemory:
		return s.flushAll()
	}
	return nil
}

// open begins a chunk whose first event is at a time.
func (t *savedTrack) open(id uint32, at int64) {
	b := append(t.chunk[:0], make([]byte, headerSize+prefixSize)...)
	p := b[headerSize:]
	le.PutUint32(p[0:], id)
	le.PutUint32(p[4:], t.seq)
	le.PutUint64(p[8:], uint64(at))
	le.PutUint64(p[16:], uint64(at))
	le.PutUint64(p[24:], uint64(at))
	le.PutUint64(p[32:], uint64(t.before))
	b = binary.AppendUvarint(b, uint64(len(t.stack)))
	for _, r := range t.stack {
		b = binary.AppendUvarint(b, uint64(r.name))
		index, has := r.index, byte(1)
		if index == NoIndex {
			index, has = 0, 0
		}
		b = append(binary.AppendVarint(b, index), has)
		b = binary.AppendUvarint(b, uint64(at)-r.tick)
	}
	t.chunk, t.last = b, at
}

// add writes an event that was checked into the chunk.
func (t *savedTrack) add(e *Event) {
	code, name := byte(codeBegin), uint32(e.Name)
	switch e.Kind {
	case Begin:
		if e.Index != NoIndex {
			code = codeBeginIndex
		}
		t.stack = append(t.stack, openRange{uint64(e.Time), e.Index, e.Name})
		t.begins++
	case End:
		code, name = codeEnd, 0
		t.stack = t.stack[:max(len(t.stack)-1, 0)]
	case Counter:
		code = codeCounter
	case Arg:
		code = codeArg
	case Instant:
		code = codeInstant
	case FlowOut, FlowIn:
		code, name = codeFlow, uint32(e.Kind-FlowOut)
	}
	b := t.chunk
	if name < longName {
		b = append(b, code|byte(name)<<3)
	} else {
		b = binary.AppendUvarint(append(b, code|longName<<3), uint64(name))
	}
	b = binary.AppendUvarint(b, uint64(e.Time-t.last))
	switch code {
	case codeBeginIndex, codeFlow:
		b = binary.AppendVarint(b, e.Index)
	case codeCounter, codeArg:
		b = le.AppendUint64(b, math.Float64bits(e.Value))
	}
	t.chunk, t.last = b, e.Time
}

// flush writes the chunk of a track.
func (s *saver) flush(t *savedTrack) error {
	s.used -= len(t.chunk)
	err := s.write(t.chunk, chunkEvents, uint32(t.begins))
	t.before += t.begins
	s.ranges += t.begins
	t.begins, t.chunk = 0, t.chunk[:0]
	t.seq++
	return err
}

func (s *saver) flushAll() error {
	for i := range s.tracks {
		t := &s.tracks[i]
		if len(t.chunk) == 0 {
			continue
		}
		if err := s.flush(t); err != nil {
			return err
		}
		if cap(t.chunk) > 4<<10 {
			t.chunk = nil // many tracks do not keep much each
		}
	}
	return nil
}

// noteLoss says what is missing in a last chunk of the first track, for a file
// without an end mark.
func (s *saver) noteLoss() error {
	l := s.t.Loss
	if len(s.tracks) == 0 || l.Dropped <= 0 && l.Events <= 0 && l.Ranges <= 0 {
		return nil
	}
	t := &s.tracks[0]
	t.before += max(l.Ranges, 0)
	t.open(0, t.last)
	p := t.chunk[headerSize:]
	le.PutUint64(p[40:], uint64(max(l.Dropped, 0)))
	le.PutUint64(p[48:], uint64(max(l.Events, 0)))
	return s.flush(t)
}

func (s *saver) finish() error {
	if err := s.flushAll(); err != nil {
		return err
	}
	if err := s.writeJSON(chunkCounts, s.t.Counts); err != nil {
		return err
	}
	if s.t.EndKey != nil {
		if err := s.writeJSON(chunkEndKey, s.t.EndKey); err != nil {
			return err
		}
	}
	if err := s.anchor(max(s.last, s.t.Last)); err != nil {
		return err
	}
	if s.t.Loss.Open {
		return s.noteLoss()
	}
	l := s.t.Loss
	end := le.AppendUint64(make([]byte, headerSize), uint64(s.ranges+max(l.Ranges, 0)))
	end = le.AppendUint64(end, uint64(max(l.Dropped, 0)))
	return s.write(le.AppendUint64(end, uint64(max(l.Events, 0))), chunkEnd, 0)
}
