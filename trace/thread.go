package trace

import (
	"math"
	"sync/atomic"
)

const (
	maxDepth = 128 // ranges open at once on a thread; deeper ones are dropped
	maxBegin = 26  // bytes of a begin: kind, name, ticks, index
	maxEnd   = 11  // bytes of an end
	maxFrame = 26  // bytes of an open range at the start of a chunk
)

// A Name is an interned string of a [Recorder].
type Name int32

// A Thread records what one goroutine does. Its methods may be called by one
// goroutine at a time, and do nothing on a nil Thread.
//
// A range is recorded whole or not at all: room for the ends of all open ranges is
// kept free. If there is no room for a begin, its range and all ranges within are
// dropped and counted.
type Thread struct {
	rec     *Recorder
	clock   *clock
	cur     *chunk
	n       int    // bytes of cur that are used
	begins  uint32 // ranges that begin in cur
	depth   int    // open ranges
	skip    int    // open ranges that are dropped
	last    Stamp
	stack   [maxDepth]frame
	id      uint32
	nextSeq uint32
	before  uint64 // ranges that began before cur

	want          atomic.Bool           // the writer asks for cur, though not full
	current       atomic.Pointer[chunk] // cur, for the writer
	dropped       atomic.Uint64         // ranges
	droppedEvents atomic.Uint64

	free chan *chunk // empty
	full chan *chunk // to be written, in order; has room for all

	// Of the writer alone.
	seen, saved         *chunk
	seenUsed, savedUsed uint64
	counted             uint64 // chunk whose ranges were counted, +1
	countedRanges       uint64
}

// A frame is an open range.
type frame struct {
	index int64
	begin Stamp
	name  Name
}

// A chunk is a buffer of events with room for the chunk header.
type chunk struct {
	data  []byte
	start int           // bytes used when it has no events
	used  atomic.Uint64 // ranges<<32 | bytes: what the writer may read
}

// Now reads the clock, for ranges that share a reading. It is 0 on a nil Thread.
func (t *Thread) Now() Stamp {
	if t == nil {
		return 0
	}
	if t.clock.counter { // as in now, without a call
		return Stamp(counter())
	}
	return t.clock.now()
}

func (t *Thread) now() Stamp {
	if t.clock.counter {
		return Stamp(counter())
	}
	return t.clock.now()
}

// Begin opens a range inside the innermost open one.
func (t *Thread) Begin(n Name) {
	if t != nil {
		t.beginNow(n, NoIndex)
	}
}

// BeginIndex opens a range with a number, such as the number of an iteration.
func (t *Thread) BeginIndex(n Name, index int64) {
	if t != nil {
		t.beginNow(n, index)
	}
}

// BeginAt opens a range at a stamp of [Thread.Now]; index may be NoIndex. A stamp
// before the stamp of the last event is replaced by it, here and below.
func (t *Thread) BeginAt(n Name, index int64, s Stamp) {
	if t != nil {
		t.begin(n, index, s)
	}
}

// End closes the innermost open range.
func (t *Thread) End() {
	if t != nil {
		t.endNow()
	}
}

// EndAt closes the innermost open range at a stamp.
func (t *Thread) EndAt(s Stamp) {
	if t != nil {
		t.end(s)
	}
}

// Counter says that the counter n has the value v from now on.
func (t *Thread) Counter(n Name, v float64) {
	if t != nil {
		t.valueNow(codeCounter, n, v)
	}
}

// CounterAt says that the counter n has the value v from a stamp on.
func (t *Thread) CounterAt(n Name, v float64, s Stamp) {
	if t != nil {
		t.value(codeCounter, n, v, s)
	}
}

// Arg gives the innermost open range an argument. It has the time of the last
// event and reads no clock.
func (t *Thread) Arg(n Name, v float64) {
	if t != nil {
		t.value(codeArg, n, v, t.last)
	}
}

// Instant says that something happened.
func (t *Thread) Instant(n Name) {
	if t != nil {
		t.valueNow(codeInstant, n, 0)
	}
}

// beginNow, endNow and valueNow are apart so that a nil Thread costs no call.
func (t *Thread) beginNow(n Name, index int64) { t.begin(n, index, t.now()) }

func (t *Thread) endNow() { t.end(t.now()) }

func (t *Thread) valueNow(code byte, n Name, v float64) { t.value(code, n, v, t.now()) }

func (t *Thread) begin(n Name, index int64, s Stamp) {
	if t.skip > 0 || t.depth >= maxDepth || t.tight() || t.want.Load() {
		if !t.room() {
			t.skip++
			t.dropped.Add(1)
			return
		}
	}
	if s < t.last {
		s = t.last
	}
	b, p := t.cur.data, t.n
	code := byte(codeBegin)
	if index != NoIndex {
		code = codeBeginIndex
	}
	p = putTag(b, p, code, n)
	p = putUvarint(b, p, uint64(s-t.last))
	if index != NoIndex {
		p = putUvarint(b, p, zigzag(index))
	}
	t.stack[t.depth] = frame{index, s, n}
	t.depth++
	t.begins++
	t.last = s
	t.n = p
	t.cur.used.Store(uint64(t.begins)<<32 | uint64(p))
}

func (t *Thread) end(s Stamp) {
	if t.skip > 0 {
		t.skip--
		return
	}
	if t.depth > 0 {
		t.depth-- // its end has room
	} else if t.tight() && !t.room() {
		t.droppedEvents.Add(1)
		return
	}
	if s < t.last {
		s = t.last
	}
	b := t.cur.data
	b[t.n] = codeEnd
	p := putUvarint(b, t.n+1, uint64(s-t.last))
	t.last = s
	t.n = p
	t.cur.used.Store(uint64(t.begins)<<32 | uint64(p))
}

func (t *Thread) value(code byte, n Name, v float64, s Stamp) {
	lost := t.skip > 0 && code == codeArg // it belongs to a range that is dropped
	if lost || (t.tight() || t.want.Load()) && !t.space() {
		t.droppedEvents.Add(1)
		return
	}
	if s < t.last {
		s = t.last
	}
	b := t.cur.data
	p := putTag(b, t.n, code, n)
	p = putUvarint(b, p, uint64(s-t.last))
	if code != codeInstant {
		le.PutUint64(b[p:], math.Float64bits(v))
		p += 8
	}
	t.last = s
	t.n = p
	t.cur.used.Store(uint64(t.begins)<<32 | uint64(p))
}

// tight reports whether cur has no room for one more event besides the ends of
// the open ranges and its own.
func (t *Thread) tight() bool {
	return t.n+maxBegin+(t.depth+1)*maxEnd > len(t.cur.data)
}

// room makes room for a begin where that is possible.
func (t *Thread) room() bool {
	return t.skip == 0 && t.depth < maxDepth && t.space()
}

// space makes room for an event, in another chunk when cur is full or wanted.
func (t *Thread) space() bool { return t.spaceFor(maxBegin) }

// spaceFor is space for an event of so many bytes.
func (t *Thread) spaceFor(size int) bool {
	if t.rec.closed.Load() {
		return false
	}
	if full := t.n+size+(t.depth+1)*maxEnd > len(t.cur.data); full || t.want.Load() && t.n > t.cur.start {
		select {
		case c := <-t.free:
			t.change(c)
		default:
			return !full
		}
	}
	t.want.Store(false)
	return true
}

// change hands cur to the writer and goes on in c.
func (t *Thread) change(c *chunk) {
	old := t.cur
	t.before += uint64(t.begins)
	t.open(c)
	if old != nil {
		t.full <- old
		select {
		case t.rec.wake <- struct{}{}:
		default:
		}
	}
}

// open makes c, which is empty, the current chunk.
func (t *Thread) open(c *chunk) {
	prefix := c.data[headerSize:]
	le.PutUint32(prefix[0:], t.id)
	le.PutUint32(prefix[4:], t.nextSeq)
	le.PutUint64(prefix[8:], uint64(t.last))
	le.PutUint64(prefix[32:], t.before)
	p := putUvarint(c.data, headerSize+prefixSize, uint64(t.depth))
	for _, f := range t.stack[:t.depth] {
		p = putUvarint(c.data, p, uint64(f.name))
		has := byte(1)
		if f.index == NoIndex {
			f.index, has = 0, 0
		}
		p = putUvarint(c.data, p, zigzag(f.index))
		c.data[p] = has
		p = putUvarint(c.data, p+1, uint64(t.last-f.begin))
	}
	t.nextSeq++
	t.cur, t.n, t.begins = c, p, 0
	c.start = p
	c.used.Store(uint64(p))
	t.current.Store(c)
}

func putTag(b []byte, p int, code byte, n Name) int {
	if uint32(n) < longName {
		b[p] = code | byte(n)<<3
		return p + 1
	}
	b[p] = code | longName<<3
	return putUvarint(b, p+1, uint64(uint32(n)))
}

// putUvarint writes x at b[p:] and returns where it ends.
func putUvarint(b []byte, p int, x uint64) int {
	for x >= 0x80 {
		b[p] = byte(x) | 0x80
		x >>= 7
		p++
	}
	b[p] = byte(x)
	return p + 1
}

func zigzag(x int64) uint64 { return uint64(x)<<1 ^ uint64(x>>63) }
