package trace_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/nrkit/nrkit/trace"
)

// A solver brackets its phases, and the capture is summarized.
func Example() {
	path := filepath.Join(os.TempDir(), "run.nrt")
	defer os.Remove(path)
	r, err := trace.Create(path, trace.Header{Program: "example"}, trace.Options{})
	if err != nil {
		log.Fatal(err)
	}
	iteration, solve := r.Name(trace.PhaseIteration), r.Name(trace.PhaseLinearSolve)
	t := r.Thread("main")
	for k := range int64(3) {
		t.BeginIndex(iteration, k)
		t.Begin(solve) // … factor and solve
		t.End()
		t.End()
	}
	if err := r.Close(); err != nil {
		log.Fatal(err)
	}
	capture, err := trace.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer capture.Close()
	for _, p := range trace.Summarize(capture, trace.SummaryOptions{}).Paths {
		fmt.Println(p.Path, p.Count)
	}
	// Output:
	// nr_iteration 3
	// nr_iteration/linear_solve 3
}

// The ranges of a trace come in the order of their ends, with their depth and the
// time that no range inside them has.
func ExampleTrace_Ranges() {
	begin := func(name int32, ns int64) trace.Event {
		return trace.Event{Kind: trace.Begin, Name: name, Time: ns, Index: trace.NoIndex}
	}
	end := func(ns int64) trace.Event { return trace.Event{Kind: trace.End, Time: ns} }
	t := trace.FromEvents(trace.Header{Program: "example"}, []string{"nr_iteration", "build_system", "linear_solve"}, []trace.Track{{Name: "main", Device: -1}},
		[]trace.Event{begin(0, 0), begin(1, 0), end(70), begin(2, 70), end(95), end(100)})
	for r := range t.Ranges() {
		fmt.Printf("%*s%s: %d ns, %d of its own\n", 2*r.Depth, "", t.Names[r.Name], r.End-r.Start, r.Self)
	}
	// Output:
	//   build_system: 70 ns, 70 of its own
	//   linear_solve: 25 ns, 25 of its own
	// nr_iteration: 100 ns, 5 of its own
}
