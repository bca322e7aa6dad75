package trace

import (
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"math"
	"math/bits"
)

// A decoder turns the chunks of a file into events.
type decoder struct {
	file   *file
	buf    []byte
	tracks []trackState
	out    []Event                               // decoded events, at most as many as it has room for
	use    func([]Event) (empty []Event, _ bool) // takes them for other room, and says whether it wants more
	done   bool                                  // the consumer has enough
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

// events yields the events of the file.
func (f *file) events() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		f.batches(make([]Event, 0, batchSize), func(batch []Event) ([]Event, bool) {
			for _, e := range batch {
				if !yield(e) {
					return nil, false
				}
			}
			return batch[:0], true
		})
	}
}

// batches calls use with the events of the file, as many at a time as there is room for
// in what use returned before.
func (f *file) batches(room []Event, use func(batch []Event) (room []Event, more bool)) {
	d := decoder{file: f, tracks: make([]trackState, f.tracks), out: room, use: use}
	for i := range f.chunks {
		c := &f.chunks[i]
		err := d.chunk(c)
		if err != nil && f.err == nil {
			f.err = fmt.Errorf("offset %d: %w", c.offset, err)
		}
		if d.done {
			return
		}
		if f.watch != nil {
			f.watch(headerSize + c.head.length)
		}
	}
	d.flush()
}

// flush hands over what was decoded.
func (d *decoder) flush() {
	if !d.done && len(d.out) > 0 {
		var more bool
		d.out, more = d.use(d.out)
		d.done = !more
	}
}

// chunk decodes the events of a chunk. Events before an error have been handed over,
// and there is no error when the consumer had enough by then.
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
		return d.stop(err)
	}
	if h, ok := parseHead(b); !ok || h != c.head || castagnoli(b[headerSize:]) != h.crc {
		return d.stop(fmt.Errorf("chunk changed since the file was opened"))
	}
	b = b[headerSize:]
	base := le.Uint64(b[8:])
	f := fields{b[prefixSize:], true}
	stack := d.readStack(&f, base)
	if !f.ok {
		return d.stop(&SyntaxError{Offset: c.offset, Msg: "open ranges of the chunk are malformed"})
	}
	t := &d.tracks[c.track]
	d.reconcile(t, stack, c.track)
	t.tick = max(t.tick, base)
	if d.done {
		return nil
	}
	if p := d.run(f.b, t, c.track); p >= 0 {
		at := c.offset + headerSize + int64(len(b)-len(f.b)+p)
		return d.stop(&SyntaxError{Offset: at, Msg: "malformed event"})
	}
	return nil
}

// stop returns an error at the next event, unless the consumer needs no more events.
func (d *decoder) stop(err error) error {
	if d.flush(); d.done {
		return nil
	}
	return err
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

func (d *decoder) emit(e Event) {
	if len(d.out) == cap(d.out) {
		d.flush()
	}
	if !d.done {
		d.out = append(d.out, e)
	}
}

func (d *decoder) ns(tick uint64) int64 {
	line := d.file.line
	return line[line.find(tick)].at(tick)
}

// run decodes the events of b and returns -1, or where one is malformed.
func (d *decoder) run(b []byte, t *trackState, track int32) int {
	line := d.file.line
	seg := line.find(t.tick)
	until := line.until(seg)
	last := uint64(max(d.file.names-1, 0))
	tick, stack, out := t.tick, t.stack, d.out // in registers
	bad := -1
	for p := 0; p < len(b); {
		start := p
		code := b[p] & 7
		name := uint64(b[p] >> 3)
		p++
		if name == longName {
			x, n := binary.Uvarint(b[p:])
			if n <= 0 {
				bad = start
				break
			}
			name, p = x, p+n
		}
		if code == codePattern {
			t.tick, d.out = tick, out
			n := d.pattern(name, b[p:], t, track, &seg)
			if tick, out = t.tick, d.out; n == 0 {
				bad = start
				break
			}
			if p += n; d.done {
				break
			}
			until = line.until(seg)
			continue
		}
		delta, n := uvarint(b[p:])
		if n <= 0 || tick+delta < tick {
			bad = start
			break
		}
		p += n
		tick += delta
		for tick >= until && seg+1 < len(line) {
			seg++
			until = line.until(seg)
		}
		k := len(out)
		if k == cap(out) {
			d.out = out
			if d.flush(); d.done {
				break
			}
			out, k = d.out, len(d.out)
		}
		out = out[:k+1]
		e := &out[k] // is written field by field: a copy of an Event waits until its fields are in the cache
		e.Time, e.Index, e.Value, e.Track = line[seg].at(tick), NoIndex, 0, track
		e.Name, e.Kind = int32(min(name, last)), Begin
		switch code {
		case codeBegin:
			stack = append(stack, openRange{tick, NoIndex, e.Name})
		case codeEnd:
			e.Kind, e.Name = End, -1
			if top := len(stack) - 1; top >= 0 {
				e.Name = stack[top].name
				stack = stack[:top]
			}
		case codeInstant:
			e.Kind = Instant
		default:
			n := e.more(code, name, b[p:])
			if p += n; n <= 0 {
				bad, out = start, out[:k]
			} else if code == codeBeginIndex {
				stack = append(stack, openRange{tick, e.Index, e.Name})
			}
		}
		if bad >= 0 {
			break
		}
	}
	t.tick, t.stack, d.out = tick, stack, out
	return bad
}

// more reads from b what only some kinds of events have, and returns its length; 0 when
// it is malformed.
func (e *Event) more(code byte, name uint64, b []byte) int {
	if code == codeCounter || code == codeArg {
		if len(b) < 8 {
			return 0
		}
		e.Kind = Counter + Kind(code-codeCounter)
		e.Value = math.Float64frombits(le.Uint64(b))
		return 8
	}
	x, n := uvarint(b)
	if n <= 0 || code == codeFlow && name > 1 {
		return 0
	}
	e.Index = int64(x>>1) ^ -int64(x&1)
	if code == codeFlow {
		e.Kind, e.Name = FlowOut+Kind(name), -1
	}
	return n
}

// uvarint is binary.Uvarint with its most common cases in line: up to four bytes.
func uvarint(b []byte) (uint64, int) {
	if len(b) >= 8 {
		x := le.Uint64(b)
		if n := bits.TrailingZeros64(^x & 0x80808080); n < 32 {
			x &= 1<<(n+1) - 1
			return x&0x7f | x>>1&(0x7f<<7) | x>>2&(0x7f<<14) | x>>3&(0x7f<<21), n/8 + 1
		}
	}
	return binary.Uvarint(b)
}
