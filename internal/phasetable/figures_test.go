package phasetable

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/history"
	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// figuresOfRun returns the figures of a run on a GPU, by name, and its document.
func figuresOfRun(t *testing.T, seed uint64) (map[string]history.Figure, *Document) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.sqlite")
	if err := (timelinetest.Solver{Steps: 60, PID: 7 + int64(seed), Start: 1e18, Seed: seed}).Write(path); err != nil {
		t.Fatal(err)
	}
	set, err := input.OpenAll([]string{path}, input.Options{}, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	doc := OfSet(set)
	figures := map[string]history.Figure{}
	for _, f := range doc.Figures() {
		name := f.Benchmark + " " + f.Measure
		if _, twice := figures[name]; twice {
			t.Errorf("%s is there twice", name)
		}
		figures[name] = f
	}
	return figures, doc
}

// Figures agree with the document. Runs of one program have the same names.
func TestFigures(t *testing.T) {
	got, doc := figuresOfRun(t, 1)
	if f := got["run/total latency"]; f.Value != float64(doc.RootNS) || f.Unit != "ns" {
		t.Errorf("got %+v, want %d", f, doc.RootNS)
	}
	if s, i := got["run/total timesteps"].Value, got["run/total iterations"].Value; s != 60 || i != 180 {
		t.Errorf("got %v time steps and %v iterations", s, i)
	}
	steady := doc.Regimes.Steady
	k := slices.IndexFunc(steady.Phases, func(p trace.Phase) bool { return p.Name == "convergence" })
	p := steady.Phases[k]
	if f := got["convergence/steady latency"]; f.Value != float64(p.Median) || *f.Low != float64(p.Min) || *f.High != float64(p.P90) || p.Median == 0 {
		t.Errorf("got %+v, want %+v", f, p)
	}
	if f := got["convergence/steady wait"]; f.Value != float64(*p.Wait)/float64(p.Count) || f.Value == 0 {
		t.Errorf("got %+v, want %+v", f, p)
	}
	other, _ := figuresOfRun(t, 2)
	if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(other)); !slices.Equal(a, b) {
		t.Errorf("names differ:\n%q\n%q", a, b)
	}
	if got["convergence/steady latency"].Value == other["convergence/steady latency"].Value {
		t.Error("two runs take the same time")
	}
}

// A trace without time steps has the phases of the whole run, and one without ranges
// has its span.
func TestFiguresWithoutSteps(t *testing.T) {
	doc := &Document{Summary: &trace.Summary{RootNS: 100, Recording: 10, Phases: []trace.Phase{{Name: "solve", Count: 3, Mean: 30, Median: 29, Min: 28, P90: 31}, {Name: "never"}}}}
	got := doc.Figures()
	if len(got) != 2 || got[0].Value != 90 || got[1].Benchmark != "solve/all" || got[1].Value != 29 || *got[1].Low != 28 || *got[1].High != 31 {
		t.Errorf("got %+v", got)
	}
	doc = &Document{Summary: &trace.Summary{Span: 50}}
	if got := doc.Figures(); len(got) != 1 || got[0].Value != 50 {
		t.Errorf("got %+v", got)
	}
}
