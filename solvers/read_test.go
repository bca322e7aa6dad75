package solvers_test

import (
	"bytes"
	"iter"
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// table has a function for each phase, called by its name, of the library test.
func table() []solvers.Function {
	var list []solvers.Function
	for p := solvers.PhaseAnalyze; p <= solvers.PhaseOther; p++ {
		list = append(list, solvers.Function{Symbol: p.String(), Library: "test", Phase: p})
	}
	return list
}

// read reads a capture as it is, and after Save and Open: both must say the same.
func read(t testing.TB, programs ...*solvertest.Program) *solvers.Run {
	t.Helper()
	c, err := solvertest.Capture(programs...)
	if err != nil {
		t.Fatal(err)
	}
	run, err := solvers.Read(c)
	if err != nil {
		t.Fatal(err)
	}
	saved := saved(t, c)
	again, err := solvers.Read(saved)
	if err != nil {
		t.Fatal(err)
	}
	if !same(run, again) {
		t.Fatalf("read from the saved capture:\n%+v\nfrom the raw files:\n%+v", again, run)
	}
	return run
}

func saved(t testing.TB, c *trace.Trace) *trace.Trace {
	t.Helper()
	var b bytes.Buffer
	if err := trace.Save(&b, c); err != nil {
		t.Fatal(err)
	}
	saved, err := trace.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

func same(a, b *solvers.Run) bool {
	if a == nil || b == nil {
		return a == b
	}
	if len(a.Calls) != len(b.Calls) || a.End != b.End || a.Loss != b.Loss {
		return false
	}
	for k := range a.Calls {
		x, y := a.Calls[k], b.Calls[k]
		if (x.Said == nil) != (y.Said == nil) || a.Functions[x.Function].Symbol != b.Functions[y.Function].Symbol {
			return false
		}
		if x.Said != nil && math.Float64bits(x.Said.LNZ) != math.Float64bits(y.Said.LNZ) {
			return false
		}
		x.Said, y.Said, x.Function, y.Function = nil, nil, 0, 0
		if x != y {
			return false
		}
	}
	return true
}

// A program that factors one pattern twice, solves, and is killed in a call.
func TestRead(t *testing.T) {
	p := &solvertest.Program{PID: 7, Functions: table()}
	th := p.Thread(7)
	th.Record(90, 100)
	th.Call(100, 200, "analyze", solvertest.Blank(solvertest.Status, 0, solvertest.N, 5, solvertest.NNZ, 13, solvertest.Pattern, 77, solvertest.MakesAnalysis, 0x1000, solvertest.Aside, 10, solvertest.LNZ, solvertest.Float(21)))
	th.Call(210, 300, "factor", solvertest.Blank(solvertest.Pattern, 77, solvertest.Values, 5, solvertest.UsesAnalysis, 0x1000, solvertest.MakesFactors, 0x2000))
	th.Call(310, 320, "solve", solvertest.Blank(solvertest.RHS, 9, solvertest.UsesFactors, 0x2000, solvertest.NRHS, 1, solvertest.Last, 4<<56|0xbeef))
	th.Call(330, 340, "factor", solvertest.Blank(solvertest.Pattern, 77, solvertest.Values, 6, solvertest.UsesAnalysis, 0x1000, solvertest.MakesFactors, 0x2000, solvertest.Last, 3<<56))
	th.Call(350, 360, "free", solvertest.Blank(solvertest.Frees, 0x2000))
	th.Begin(370, "solve")
	th.Push(380)
	run := read(t, p)
	if len(run.Calls) != 6 || run.Loss != (solvers.Loss{Open: 1}) || run.End != 380 {
		t.Fatalf("got %+v", run)
	}
	c := run.Calls
	f := run.Functions[c[0].Function]
	if f.Symbol != "analyze" || f.Library != "test" || c[0].N != 5 || c[0].NNZ != 13 || c[0].Rows != -1 || c[0].Status != 0 || c[0].Selector != solvers.Unknown ||
		c[0].Aside != 10 || c[0].Said.LNZ != 21 || !math.IsNaN(c[0].Said.UNZ) || c[0].Pattern != 1 || c[0].Analysis != 1 || !c[0].Has(solvers.MakesAnalysis) || c[0].Exclusive != 100 {
		t.Errorf("analyze: %+v", c[0])
	}
	if c[1].Factors != 1 || c[1].Analysis != 1 || c[1].Pattern != 1 || c[1].Values != 1 || c[1].Said != nil {
		t.Errorf("factor: %+v", c[1])
	}
	if c[2].Factors != 1 || c[2].Analysis != 1 || c[2].RHS != 1 || c[2].NRHS != 1 || c[2].RHSAt != 0xbeef || c[2].Phase != solvers.PhaseSolve || c[2].Pattern != 0 {
		t.Errorf("solve: %+v", c[2])
	}
	if c[3].Factors != 1 || c[3].Has(solvers.MakesFactors) || c[3].Values != 2 || c[3].Phase != solvers.PhaseRefactor { // the data says the phase; in place
		t.Errorf("second factor: %+v", c[3])
	}
	if c[4].Factors != 1 || !c[4].Has(solvers.Frees) || run.Factorisations[0] != (solvers.Factorisation{Call: 1, Analysis: 1, Pattern: 1, Refactorisations: 1, Solves: 1, Freed: true}) {
		t.Errorf("free: %+v", c[4])
	}
	if !c[5].Has(solvers.Open|solvers.NoData) || c[5].End != 380 || c[5].Phase != solvers.PhaseSolve || c[5].Number != 0 {
		t.Errorf("open: %+v", c[5])
	}
	if len(run.Iterations) != 1 || run.Iterations[0].First != 0 || run.Iterations[0].Last != 2 || !run.Iterations[0].Inferred {
		t.Errorf("iterations: %+v", run.Iterations)
	}
}

// A trace without calls is no run.
func TestNoCalls(t *testing.T) {
	p := &solvertest.Program{PID: 7, Functions: table()}
	p.Thread(7).Push(1)
	p.Thread(7).Pop(2)
	if run := read(t, p); run != nil {
		t.Errorf("got %+v", run)
	}
	if run, err := solvers.Read(&trace.Trace{Events: func() iter.Seq[trace.Event] { return func(func(trace.Event) bool) {} }}); run != nil || err != nil {
		t.Errorf("got %+v, %v", run, err)
	}
}
