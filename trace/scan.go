package trace

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
)

// take uses the payload of a chunk. It reports false when the payload is not
// what the format says.
func (s *scanner) take(h chunkHead, b []byte) bool {
	switch h.kind {
	case chunkHeader:
		var head Header
		if json.Unmarshal(b, &head) != nil {
			return false
		}
		s.trace.Header = head
	case chunkNames:
		return s.takeNames(b)
	case chunkTrack:
		return s.takeTrack(b)
	case chunkEvents:
		return s.takeEvents(h, b)
	case chunkAnchor:
		if len(b) != 16 {
			return false
		}
		s.anchors = append(s.anchors, anchor{le.Uint64(b), int64(le.Uint64(b[8:]))})
	case chunkCounts:
		var c Counts
		if json.Unmarshal(b, &c) != nil {
			return false
		}
		s.trace.Counts = c
	case chunkPatterns:
		return s.takePatterns(b)
	case chunkBlobs:
		return s.takeBlobs(h, b)
	case chunkMore:
		var m moreTables
		if json.Unmarshal(b, &m) != nil || m.Flows < 0 {
			return false
		}
		m.Flows = min(m.Flows, s.size) // an event of each is in the file; readers make tables of them
		s.more = m
	case chunkEndKey:
		if !json.Valid(b) {
			return false
		}
		s.trace.EndKey = bytes.Clone(b)
	case chunkEnd:
		if len(b) != 24 {
			return false
		}
		s.end = int64(le.Uint64(b))
		s.trace.Loss.Dropped = int64(le.Uint64(b[8:]))
		s.trace.Loss.Events = int64(le.Uint64(b[16:]))
	}
	return true
}

// A fields reads the fields of a payload. It is empty after one that is bad.
type fields struct {
	b  []byte
	ok bool
}

func (f *fields) uvarint() uint64 {
	x, n := binary.Uvarint(f.b)
	if n <= 0 {
		f.b, f.ok = nil, false
		return 0
	}
	f.b = f.b[n:]
	return x
}

func (f *fields) varint() int64 {
	u := f.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (f *fields) text() string {
	n := f.uvarint()
	if n > uint64(len(f.b)) {
		f.b, f.ok = nil, false
		return ""
	}
	s := string(f.b[:n])
	f.b = f.b[n:]
	return s
}

func (s *scanner) takeNames(b []byte) bool {
	f := fields{b, true}
	id, count := f.uvarint(), f.uvarint()
	if !f.ok || id > maxNames || count > uint64(len(f.b)) || id+count > maxNames || id+count > uint64(s.size) {
		return false
	}
	for ; count > 0; count-- {
		name := f.text()
		if !f.ok {
			return false
		}
		for uint64(len(s.known)) <= id {
			s.known = append(s.known, false)
			s.trace.Names = append(s.trace.Names, "")
		}
		s.known[id], s.trace.Names[id] = true, name
		id++
	}
	return len(f.b) == 0
}

func (s *scanner) takeTrack(b []byte) bool {
	f := fields{b, true}
	id := f.uvarint()
	t := Track{
		Process: f.varint(), Thread: f.varint(), Device: int32(f.varint()),
		Context: int32(f.varint()), Stream: int32(f.varint()), Rank: int32(f.varint()), Name: f.text(),
	}
	if !f.ok || len(f.b) != 0 || id > 1<<32-1 {
		return false
	}
	s.trace.Tracks[s.track(uint32(id))] = t
	return true
}

// track returns the index of a track of the file, which is made when it is new.
func (s *scanner) track(id uint32) int32 {
	i, ok := s.byID[id]
	if !ok {
		i = int32(len(s.trace.Tracks))
		s.byID[id] = i
		s.trace.Tracks = append(s.trace.Tracks, Track{
			Process: s.trace.Header.PID, Thread: int64(id) + 1, Device: -1,
			Name: fmt.Sprintf("(lost track %d)", id),
		})
	}
	return i
}

func (s *scanner) takeEvents(h chunkHead, b []byte) bool {
	if len(b) < prefixSize {
		return false
	}
	s.anchors = append(s.anchors, anchor{le.Uint64(b[16:]), int64(le.Uint64(b[24:]))})
	s.file.chunks = append(s.file.chunks, eventChunk{
		offset: s.off, head: h, track: s.track(le.Uint32(b)), seq: le.Uint32(b[4:]),
		base: le.Uint64(b[8:]), written: le.Uint64(b[16:]), before: le.Uint64(b[32:]), dropped: le.Uint64(b[40:]), events: le.Uint64(b[48:]),
	})
	return true
}

// orderChunks drops chunks that a later one replaces, brings those of each
// track into sequence at the places the track has in the file, and counts what
// is missing.
func (s *scanner) orderChunks() {
	f := s.file
	byTrack := make([][]eventChunk, len(s.trace.Tracks))
	for _, c := range f.chunks {
		byTrack[c.track] = append(byTrack[c.track], c)
	}
	var read, gaps, dropped, events int64
	for i, list := range byTrack {
		slices.SortStableFunc(list, func(a, b eventChunk) int { return int(int64(a.seq) - int64(b.seq)) })
		list = slices.CompactFunc(reversed(list), func(a, b eventChunk) bool { return a.seq == b.seq })
		list = reversed(list)
		byTrack[i] = list
		if len(list) == 0 {
			continue
		}
		var got int64
		for _, c := range list {
			got += c.head.ranges
		}
		last := list[len(list)-1]
		read += got
		gaps += max(int64(last.before)+last.head.ranges-got, 0)
		dropped += int64(last.dropped)
		events += int64(last.events)
		s.trace.Missing = append(s.trace.Missing, f.missing(list)...)
	}
	out := f.chunks[:0]
	for _, c := range f.chunks {
		if list := byTrack[c.track]; len(list) > 0 {
			out = append(out, list[0])
			byTrack[c.track] = list[1:]
		}
	}
	f.chunks = out
	s.countLoss(read, gaps, dropped, events)
}

func (s *scanner) countLoss(read, gaps, dropped, events int64) {
	l := &s.trace.Loss
	if s.end >= 0 {
		l.Ranges = max(s.end-read, 0)
		return
	}
	l.Ranges = gaps
	if l.Chunks > 0 {
		l.Ranges = max(gaps, s.damaged)
	}
	l.Dropped, l.Events = max(dropped, 0), max(events, 0)
}

func reversed(list []eventChunk) []eventChunk {
	slices.Reverse(list)
	return list
}
