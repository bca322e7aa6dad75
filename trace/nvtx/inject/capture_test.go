package inject

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

func open(t testing.TB, files ...File) *Capture {
	t.Helper()
	c, err := NewCapture(files)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// lines describes the events of a trace, one each.
func lines(t testing.TB, tr *trace.Trace) []string {
	t.Helper()
	var list []string
	for e := range tr.Events() {
		name := "?"
		if e.Name >= 0 {
			name = tr.Names[e.Name]
		}
		s := fmt.Sprintf("%s: %d %s %s", tr.Tracks[e.Track].Name, e.Time, [...]string{"begin", "end", "counter", "arg", "instant"}[e.Kind], name)
		if e.Kind == trace.Arg {
			s += fmt.Sprintf(" %g", e.Value)
		}
		list = append(list, s)
	}
	if err := tr.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// sound checks that a trace of any files is one that everything can work with.
func sound(t testing.TB, c *Capture) {
	t.Helper()
	for _, p := range trace.Check(c.Trace) {
		if p.Sort != trace.ProblemUnclosed && p.Sort != trace.ProblemPhase && p.Sort != trace.ProblemPlace {
			t.Fatalf("%v", p)
		}
	}
	if err := trace.Save(io.Discard, c.Trace); err != nil {
		t.Fatal(err)
	}
	var open, begun, marks int64
	for e := range c.Trace.Events() {
		switch e.Kind {
		case trace.Begin:
			open++
			begun++
		case trace.End:
			open--
		case trace.Instant:
			marks++
		}
	}
	if open != c.Stats.Open || begun != c.Stats.Ranges || marks != c.Stats.Marks {
		t.Fatalf("%d ranges, %d open, %d marks; the statistics say %+v", begun, open, marks, c.Stats)
	}
}

func TestThread(t *testing.T) {
	w := newRaw(10, 1, 1, 1000)
	w.thread(10, 1001)
	w.define(1, 2, 0, "outer")
	w.define(1, 3, 0, "é\xff")
	w.define(2, 1, 0, "solver")
	w.define(4, 11, 0, "worker")
	w.define(7, 0, 0, "prog")
	w.push(0, 2, 1010)
	w.skip(3)
	w.push(1, 3, 1020)
	w.mark(1, 2, 1025)
	w.pop(1, 1030)
	w.anchor(1040, 1040)
	w.push(0, 9, 1050)
	w.pop(0, 1055)
	w.pop(0, 1060)
	w.pop(0, 1065) // nothing is open
	w.threadEnd(1070)
	w.thread(11, 1080) // another has the file
	w.long(1, 300, 2, 1090, 7, 3, 0x3ff8000000000000, 0, 0)
	w.long(5, 300, 0, 1100, 0, 0, 0, 0, 0)
	c := open(t, w.file("a"))
	want(t, lines(t, c.Trace),
		"main thread: 10 begin outer", "main thread: 20 begin solver:é�", "main thread: 25 instant solver:outer",
		"main thread: 30 end solver:é�", "main thread: 50 begin (lost name)", "main thread: 55 end (lost name)", "main thread: 60 end outer",
		"worker: 90 begin (lost domain 300):outer", "worker: 90 arg payload 1.5", "worker: 90 arg category 7", "worker: 100 end (lost domain 300):outer")
	sound(t, c)
	if s := c.Stats; s.Threads != 2 || s.Processes != 1 || s.Stray != 1 || s.Damaged != 0 {
		t.Errorf("%+v", s)
	}
	if p := c.Trace.Processes; len(p) != 1 || p[0] != (trace.Process{ID: 10, Name: "prog"}) {
		t.Errorf("processes %v", p)
	}
	if got := c.Trace.Header.Start.UnixNano(); got != 1e18+1000 || c.Trace.Last != 100 {
		t.Errorf("start %d, last %d", got, c.Trace.Last)
	}
}

// Ranges of two domains that overlap have a track each, and their marks too.
func TestMixedDomains(t *testing.T) {
	w := newRaw(10, 1, 1, 0)
	w.thread(12, 0)
	w.define(2, 1, 0, "d")
	w.define(1, 2, 0, "a")
	w.push(0, 2, 1)
	w.push(1, 2, 2)
	w.pop(0, 3)
	w.mark(0, 2, 4)
	w.pop(1, 5)
	w.pop(2, 6) // of a domain without ranges
	c := open(t, w.file("a"))
	want(t, lines(t, c.Trace), "thread 12: 1 begin a", "thread 12 · d: 2 begin d:a", "thread 12: 3 end a", "thread 12: 4 instant a", "thread 12 · d: 5 end d:a")
	sound(t, c)
}

// Ranges of the domain of this project are phases: their names alone say so.
func TestOwnDomain(t *testing.T) {
	w := newRaw(10, 1, 1, 0)
	w.thread(10, 0)
	w.define(2, 1, 0, "nrkit")
	w.define(1, 2, 0, trace.PhaseTimestep)
	w.push(1, 2, 1)
	w.pop(1, 5)
	c := open(t, w.file("a"))
	want(t, lines(t, c.Trace), "main thread: 1 begin timestep", "main thread: 5 end timestep")
	sound(t, c)
}

// Start/end ranges lie on as many tracks as they need, whoever ends them.
func TestStartEnd(t *testing.T) {
	a, b := newRaw(10, 1, 1, 0), newRaw(10, 1, 2, 0)
	const ida, idb = 1 << 40, 2 << 40
	a.thread(10, 0)
	a.define(1, 2, 0, "r")
	a.define(1, 3, 0, "open")
	a.start(0, 2, ida+1, 10) // 10..40
	a.start(0, 2, ida+2, 20) // 20..30 inside
	a.start(0, 2, ida+4, 25) // 25..50 overlaps
	a.start(0, 3, ida+5, 60)
	a.start(0, 2, ida+4, 65) // again
	a.end(ida+1, 70)         // again
	b.thread(11, 0)
	b.end(ida+2, 30)
	b.end(ida+1, 40)
	b.end(ida+4, 50)
	b.end(ida+3, 50) // dropped
	b.end(idb+1, 50)
	b.long(3, 0, 2, 80, 0, 4, 8, idb+9, 0)
	b.end(idb+9, 90)
	c := open(t, a.file("a"), b.file("b"))
	const one, two = "start/end ranges", "start/end ranges 2"
	want(t, lines(t, c.Trace), one+": 10 begin r", one+": 20 begin r", two+": 25 begin r", one+": 30 end r", one+": 40 end r",
		one+": 60 begin open", one+": 80 begin r", one+": 80 arg payload 8", one+": 90 end r", two+": 50 end r")
	sound(t, c)
	if c.Stats.Stray != 4 || c.Stats.Open != 1 || c.Stats.Ranges != 5 {
		t.Errorf("%+v", c.Stats)
	}
}

// A thread whose number was used by one that left a range open, and a program
// that followed another by exec, are tracks of their own.
func TestNumbersUsedAgain(t *testing.T) {
	w := newRaw(10, 1, 1, 0)
	w.define(1, 2, 0, "too early") // of no thread, and yet a name
	w.thread(12, 0)
	w.push(0, 2, 1)
	w.threadEnd(2)
	w.thread(12, 5)
	w.push(0, 2, 6)
	w.pop(0, 7)
	w.threadEnd(8)
	w.thread(12, 9)
	w.push(0, 2, 10)
	w.pop(0, 11)
	x := newRaw(10, 99, 1, 20)
	x.thread(12, 21)
	x.push(0, 5, 22)
	c := open(t, w.file("a"), x.file("b"))
	sound(t, c)
	var lanes []int32
	for _, tr := range c.Trace.Tracks {
		lanes = append(lanes, tr.Lane)
	}
	if !reflect.DeepEqual(lanes, []int32{0, 1, 2}) || c.Stats.Open != 2 || c.Stats.Processes != 2 {
		t.Errorf("lanes %v, %+v", lanes, c.Stats)
	}
}

func TestBlobs(t *testing.T) {
	w := newRaw(10, 1, 1, 0)
	w.thread(10, 0)
	schema := "\x04\x00\x00\x00\x00\x00\x00\x00step and more"
	w.define(5, 1<<32, 0, schema)
	w.define(1, 2, 0, "m")
	w.long(1, 0, 0, 10, 0, payloadExt, 2, 0, 1<<32, "payload 1", "2")
	w.long(2, 0, 2, 15, 5, 2, 7, 0, 0)
	w.pop(0, 20)
	c := open(t, w.file("a"))
	want(t, lines(t, c.Trace), "main thread: 10 begin step", "main thread: 15 instant m", "main thread: 20 end step")
	var got []string
	for b := range c.Trace.Blobs() {
		name := ""
		if b.Name >= 0 {
			name = c.Trace.Names[b.Name]
		}
		got = append(got, fmt.Sprintf("%s %d %d %d %s %q", b.Sort, b.ID, b.Time, b.Track, name, b.Data))
	}
	want(t, got, fmt.Sprintf("nvtx.schema 4294967296 0 0  %q", schema), `nvtx.payload 4294967296 10 0 step "payload 1"`,
		`nvtx.payload 4294967296 10 0 step "2"`, `nvtx.mark 0 15 0 m "\x05\x00\x00\x00\x02\x00\x00\x00\a\x00\x00\x00\x00\x00\x00\x00"`)
	sound(t, c)
}

func TestForeign(t *testing.T) {
	c := open(t, File{"a", strings.NewReader("something else"), 14}, File{"b", strings.NewReader(""), 0}, File{"c", bytes.NewReader(make([]byte, 4096)), 4096})
	if c.Stats.Foreign != 3 || len(lines(t, c.Trace)) != 0 {
		t.Errorf("%+v", c.Stats)
	}
}

// A model emits at random and counts.
type model struct {
	rng     *rand.Rand
	w       []*rawWriter
	tick    uint64
	open    [][]uint64 // domains, by thread
	started []uint64
	ranges  map[string]int64
	marks   int64
	next    uint64
}

func newModel(seed uint64) *model {
	m := &model{rng: rand.New(rand.NewPCG(seed, 2)), ranges: map[string]int64{}}
	for i := range 1 + m.rng.IntN(5) {
		pid := uint32(100 + i/2)
		w := newRaw(pid, uint64(pid), uint64(i), 0)
		w.thread(uint64(200+i), 0)
		for k := range uint64(5) {
			w.define(1, k+2, 0, text(k))
		}
		w.define(2, 1, 0, "d")
		m.w, m.open = append(m.w, w), append(m.open, nil)
	}
	return m
}

func (m *model) step() {
	k := m.rng.IntN(len(m.w))
	w := m.w[k]
	m.tick += m.rng.Uint64N(50)
	domain, name := m.rng.Uint64N(2), m.rng.Uint64N(5)
	full := text(name)
	if domain == 1 {
		full = "d:" + full
	}
	switch m.rng.IntN(9) {
	case 0, 1, 2:
		w.push(domain, name+2, m.tick)
		m.open[k] = append(m.open[k], domain)
		m.ranges[full]++
	case 3, 4, 5:
		for i := len(m.open[k]) - 1; i >= 0; i-- {
			if m.open[k][i] == domain {
				m.open[k] = append(m.open[k][:i], m.open[k][i+1:]...)
				break
			}
		}
		w.pop(domain, m.tick)
	case 6:
		w.mark(domain, name+2, m.tick)
		m.marks++
	case 7:
		m.next++
		id := uint64(k)<<40 | m.next
		w.start(domain, name+2, id, m.tick)
		m.started = append(m.started, id)
		m.ranges[full]++
	case 8:
		if n := len(m.started); n > 0 {
			i := m.rng.IntN(n)
			id := m.started[i]
			if id>>41 == uint64(k/2) { // of the same process
				w.end(id, m.tick)
				m.started = append(m.started[:i], m.started[i+1:]...)
			}
		}
	}
}

func (m *model) files() []File {
	var list []File
	for i, w := range m.w {
		list = append(list, w.file(fmt.Sprint(i)))
	}
	return list
}

func TestModel(t *testing.T) {
	for seed := range uint64(300) {
		m := newModel(seed)
		for range []int{0, 1, 20, 2000}[seed%4] {
			m.step()
		}
		c := open(t, m.files()...)
		sound(t, c)
		got := map[string]int64{}
		for e := range c.Trace.Events() {
			if e.Kind == trace.Begin {
				got[c.Trace.Names[e.Name]]++
			}
		}
		unended := int64(len(m.started))
		for _, o := range m.open {
			unended += int64(len(o))
		}
		if !reflect.DeepEqual(got, m.ranges) || c.Stats.Marks != m.marks || c.Stats.Open != unended {
			t.Fatalf("seed %d: got %v, %+v, want %v, %d marks, %d open", seed, got, c.Stats, m.ranges, m.marks, unended)
		}
	}
}
