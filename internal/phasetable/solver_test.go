package phasetable

import (
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

func documentOf(t *testing.T, p *solvertest.Program) *Document {
	t.Helper()
	c, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	return Of(c, "run.nrt", nil)
}

// A trace with solver calls has them in its document. That it has no iterations of
// its own is no reason to warn.
func TestSolver(t *testing.T) {
	doc := documentOf(t, solvertest.Integrator(2, 3))
	if s := doc.Solver; s == nil || s.Calls != 27 || s.Iterations.Count != 6 || len(doc.Warnings) > 0 || s.Rows != nil || s.Run() == nil {
		t.Errorf("got %+v, %q", s, doc.Warnings)
	}
	doc.ListCalls()
	if doc.Solver.Rows.Count != 27 || len(doc.Solvers()) != 1 {
		t.Errorf("got %+v", doc.Solver.Rows)
	}
	p := &solvertest.Program{PID: 1}
	p.Thread(1).Push(10)
	p.Thread(1).Pop(20)
	if doc := documentOf(t, p); doc.Solver != nil || doc.Solver.Run() != nil || len(doc.Solvers()) != 0 || len(doc.Warnings) != 1 {
		t.Errorf("got %+v, %q", doc.Solver, doc.Warnings)
	}
}

// Calls and their recording may lie in any phase of the program. Other ranges may not.
func TestSolverInPhase(t *testing.T) {
	p := solvertest.Backslash(0)
	th := p.Thread(100)
	th.BeginPhase(10, trace.PhaseTimestep)
	th.BeginPhase(20, trace.PhaseIteration)
	th.Record(30, 35)
	th.Call(40, 50, "umfpack_di_numeric", solvertest.Blank())
	th.EndPhase(60)
	th.EndPhase(70)
	misplaced := func(w string) bool { return strings.HasPrefix(w, "track 0") }
	if doc := documentOf(t, p); slices.ContainsFunc(doc.Warnings, misplaced) || doc.Solver == nil {
		t.Errorf("got %q", doc.Warnings)
	}
	th.BeginPhase(110, trace.PhaseTimestep)
	th.BeginPhase(120, trace.PhaseIteration)
	th.Push(130)
	th.Pop(140)
	th.EndPhase(160)
	th.EndPhase(170)
	if doc := documentOf(t, p); !slices.ContainsFunc(doc.Warnings, misplaced) {
		t.Errorf("got %q", doc.Warnings)
	}
}

// A merged trace has the calls of each rank, with their data.
func TestSolverOfRanks(t *testing.T) {
	var inputs []*trace.Trace
	for k, steps := range []int{2, 5} {
		c, err := solvertest.Capture(solvertest.Integrator(steps, 3))
		if err != nil {
			t.Fatal(err)
		}
		c.Header.Start = time.Unix(100+int64(k), 0)
		inputs = append(inputs, c)
	}
	var alone []*solvers.Summary
	for _, c := range inputs {
		alone = append(alone, Of(c, "run.nrt", nil).Solver.Summary)
	}
	m, err := merge.Merge(inputs, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	doc := Of(m.Trace, "all.nrt", nil)
	doc.AddRanks(Inside(m.Trace, "all.nrt"))
	if doc.Solver != nil || len(doc.Solvers()) != 2 || len(doc.Warnings) > 0 {
		t.Fatalf("got %+v, %d ranks with calls, %q", doc.Solver, len(doc.Solvers()), doc.Warnings)
	}
	for k, s := range doc.Solvers() {
		if !reflect.DeepEqual(s.Summary, alone[k]) {
			t.Errorf("rank %d: got %+v, want %+v", k, s.Summary, alone[k])
		}
	}
}

// What is damaged in the data of calls is a warning.
func TestSolverWarnings(t *testing.T) {
	p := solvertest.Backslash(1)
	c, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	blobs := c.Blobs
	c.Blobs = func() iter.Seq[trace.Blob] {
		return func(yield func(trace.Blob) bool) {
			for x := range blobs() {
				if len(x.Data) == 28*8 && x.Data[8] == 2 {
					x.Data = x.Data[:100]
				}
				if !yield(x) {
					return
				}
			}
		}
	}
	doc := Of(c, "run.nrt", nil)
	if !slices.Contains(doc.Warnings, "1 record of a solver call is damaged") || doc.Solver.Calls != 4 {
		t.Errorf("got %q, %+v", doc.Warnings, doc.Solver)
	}
}
