package profile

import (
	"context"
	"maps"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
)

// The counts of the report are those of the run, whatever is sampled; here no
// tool takes the ranges.
func TestNVTXCounts(t *testing.T) {
	c, err := simulate.Load("ring")
	if err != nil {
		t.Fatal(err)
	}
	r := newNVTXRanges(nil)
	rep, err := simulate.Run(context.Background(), c, simulate.Config{Steps: 200, Sample: 64, Ranges: r})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.close(); err != nil {
		t.Error(err)
	}
	n := rep.Counts
	want := map[string]int64{
		trace.PhaseOperatingPoint: 1, trace.PhaseTransient: 1, trace.PhaseTimestep: 200, trace.PhasePredict: 200, trace.PhaseLTE: 199, // not of the first
		trace.PhaseIteration: n.Iterations, trace.PhaseBuildSystem: n.Iterations, trace.PhaseLinearSolve: n.Iterations,
		trace.PhaseFactor: n.Factors, trace.PhaseRefactor: n.Refactors + n.PivotFailures, trace.PhaseSolve: n.Solves, trace.PhaseConvergence: n.Iterations,
	}
	got := r.report()
	if !maps.Equal(got.Ranges, want) {
		t.Errorf("want %v, got %v", want, got.Ranges)
	}
	total := int64(0)
	for _, k := range want {
		total += k
	}
	if got.Total != total || got.Domain != "nrkit" {
		t.Errorf("want %d ranges of nrkit, got %+v", total, got)
	}
	var none *nvtxRanges
	if none.report() != nil || none.close() != nil {
		t.Error("want nothing of none")
	}
}

// Every phase has a name of its own and a colour that is not transparent.
func TestPhaseNames(t *testing.T) {
	seen := map[string]bool{}
	for p := range newton.Phases {
		if seen[p.String()] || p.String() == "" || phaseColor(p)>>24 != 0xff {
			t.Errorf("phase %d: got name %q, colour %#x", p, p.String(), phaseColor(p))
		}
		seen[p.String()] = true
	}
}
