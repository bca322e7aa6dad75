package trace_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

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

// One reading of the clock ends a range and begins the next, so that no time lies
// between them and each range costs one reading less.
func ExampleThread_EndAt() {
	var file bytes.Buffer
	r, err := trace.NewRecorder(&file, trace.Header{Program: "example"}, trace.Options{})
	if err != nil {
		log.Fatal(err)
	}
	build, solve := r.Name(trace.PhaseBuildSystem), r.Name(trace.PhaseLinearSolve)
	t := r.Thread("main")
	t.BeginAt(build, trace.NoIndex, t.Now())
	s := t.Now()
	t.EndAt(s)
	t.BeginAt(solve, trace.NoIndex, s)
	t.EndAt(t.Now())
	if err := r.Close(); err != nil {
		log.Fatal(err)
	}
	capture, err := trace.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		log.Fatal(err)
	}
	events := slices.Collect(capture.Events())
	fmt.Println("time between the two:", events[2].Time-events[1].Time, "ns")
	// Output: time between the two: 0 ns
}
