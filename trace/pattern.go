package trace

import (
	"encoding/binary"
	"math"
)

const (
	maxPatterns = 1 << 12
	maxSteps    = 64  // of a pattern
	maxMarks    = 24  // of a pattern
	maxValues   = 8   // of a pattern
	maxRecord   = 400 // bytes of a pattern in a chunk
)

// A Step is an event of a [Pattern].
type Step struct {
	Kind  Kind
	Name  Name // not of End
	Mark  int  // which of the marks is its time
	Value int  // which of the values is its, of Counter and Arg
	Index bool // Begin: it has the index
	Fixed int  // Begin without Index: its number, where it is not 0
}

// A Pattern is a sequence of events that always come together, such as the phases of
// an iteration: nested ranges with the counters and arguments among them. A [Thread]
// records one in a fraction of the time of its events. A program that is killed
// within a pattern leaves no event of the pattern.
type Pattern struct {
	id     uint32
	steps  []Step
	ranges uint32
	depth  int // ranges open at once
	marks  int
	values int
	index  bool
}

// Pattern defines a pattern. It takes a lock and is not for the hot path. A nil
// Recorder returns nil.
//
// It panics if a range is not closed or another not opened by the steps, if
// marks run backwards, and above 64 steps, 24 marks, 8 values or 4096 patterns.
func (r *Recorder) Pattern(steps ...Step) *Pattern {
	if r == nil {
		return nil
	}
	p, ok := newPattern(steps)
	if !ok {
		panic("trace: pattern is not valid")
	}
	r.tables.Lock()
	defer r.tables.Unlock()
	if len(r.patterns) == maxPatterns {
		panic("trace: too many patterns")
	}
	p.id = uint32(len(r.patterns))
	r.patterns = append(r.patterns, p)
	r.writePatterns()
	return p
}

// newPattern checks steps and counts what is in them.
func newPattern(steps []Step) (*Pattern, bool) {
	p := &Pattern{steps: steps}
	open, last := 0, 0
	for _, s := range steps {
		if s.Mark < last || s.Mark >= maxMarks || s.Value < 0 || s.Value >= maxValues {
			return nil, false
		}
		last = s.Mark
		p.marks = s.Mark + 1
		switch s.Kind {
		case Begin:
			open++
			p.ranges++
			p.depth = max(p.depth, open)
			p.index = p.index || s.Index
		case End:
			open--
		case Counter, Arg:
			p.values = max(p.values, s.Value+1)
		default:
			return nil, false
		}
		if open < 0 {
			return nil, false
		}
	}
	return p, open == 0 && len(steps) > 0 && len(steps) <= maxSteps
}

// Emit records the events of p, which must be of the same Recorder, at the marks and
// with the values given. index is the number of the begins that have a number. A
// mark that runs backwards is replaced by the mark before it.
//
// It panics if there are fewer marks or values than p has.
func (t *Thread) Emit(p *Pattern, index int64, marks []Stamp, values []float64) {
	if t != nil {
		t.emit(p, index, marks[:p.marks], values[:p.values])
	}
}

func (t *Thread) emit(p *Pattern, index int64, marks []Stamp, values []float64) {
	if t.skip > 0 || t.depth+p.depth > maxDepth || t.want.Load() || t.crowded() {
		if t.skip > 0 || t.depth+p.depth > maxDepth || !t.spaceFor(maxRecord) {
			t.dropped.Add(uint64(p.ranges))
			return
		}
	}
	b := t.cur.data
	at := putTag(b, t.n, codePattern, Name(p.id))
	n, last := at+2, t.last
	if p.index {
		n = putUvarint(b, n, zigzag(index))
	}
	for _, m := range marks {
		if m < last {
			m = last
		}
		n = putUvarint(b, n, uint64(m-last))
		last = m
	}
	for _, v := range values {
		le.PutUint64(b[n:], math.Float64bits(v))
		n += 8
	}
	le.PutUint16(b[at:], uint16(n-at-2))
	t.begins += p.ranges
	t.last = last
	t.n = n
	t.cur.used.Store(uint64(t.begins)<<32 | uint64(n))
}

// crowded is tight for a pattern.
func (t *Thread) crowded() bool {
	return t.n+maxRecord+(t.depth+1)*maxEnd > len(t.cur.data)
}

// writePatterns writes all patterns. The caller holds tables.
func (r *Recorder) writePatterns() {
	b := make([]byte, headerSize, headerSize+256)
	b = binary.AppendUvarint(b, uint64(len(r.patterns)))
	for _, p := range r.patterns {
		b = binary.AppendUvarint(b, uint64(len(p.steps)))
		for _, s := range p.steps {
			indexed := byte(0)
			if s.Index {
				indexed = 1
			}
			b = append(b, byte(s.Kind), byte(s.Mark), byte(s.Value), indexed)
			b = binary.AppendUvarint(b, uint64(uint32(s.Name)))
			b = binary.AppendVarint(b, int64(s.Fixed))
		}
	}
	r.writeChunk(b, chunkPatterns, 0)
}

// takePatterns reads what writePatterns wrote.
func (s *scanner) takePatterns(b []byte) bool {
	f := fields{b, true}
	count := f.uvarint()
	if count > maxPatterns || count > uint64(len(f.b)) {
		return false
	}
	var list []*Pattern
	for ; count > 0 && f.ok; count-- {
		steps := make([]Step, 0, min(f.uvarint(), maxSteps+1))
		for range cap(steps) {
			if len(f.b) < 6 {
				return false
			}
			step := Step{Kind: Kind(f.b[0]), Mark: int(f.b[1]), Value: int(f.b[2]), Index: f.b[3] != 0}
			f.b = f.b[4:]
			step.Name = Name(min(f.uvarint(), maxNames))
			step.Fixed = int(f.varint())
			steps = append(steps, step)
		}
		p, ok := newPattern(steps)
		if !ok {
			return false
		}
		list = append(list, p)
	}
	if !f.ok || len(f.b) != 0 {
		return false
	}
	s.file.patterns = list
	return true
}

// pattern decodes the events of a pattern, whose record starts at b with its
// length, and returns the bytes it takes; 0 when it is malformed. seg is the
// segment of the timeline of the event before, and becomes that of the last mark.
func (d *decoder) pattern(id uint64, b []byte, t *trackState, track int32, seg *int) int {
	if len(b) < 2 || len(b) < 2+int(le.Uint16(b)) {
		return 0
	}
	size := 2 + int(le.Uint16(b))
	if id >= uint64(len(d.file.patterns)) {
		if d.flush(); !d.done && d.file.err == nil {
			d.file.err = &SyntaxError{Msg: "the definition of a pattern is lost, so its ranges are lost, too"}
		}
		return size
	}
	p := d.file.patterns[id]
	f := fields{b[2:size], true}
	index := int64(NoIndex)
	if p.index {
		index = f.varint()
	}
	var times [maxMarks]int64
	line, at, tick := d.file.line, *seg, t.tick
	for k := range p.marks {
		delta, n := uvarint(f.b)
		if n <= 0 || tick+delta < tick {
			return 0
		}
		f.b = f.b[n:]
		tick += delta
		for at+1 < len(line) && tick >= line[at+1].tick {
			at++
		}
		times[k] = line[at].at(tick)
	}
	if !f.ok || len(f.b) != 8*p.values {
		return 0
	}
	d.expand(p, index, &times, f.b, track)
	t.tick, *seg = tick, at
	return size
}

// expand appends the events of a pattern.
func (d *decoder) expand(p *Pattern, index int64, times *[maxMarks]int64, values []byte, track int32) {
	var open [maxSteps]int32
	depth := 0
	last := max(d.file.names-1, 0)
	if cap(d.out)-len(d.out) < len(p.steps) {
		if d.flush(); d.done {
			return
		}
	}
	k := len(d.out)
	d.out = d.out[:k+len(p.steps)]
	for i := range p.steps {
		s := &p.steps[i]
		e := &d.out[k+i]
		e.Time, e.Index, e.Value, e.Track = times[s.Mark], NoIndex, 0, track
		e.Name, e.Kind = min(int32(s.Name), last), s.Kind
		switch s.Kind {
		case Begin:
			if s.Index {
				e.Index = index
			} else if s.Fixed != 0 {
				e.Index = int64(s.Fixed)
			}
			open[depth] = e.Name
			depth++
		case End:
			depth--
			e.Name = open[depth]
		default:
			e.Value = math.Float64frombits(le.Uint64(values[8*s.Value:]))
		}
	}
}
