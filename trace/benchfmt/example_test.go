package benchfmt_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/benchfmt"
)

// A phase that is in no time step: its calls are cut into parts, each of which is
// a sample for benchstat.
func ExampleWrite() {
	var events []trace.Event
	for k := range int64(3) {
		events = append(events, trace.Event{Kind: trace.Begin, Time: 1000 * k}, trace.Event{Kind: trace.End, Time: 1000*k + 400 + 10*k})
	}
	t := trace.FromEvents(trace.Header{Labels: map[string]string{"circuit": "ring"}},
		[]string{trace.PhaseFactor}, []trace.Track{{Device: -1}}, events)
	if err := benchfmt.Write(os.Stdout, t); err != nil {
		log.Fatal(err)
	}
	// Output:
	// circuit: ring
	//
	// BenchmarkPhase/circuit=ring/phase=factor 1 400 ns/op 400 self-ns/op
	// BenchmarkPhase/circuit=ring/phase=factor 1 410 ns/op 410 self-ns/op
	// BenchmarkPhase/circuit=ring/phase=factor 1 420 ns/op 420 self-ns/op
}
