package balance_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/balance"
	"github.com/nrkit/nrkit/trace"
)

// rank is a rank that builds, solves and waits for so many ns in a time step.
func rank(number int32, build, solve, wait int64) balance.Rank {
	s := &trace.Summary{RootNS: build + solve + wait}
	add := func(name string, total, self int64) {
		if total > 0 {
			s.Phases = append(s.Phases, trace.Phase{Name: name, Total: total, Self: self})
		}
	}
	add(trace.PhaseTimestep, build+solve+wait+7, 7)
	add(trace.PhaseBuildSystem, build, build)
	add(trace.PhaseSolve, solve, solve)
	add("MPI_Allreduce", wait, wait)
	return balance.Rank{Number: number, Summary: s}
}

func TestOf(t *testing.T) {
	r := balance.Of([]balance.Rank{rank(4, 10, 30, 60), rank(5, 10, 70, 20), rank(6, 40, 0, 60), rank(7, 20, 60, 20)})
	want := balance.Spread{Ranks: 4, Min: 40, MinRank: 4, Mean: 60, Max: 80, MaxRank: 5, Lag: 20, Balance: 0.75}
	if d := cmp.Diff(want, r.Busy); d != "" {
		t.Errorf("busy: -want +got\n%s", d)
	}
	// Rank 5 is above the mean of 40 in solving alone; rank 6 does none of it.
	if d := cmp.Diff(&balance.Cause{Phase: trace.PhaseSolve, Self: 70, Mean: 40, Lag: 30}, r.Cause); d != "" {
		t.Errorf("cause: -want +got\n%s", d)
	}
	names := []string{}
	for _, p := range r.Phases {
		names = append(names, p.Name)
		s := p.Totals
		if p.Name == trace.PhaseSolve && (s.Ranks != 3 || math.Abs(s.Mean-160.0/3) > 1e-9 || s.Min != 30 || s.MinRank != 4) {
			t.Errorf("solving: got %+v", p)
		}
	}
	if d := cmp.Diff([]string{trace.PhaseTimestep, trace.PhaseBuildSystem, trace.PhaseSolve, "MPI_Allreduce"}, names); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// The rank that waits longest is not the slowest, though all end together.
func TestWaitingIsNotWork(t *testing.T) {
	r := balance.Of([]balance.Rank{rank(0, 10, 10, 80), rank(1, 10, 12, 78)})
	if r.Busy.MaxRank != 1 || r.Busy.Max != 22 || r.Cause == nil || r.Cause.Phase != trace.PhaseSolve {
		t.Errorf("got %+v and %+v", r.Busy, r.Cause)
	}
}

func TestNothing(t *testing.T) {
	for _, ranks := range [][]balance.Rank{nil, {{Summary: &trace.Summary{}}, {Number: 1, Summary: &trace.Summary{}}}} {
		r := balance.Of(ranks)
		if r.Cause != nil || r.Busy.Max != 0 || r.Busy.Lag != 0 || len(r.Phases) != 0 {
			t.Errorf("%d ranks: got %+v", len(ranks), r)
		}
	}
	if r := balance.Of([]balance.Rank{rank(0, 5, 5, 5), rank(1, 5, 5, 5)}); r.Cause != nil || r.Busy.Balance != 1 {
		t.Errorf("equal ranks: got %+v", r)
	}
}
