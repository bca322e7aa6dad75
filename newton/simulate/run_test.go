package simulate

import (
	"context"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

func TestRunRing(t *testing.T) {
	c, err := Load("ring")
	if err != nil {
		t.Fatal(err)
	}
	path := t.TempDir() + "/ring.nrt"
	rec, err := trace.Create(path, trace.Header{Program: "test"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := Run(context.Background(), c, Config{Recorder: rec, Steps: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	if rep.Stop != StopSteps || rep.Counts.Accepted != 1001 {
		t.Errorf("got stop %q after %d points, want %q after 1001", rep.Stop, rep.Counts.Accepted, StopSteps)
	}
	tr, err := trace.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer tr.Close()
	if p := trace.Check(tr); len(p) > 0 {
		t.Errorf("problems: %v", p)
	}
	s := trace.Summarize(tr, trace.SummaryOptions{})
	for _, p := range s.Paths {
		t.Logf("%-60s %8d %12d %12d %.1f%%", p.Path, p.Count, p.Total, p.Self, 100*p.Share)
	}
	t.Log(s.Warnings, s.Unattributed, s.TimerCost, s.Gaps)
	for _, m := range rep.Models {
		t.Log(m)
	}
	for _, p := range s.Phases {
		if p.Name == trace.PhaseIteration && p.Count != rep.Counts.Iterations {
			t.Errorf("got %d ranges of iterations, want %d", p.Count, rep.Counts.Iterations)
		}
	}
}
