package timeline_test

import (
	"iter"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// memories are sizes of memory: with the small ones nearly all rows are sorted
// and laid in a file.
var memories = []int{1, 5_000, 200_000, 0}

// Whatever the memory, a trace is that of the obvious way, event by event.
func TestBoundedMemory(t *testing.T) {
	for seed := range uint64(6) {
		tables := timelinetest.Solver{Steps: 40, PID: 7, Seed: seed, Start: 5}.Tables()
		if seed > 0 {
			disturb(tables, rand.New(rand.NewPCG(seed, 1)))
		}
		path := filepath.Join(t.TempDir(), "x.sqlite")
		if err := tables.Write(path); err != nil {
			t.Fatal(err)
		}
		compareReads(t, path, memories)
	}
	compareReads(t, filepath.Join("..", "..", "..", "testdata", "nsys", "newton.sqlite"), memories)
}

// The same for exports of others.
func TestBoundedMemoryDatabases(t *testing.T) {
	for _, path := range databases(t) {
		compareReads(t, path, []int{100_000, 0})
	}
}

// disturb puts rows in another order, lets ranges and work overlap and cross,
// calls lack correlation ids and have those of others.
func disturb(tables *timelinetest.Tables, rng *rand.Rand) {
	for _, list := range [][][]any{tables.NVTX, tables.Calls, tables.Kernels, tables.Copies, tables.OS} {
		for k := range list {
			if j := max(0, k-rng.IntN(30)); rng.IntN(4) == 0 {
				list[k], list[j] = list[j], list[k]
			}
		}
		for _, row := range list {
			for c := range 2 {
				if at, ok := row[c].(int64); ok && rng.IntN(5) == 0 {
					row[c] = at + rng.Int64N(40_000) - 20_000
				}
			}
		}
	}
	for _, row := range tables.NVTX {
		if rng.IntN(100) == 0 {
			row[1] = nil
		}
	}
	for _, row := range tables.Calls {
		switch rng.IntN(40) {
		case 0:
			row[4] = nil
		case 1:
			row[4] = int64(rng.IntN(100))
		case 2:
			row[2] = int64(nsys.ClassBacktrace)
		}
	}
}

// compareReads compares traces of an export.
func compareReads(t *testing.T, path string, memories []int) {
	t.Helper()
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, os := range []bool{false, true} {
		want, wantNotes, err := timeline.InMemory(e, timeline.Options{OSCalls: os})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range memories {
			got, notes, err := timeline.Read(e, timeline.Options{OSCalls: os, Memory: m})
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if !reflect.DeepEqual(notes, wantNotes) {
				t.Errorf("%s, %d bytes: want %v, got %v", path, m, wantNotes, notes)
			}
			compareTraces(t, path, want, got)
			if err := got.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// compareTraces compares all that there is of two traces.
func compareTraces(t *testing.T, name string, want, got *trace.Trace) {
	t.Helper()
	for round := range 2 { // events can be read again
		n := 0
		next, stop := iter.Pull(got.Events())
		for w := range want.Events() {
			g, ok := next()
			if !ok || !sameEvent(g, w) {
				t.Fatalf("%s: round %d, event %d: want %+v, got %+v, %v", name, round, n, w, g, ok)
			}
			n++
		}
		if g, ok := next(); ok {
			t.Errorf("%s: %d events, and then %+v", name, n, g)
		}
		stop()
	}
	if err := got.Err(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	a, b := *want, *got
	a.Events, b.Events, a.Fault, b.Fault, a.Release, b.Release = nil, nil, nil, nil, nil, nil
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s: want %+v, got %+v", name, a, b)
	}
}

// sameEvent compares events, of which a value may be no number.
func sameEvent(a, b trace.Event) bool {
	if math.Float64bits(a.Value) != math.Float64bits(b.Value) {
		return false
	}
	a.Value, b.Value = 0, 0
	return a == b
}

// A row that ends the reading ends it at once, and leaves no file.
func TestStop(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.sqlite")
	if err := timelinetest.Multiply(path, filepath.Join("..", "..", "..", "testdata", "nsys", "newton.sqlite"), 2000); err != nil {
		t.Fatal(err)
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, last := range []int{1, 7, 20, 30} {
		asked := 0
		e.Stop = func() error {
			if asked++; asked >= last {
				return os.ErrDeadlineExceeded
			}
			return nil
		}
		if _, _, err := timeline.Read(e, timeline.Options{Memory: 100_000}); err == nil || asked != last && asked != last+1 {
			t.Errorf("stopped at question %d: got %v, %d questions", last, err, asked)
		}
	}
	if list, err := os.ReadDir(temporary); err != nil || len(list) > 0 {
		t.Errorf("got %v, %v, want no file", list, err)
	}
}
