package perfetto_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// A trace for ui.perfetto.dev, and what its reader finds in the file.
func ExampleWrite() {
	t := trace.FromEvents(trace.Header{Program: "solver", PID: 11}, []string{trace.PhaseIteration, trace.PhaseFactor},
		[]trace.Track{{Process: 11, Thread: 11, Device: -1, Name: "main"}}, []trace.Event{
			{Kind: trace.Begin, Name: 0, Index: 1}, {Kind: trace.Begin, Name: 1, Time: 100, Index: trace.NoIndex},
			{Kind: trace.End, Name: 1, Time: 600}, {Kind: trace.End, Name: 0, Time: 1000}})
	var file bytes.Buffer // such as run.perfetto-trace
	if err := perfetto.Write(&file, t); err != nil {
		log.Fatal(err)
	}
	read, err := perfettotest.Decode(file.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	for _, track := range read.Tracks {
		for _, s := range track.Slices {
			fmt.Println(s.Category, s.Name, s.Args, s.End-s.Start, "ns, depth", s.Depth)
		}
	}
	// Output:
	// phase nr_iteration map[iteration:1] 1000 ns, depth 0
	// phase factor map[] 500 ns, depth 1
}
