package trace_test

import (
	"bytes"
	"fmt"
	"log"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

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
