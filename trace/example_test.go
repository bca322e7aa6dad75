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
	dir, err := os.MkdirTemp("", "trace")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run.nrt")

	r, err := trace.Create(path, trace.Header{Program: "example"}, trace.Options{})
	if err != nil {
		log.Fatal(err)
	}
	iteration, build, solve := r.Name(trace.PhaseIteration), r.Name(trace.PhaseBuildSystem), r.Name(trace.PhaseLinearSolve)
	t := r.Thread("main")
	for i := range int64(3) {
		s := t.Now()
		t.BeginAt(iteration, i, s)
		t.BeginAt(build, trace.NoIndex, s)
		s = t.Now() // one reading ends this range and begins the next
		t.EndAt(s)
		t.BeginAt(solve, trace.NoIndex, s)
		s = t.Now()
		t.EndAt(s)
		t.EndAt(s)
	}
	r.SetCounts(trace.Counts{Number: map[string]int64{trace.CountIterations: 3}})
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
