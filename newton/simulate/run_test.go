package simulate

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// recorded runs a circuit under a recorder and returns the report and the capture.
func recorded(t *testing.T, name string, cfg Config) (*Report, *trace.Trace) {
	t.Helper()
	c, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name+".nrt")
	cfg.Recorder, err = trace.Create(path, trace.Header{Program: "test", Sample: cfg.Sample}, trace.Options{Chunks: 64})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := Run(context.Background(), c, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := cfg.Recorder.Close(); err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tr.Close(); err != nil {
			t.Error(err)
		}
	})
	return rep, tr
}

// The ranges of a capture are as many as the counts say, whether iterations are
// recorded at once (ring) or phase by phase (mul4).
func TestRangesMatchCounts(t *testing.T) {
	for _, name := range []string{"ring", "mul4"} {
		rep, tr := recorded(t, name, Config{Steps: 300})
		if rep.Stop != StopSteps || rep.Counts.Accepted != 301 {
			t.Errorf("%s: got stop %q after %d points, want %q after 301", name, rep.Stop, rep.Counts.Accepted, StopSteps)
		}
		if p := trace.Check(tr); len(p) > 0 {
			t.Errorf("%s: got problems %v", name, p)
		}
		n := rep.Counts
		steps := n.Accepted - 1 + n.RejectedLTE + n.RejectedNR
		want := map[string]int64{
			trace.PhaseTransient: 1, trace.PhaseTimestep: steps, trace.PhasePredict: steps,
			trace.PhaseIteration: n.Iterations, trace.PhaseBuildSystem: n.Iterations, trace.PhaseLinearSolve: n.Iterations,
			trace.PhaseSolve: n.Solves, trace.PhaseConvergence: n.Iterations, trace.PhaseOutput: 0,
		}
		if name == "ring" {
			want[trace.PhaseRefactor], want[trace.PhaseFactor] = n.Refactors, n.Factors
		} else { // refactorisations that failed have their time
			want[trace.PhaseRefactor], want[trace.PhaseFactor] = n.Refactors+n.PivotFailures, n.Factors
		}
		got := map[string]int64{}
		for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
			got[p.Name] = p.Count
		}
		for phase, w := range want {
			if got[phase] != w {
				t.Errorf("%s: got %d ranges of %s, want %d", name, got[phase], phase, w)
			}
		}
	}
}

// A sampled run times about one step of each block, and its totals are scaled to
// the exact counts.
func TestSampled(t *testing.T) {
	rep, tr := recorded(t, "ring", Config{Steps: 6400, Sample: 64})
	s := trace.Summarize(tr, trace.SummaryOptions{})
	if s.Steps == nil || s.Steps.Timed < 100 || s.Steps.Timed > 102 || s.Steps.Count != 6400 {
		t.Fatalf("got %+v, want 100 or 101 of 6400 steps timed", s.Steps)
	}
	for _, p := range s.Phases {
		if p.Name != trace.PhaseTimestep {
			continue
		}
		if p.Count != 6400 || !p.Estimated || p.Error <= 0 {
			t.Errorf("got %+v, want an estimate for 6400 steps", p)
		}
		if p.Total > 2*rep.Elapsed {
			t.Errorf("got %d ns in steps of %d in all", p.Total, rep.Elapsed)
		}
	}
}
