package trace

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
)

// A decoder turns the chunks of a file into events.
type decoder struct {
	file   *file
	buf    []byte
	tracks []trackState
	yield  func(Event) bool
	done   bool // the consumer has enough
}

// A trackState is what carries over from one chunk of a track to the next.
type trackState struct {
	stack []openRange // outermost first
	tick  uint64      // of the last event
}

// An openRange is a range that has begun.
type openRange struct {
	tick  uint64
	index int64
	name  int32
}

func (f *file) events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		d := decoder{file: f, tracks: make([]trackState, f.tracks), yield: yield}
		for i := range f.chunks {
			c := &f.chunks[i]
			if err := d.chunk(c); err != nil && f.err == nil {
				f.err = fmt.Errorf("offset %d: %w", c.offset, err)
			}
			if d.done {
				return
			}
		}
	}
}

// chunk yields the events of a chunk.
func (d *decoder) chunk(c *eventChunk) error {
	n := int(headerSize + c.head.length)
	if cap(d.buf) < n {
		d.buf = make([]byte, n)
	}
	b := d.buf[:n]
	if got, err := d.file.src.ReadAt(b, c.offset); got < n {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	if h, ok := parseHead(b); !ok || h != c.head || castagnoli(b[headerSize:]) != h.crc {
		return fmt.Errorf("chunk changed since the file was opened")
	}
	b = b[headerSize:]
	base := le.Uint64(b[8:])
	f := fields{b[prefixSize:], true}
	stack := d.readStack(&f, base)
	if !f.ok {
		return &SyntaxError{Offset: c.offset, Msg: "open ranges of the chunk are malformed"}
	}
	t := &d.tracks[c.track]
	d.reconcile(t, stack, c.track)
	t.tick = max(t.tick, base)
	if d.done {
		return nil
	}
	if p := d.run(f.b, t, c.track); p >= 0 {
		at := c.offset + headerSize + int64(len(b)-len(f.b)+p)
		return &SyntaxError{Offset: at, Msg: "malformed event"}
	}
	return nil
}

// readStack reads the ranges that are open at the start of a chunk.
func (d *decoder) readStack(f *fields, base uint64) []openRange {
	depth := f.uvarint()
	var stack []openRange
	for ; depth > 0 && f.ok; depth-- {
		r := openRange{name: d.name(f.uvarint()), index: f.varint()}
		if len(f.b) == 0 {
			f.ok = false
			break
		}
		if f.b[0] == 0 {
			r.index = NoIndex
		}
		f.b = f.b[1:]
		r.tick = base - min(f.uvarint(), base)
		stack = append(stack, r)
	}
	return stack
}

func (d *decoder) name(id uint64) int32 {
	return int32(min(id, uint64(max(d.file.names-1, 0))))
}

// reconcile makes the open ranges those of the start of a chunk. They differ
// after chunks that are missing: ranges that ended there end at the last time
// seen, and those that began there begin at their time.
func (d *decoder) reconcile(t *trackState, want []openRange, track int32) {
	same := 0
	for same < len(want) && same < len(t.stack) && want[same] == t.stack[same] {
		same++
	}
	for len(t.stack) > same && !d.done {
		top := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		d.emit(Event{Time: d.ns(t.tick), Index: NoIndex, Track: track, Name: top.name, Kind: End})
	}
	for _, r := range want[same:] {
		if d.done {
			return
		}
		t.tick = max(t.tick, r.tick)
		d.emit(Event{Time: d.ns(t.tick), Index: r.index, Track: track, Name: r.name, Kind: Begin})
		t.stack = append(t.stack, r)
	}
}

func (d *decoder) emit(e Event) { d.done = !d.yield(e) }

func (d *decoder) ns(tick uint64) int64 {
	line := d.file.line
	return line[line.find(tick)].at(tick)
}

// run yields the events of b and returns -1, or where one is malformed.
func (d *decoder) run(b []byte, t *trackState, track int32) int {
	line := d.file.line
	seg := line.find(t.tick)
	last := uint64(max(d.file.names-1, 0))
	for p := 0; p < len(b); {
		start := p
		code := b[p] & 7
		name := uint64(b[p] >> 3)
		p++
		if name == longName {
			x, n := binary.Uvarint(b[p:])
			if n <= 0 {
				return start
			}
			name, p = x, p+n
		}
		if code == codePattern {
			n := d.pattern(name, b[p:], t, track, &seg)
			if n == 0 {
				return start
			}
			if p += n; d.done {
				return -1
			}
			continue
		}
		delta, n := uvarint(b[p:])
		if n <= 0 || t.tick+delta < t.tick {
			return start
		}
		p += n
		t.tick += delta
		for seg+1 < len(line) && t.tick >= line[seg+1].tick {
			seg++
		}
		e := Event{Time: line[seg].at(t.tick), Index: NoIndex, Track: track, Name: int32(min(name, last))}
		switch code {
		case codeBegin:
			t.stack = append(t.stack, openRange{t.tick, NoIndex, e.Name})
		case codeBeginIndex:
			x, n := uvarint(b[p:])
			if n <= 0 {
				return start
			}
			p += n
			e.Index = int64(x>>1) ^ -int64(x&1)
			t.stack = append(t.stack, openRange{t.tick, e.Index, e.Name})
		case codeEnd:
			e.Kind, e.Name = End, -1
			if k := len(t.stack) - 1; k >= 0 {
				e.Name = t.stack[k].name
				t.stack = t.stack[:k]
			}
		case codeCounter, codeArg:
			if len(b)-p < 8 {
				return start
			}
			e.Kind = Counter + Kind(code-codeCounter)
			e.Value = math.Float64frombits(le.Uint64(b[p:]))
			p += 8
		case codeInstant:
			e.Kind = Instant
		case codeFlow:
			x, n := uvarint(b[p:])
			if n <= 0 || name > 1 {
				return start
			}
			p += n
			e.Kind, e.Name = FlowOut+Kind(name), -1
			e.Index = int64(x>>1) ^ -int64(x&1)
		}
		if !d.yield(e) {
			d.done = true
			return -1
		}
	}
	return -1
}

// uvarint is binary.Uvarint with its most common case in line.
func uvarint(b []byte) (uint64, int) {
	if len(b) > 1 {
		if b[0] < 0x80 {
			return uint64(b[0]), 1
		}
		if b[1] < 0x80 {
			return uint64(b[0]&0x7f) | uint64(b[1])<<7, 2
		}
	}
	return binary.Uvarint(b)
}
