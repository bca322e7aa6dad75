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
	iteration, build, solve := r.Name(trace.PhaseIteration), r.Name(trace.PhaseBuildSystem), r.Name(trace.PhaseLinearSolve)
	t := r.Thread("main")
	for k := range int64(3) {
		t.BeginIndex(iteration, k)
		t.Begin(build) // … evaluate devices
		t.End()
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
	// nr_iteration/build_system 3
	// nr_iteration/linear_solve 3
}
