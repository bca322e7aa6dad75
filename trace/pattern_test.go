package trace

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// phases is a pattern as an iteration makes it.
func phases(r *Recorder) (p *Pattern, outer, inner, value, other Name) {
	outer, inner, value, other = r.Name("outer"), r.Name("inner"), r.Name("value"), r.Name("other")
	return r.Pattern(
		Step{Kind: Begin, Name: outer, Index: true},
		Step{Kind: Begin, Name: inner},
		Step{Kind: End, Mark: 1},
		Step{Kind: Begin, Name: other, Mark: 1, Fixed: 7},
		Step{Kind: Arg, Name: value, Mark: 1, Value: 1},
		Step{Kind: End, Mark: 2},
		Step{Kind: Counter, Name: value, Mark: 3},
		Step{Kind: End, Mark: 3},
	), outer, inner, value, other
}

// recordSteps records n patterns inside steps, as patterns or event by event, with
// stamps that do not depend on which.
func recordSteps(t *testing.T, n int, whole bool) *Trace {
	t.Helper()
	var b bytes.Buffer
	r, err := NewRecorder(&b, Header{TimerNS: 1}, Options{portable: true, Chunk: 8 << 10})
	if err != nil {
		t.Fatal(err)
	}
	p, outer, inner, value, other := phases(r)
	step := r.Name("step")
	th := r.Thread("main")
	rnd := rand.New(rand.NewPCG(7, 8))
	s := Stamp(1e11) // later than any real time in the test: stamps before a thread began are its beginning
	next := func() Stamp {
		s += Stamp(rnd.IntN(1 << rnd.IntN(20)))
		return s
	}
	for k := range n {
		th.BeginAt(step, int64(k), next())
		for i := range rnd.IntN(4) {
			m := []Stamp{next(), next(), next(), next()}
			v := []float64{rnd.NormFloat64(), float64(k)}
			if whole {
				th.Emit(p, int64(i)-1, m, v)
				continue
			}
			th.BeginAt(outer, int64(i)-1, m[0])
			th.BeginAt(inner, NoIndex, m[0])
			th.EndAt(m[1])
			th.BeginAt(other, 7, m[1])
			th.Arg(value, v[1])
			th.EndAt(m[2])
			th.CounterAt(value, v[0], m[3])
			th.EndAt(m[3])
		}
		th.EndAt(next())
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// A pattern stands for its events: the trace is the same to the nanosecond.
func TestPatternStandsForItsEvents(t *testing.T) {
	whole, single := recordSteps(t, 2000, true), recordSteps(t, 2000, false)
	a, b := slices.Collect(whole.Events()), slices.Collect(single.Events())
	if len(a) < 10000 || len(a) != len(b) {
		t.Fatalf("got %d events by patterns, %d by events", len(a), len(b))
	}
	for i := range a {
		// The clocks of two recordings differ in their anchors alone: times
		// may be cut to another integer.
		if d := a[i].Time - b[i].Time; d < -1 || d > 1 {
			t.Fatalf("event %d: got time %d by patterns, %d by events", i, a[i].Time, b[i].Time)
		}
		a[i].Time = b[i].Time
		if a[i] != b[i] {
			t.Fatalf("event %d: got %+v by patterns, %+v by events", i, a[i], b[i])
		}
	}
	if p := Check(whole); len(p) > 0 {
		t.Errorf("got problems %v", p)
	}
	if err := whole.Err(); err != nil {
		t.Error(err)
	}
}

func TestPatternsDropWhole(t *testing.T) {
	var b bytes.Buffer
	r, err := NewRecorder(&b, Header{TimerNS: 1}, Options{Chunk: 8 << 10, Chunks: 2, manual: true})
	if err != nil {
		t.Fatal(err)
	}
	p, _, _, _, _ := phases(r)
	th := r.Thread("main")
	const n = 5000
	for k := range int64(n) {
		now := th.Now()
		th.Emit(p, k, []Stamp{now, now, now, now}, []float64{1, 2})
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var begins, ends int64
	for e := range tr.Events() {
		switch e.Kind {
		case Begin:
			begins++
		case End:
			ends++
		}
	}
	if begins != ends || begins+tr.Loss.Dropped != 3*n || begins == 0 || tr.Loss.Dropped == 0 {
		t.Errorf("got %d begins, %d ends and %d dropped, want %d in all, some of both", begins, ends, tr.Loss.Dropped, 3*n)
	}
}

// Without its definition a pattern is left out, and the trace says so.
func TestPatternDefinitionLost(t *testing.T) {
	var b bytes.Buffer
	r, err := NewRecorder(&b, Header{TimerNS: 1}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, outer, _, _, _ := phases(r)
	th := r.Thread("main")
	th.Begin(outer)
	th.Emit(p, 1, make([]Stamp, 4), make([]float64, 2))
	th.End()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	for at := 0; ; at++ { // damage the payload of each chunk of patterns
		k := bytes.Index(file[at:], []byte(syncMark))
		if k < 0 {
			break
		}
		at += k
		if h, ok := parseHead(file[at : at+headerSize]); ok && h.kind == chunkPatterns {
			file[at+headerSize] ^= 1
		}
	}
	tr, err := Read(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	events := slices.Collect(tr.Events())
	if len(events) != 2 || tr.Err() == nil || tr.Loss.Chunks != 2 {
		t.Errorf("got %d events, error %v and %d damaged chunks, want the 2 events around the pattern, an error and 2", len(events), tr.Err(), tr.Loss.Chunks)
	}
}

func TestPatternsThatAreNotValid(t *testing.T) {
	r, err := NewRecorder(&bytes.Buffer{}, Header{TimerNS: 1}, Options{manual: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, steps := range map[string][]Step{
		"empty":          {},
		"not closed":     {{Kind: Begin}},
		"not opened":     {{Kind: End}, {Kind: Begin}},
		"marks back":     {{Kind: Begin, Mark: 1}, {Kind: End}},
		"too many marks": {{Kind: Begin}, {Kind: End, Mark: maxMarks}},
		"value":          {{Kind: Counter, Value: maxValues}},
		"instant":        {{Kind: Instant}},
		"long":           slices.Repeat([]Step{{Kind: Counter}}, maxSteps+1),
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: got no panic", name)
				}
			}()
			r.Pattern(steps...)
		}()
	}
}

func TestNilPattern(t *testing.T) {
	var r *Recorder
	p := r.Pattern(Step{Kind: Begin})
	th := r.Thread("")
	if n := testing.AllocsPerRun(100, func() { th.Emit(p, 1, nil, nil) }); n != 0 {
		t.Errorf("got %g allocations, want 0", n)
	}
}

func BenchmarkEmit(b *testing.B) {
	r, err := Create(b.TempDir()+"/x.nrt", Header{TimerNS: 1}, Options{})
	if err != nil {
		b.Fatal(err)
	}
	p, _, _, _, _ := phases(r)
	th := r.Thread("main")
	m, v := make([]Stamp, 4), make([]float64, 2)
	b.ReportAllocs()
	for k := 0; b.Loop(); k++ {
		for i := range m {
			m[i] = th.Now()
		}
		th.Emit(p, int64(k), m, v)
	}
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
}
