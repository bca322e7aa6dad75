package record

import (
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/solvers"
)

// Raw matrices find their calls, also where a process ran two programs, and a solve
// has the matrix that was factored last.
func TestFacts(t *testing.T) {
	start := time.Unix(1000, 0)
	table := &solvers.Table{Functions: []solvers.Function{
		{Symbol: "factor", Library: "lib", Phase: solvers.PhaseFactor},
		{Symbol: "refactor", Library: "lib", Phase: solvers.PhaseRefactor},
		{Symbol: "solve", Library: "lib", Phase: solvers.PhaseSolve},
	}}
	call := func(number, begin int64, function int32, pattern, values int32) solvers.Call {
		return solvers.Call{Number: number, Begin: begin, Function: function, Pattern: pattern, Values: values, Factors: 1, Phase: table.Functions[function].Phase}
	}
	run := &solvers.Run{Functions: table.Functions, Threads: []solvers.Thread{{Process: 7, Name: "main thread"}}, Calls: []solvers.Call{
		call(1, 1e6, 0, 1, 1), call(2, 2e6, 2, 0, 0), call(3, 3e6, 1, 1, 2), call(4, 4e6, 2, 0, 0),
		call(1, 50e6, 0, 2, 3), call(2, 60e6, 2, 0, 0),
	}}
	f := newFacts(&watching{table: table, run: run, start: start})
	of := func(number, row uint64, at int64) *matrices.Facts {
		return f.of(&matrices.Header{PID: 7, Number: number, Row: row, Saved: uint64(start.UnixNano() + at)})
	}
	for _, c := range []struct {
		number, row uint64
		at          int64 // when it was saved
		function    string
		begin       int64 // of the call
		matrix      uint64
	}{
		{1, 0, 1.1e6, "factor", 1e6, 1<<32 | 1},
		{2, 2, 2.1e6, "solve", 2e6, 1<<32 | 1},
		{3, 1, 3.1e6, "refactor", 3e6, 1<<32 | 2},
		{4, 2, 4.1e6, "solve", 4e6, 1<<32 | 2},
		{1, 0, 50.1e6, "factor", 50e6, 2<<32 | 3},
		{2, 2, 60.1e6, "solve", 60e6, 2<<32 | 3},
	} {
		got := of(c.number, c.row, c.at)
		if got.Function != c.function || got.TimeNS == nil || *got.TimeNS != c.begin || got.Matrix != c.matrix || got.Thread != "main thread" || got.Library != "lib" {
			t.Errorf("call %d at %d: got %+v", c.number, c.at, got)
		}
	}
	// A call that the capture lost, and one of another function.
	if got := of(9, 1, 0); got.Function != "refactor" || got.Library != "lib" || got.Phase != "refactor" || got.TimeNS != nil || got.Matrix != 0 {
		t.Errorf("got %+v", got)
	}
	if got := of(2, 0, 2e6); got.Function != "factor" || got.TimeNS != nil {
		t.Errorf("got %+v", got)
	}
	if got := newFacts(&watching{}).of(&matrices.Header{PID: 7, Number: 1}); *got != (matrices.Facts{}) {
		t.Errorf("got %+v", got)
	}
}
