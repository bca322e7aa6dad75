package walk_test

import (
	"fmt"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/walk"
)

// The ranges of a trace with the time that no range inside them takes.
func ExampleWalker() {
	t := trace.FromEvents(trace.Header{}, []string{trace.PhaseIteration, trace.PhaseFactor}, []trace.Track{{Device: -1}}, []trace.Event{
		{Kind: trace.Begin, Name: 0}, {Kind: trace.Begin, Name: 1, Time: 100},
		{Kind: trace.End, Name: 1, Time: 600}, {Kind: trace.End, Name: 0, Time: 1000}})
	var w walk.Walker
	for e := range t.Events() {
		if r, ok := w.Next(e); ok {
			fmt.Println(t.Names[r.Name], "depth", r.Depth, "took", r.End-r.Start, "ns, of which itself", r.Self)
		}
	}
	// Output:
	// factor depth 1 took 500 ns, of which itself 500
	// nr_iteration depth 0 took 1000 ns, of which itself 500
}
