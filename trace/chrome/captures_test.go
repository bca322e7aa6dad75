package chrome_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// capture returns a capture of a circuit.
func capture(t *testing.T, circuit string, steps int64, sample int) *trace.Trace {
	t.Helper()
	c, err := simulate.Load(circuit)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.nrt")
	r, err := trace.Create(path, trace.Header{Program: "nrprof run " + circuit, PID: 4711}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := simulate.Run(context.Background(), c, simulate.Config{Steps: steps, Sample: sample, Recorder: r}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// Of captures of circuits, all ranges are shown as they are, of one run and of two
// ranks.
func TestCaptures(t *testing.T) {
	var ranks []*trace.Trace
	for _, c := range []struct {
		circuit string
		steps   int64
		sample  int
	}{{"rc", 300, 1}, {"rc", 3000, 64}, {"graetz", 300, 1}, {"graetz", 3000, 64}, {"mul", 60, 1}, {"mul", 600, 64}, {"ring", 200, 1}, {"ring", 3000, 64},
		{"mul8", 4, 1}, {"mul8", 12, 8}, {"c6288", 4, 1}, {"c6288", 9, 4}} {
		t.Run(c.circuit, func(t *testing.T) {
			tr := capture(t, c.circuit, c.steps, c.sample)
			check(t, tr)
			if c.circuit == "ring" {
				ranks = append(ranks, tr)
			}
		})
	}
	t.Run("two ranks", func(t *testing.T) {
		m, err := merge.Merge(ranks, merge.Options{})
		if err != nil {
			t.Fatal(err)
		}
		check(t, m.Trace)
	})
}

// Of exports of Nsight Systems, all ranges, operations and flows are shown as they
// are: that of the tests, and those of $NRKIT_ORACLE/nsys.
func TestExports(t *testing.T) {
	files := []string{filepath.Join("..", "..", "testdata", "nsys", "newton.sqlite")}
	if data := os.Getenv("NRKIT_ORACLE"); data != "" {
		more, err := filepath.Glob(filepath.Join(data, "nsys", "*.sqlite"))
		if err != nil || len(more) == 0 {
			t.Fatalf("found no exports in %s: %v", data, err)
		}
		files = append(files, more...)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".sqlite"), func(t *testing.T) {
			e, err := nsys.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			tr, _, err := timeline.Read(e, timeline.Options{OSCalls: true})
			if err != nil {
				t.Fatal(err)
			}
			check(t, tr)
		})
	}
}
