package solvers_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// Each call has its own arguments, and only those that are known: also a call in a
// call that begins at the same time, a range of the program around it, and an open one.
func TestAnnotate(t *testing.T) {
	p := &solvertest.Program{PID: 7, Functions: table()}
	th := p.Thread(7)
	th.Call(100, 200, "analyze", solvertest.Blank(solvertest.Status, 0, solvertest.N, 5, solvertest.NNZ, 13, solvertest.Pattern, 77))
	th.Push(210)
	th.Begin(210, "factor")
	th.Call(210, 220, "analyze", solvertest.Blank(solvertest.N, 8))
	th.End(300, solvertest.Blank(solvertest.Status, 3, solvertest.N, 6, solvertest.Pattern, 77, solvertest.Values, 5))
	th.Pop(301)
	th.Call(310, 320, "solve", solvertest.Blank(solvertest.N, 7, solvertest.NRHS, 2))
	th.Begin(330, "solve")
	th.Push(340)
	c, err := solvertest.Capture(p)
	if err != nil {
		t.Fatal(err)
	}
	type argument struct {
		of, name string
		value    float64
	}
	want := []argument{{"analyze", "n", 5}, {"analyze", "nnz", 13}, {"analyze", "pattern", 1}, {"analyze", "status", 0},
		{"factor", "n", 6}, {"factor", "pattern", 1}, {"factor", "values", 1}, {"factor", "status", 3}, {"analyze", "n", 8}, {"solve", "n", 7}, {"solve", "nrhs", 2}}
	a := solvers.Annotate(c)
	for range 2 { // events can be read again
		var got []argument
		var others []trace.Event
		var open []string
		for e := range a.Events() {
			switch e.Kind {
			case trace.Begin:
				open = append(open, a.Names[e.Name])
			case trace.End:
				open = open[:len(open)-1]
			case trace.Arg:
				got = append(got, argument{open[len(open)-1], a.Names[e.Name], e.Value})
				continue
			}
			others = append(others, e)
		}
		if !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
		if before := slices.Collect(c.Events()); !reflect.DeepEqual(others, before) {
			t.Errorf("other events changed: got %v, want %v", others, before)
		}
	}
	for range a.Events() { // and left early
		break
	}
	if again := solvers.Annotate(&trace.Trace{Events: c.Events}); len(again.Names) != 0 {
		t.Errorf("a trace without calls got the names %q", again.Names)
	}
}
