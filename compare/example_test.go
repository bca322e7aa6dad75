package compare_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/trace"
)

// run is a trace of three iterations, in which a factorisation takes so long.
func run(factor int64) *trace.Trace {
	var events []trace.Event
	var now int64
	for k := range int64(3) {
		events = append(events, trace.Event{Kind: trace.Begin, Time: now, Name: 0, Index: k}, trace.Event{Kind: trace.Begin, Time: now, Name: 1})
		now += factor
		events = append(events, trace.Event{Kind: trace.End, Time: now, Name: 1}, trace.Event{Kind: trace.End, Time: now + 100, Name: 0})
		now += 100
	}
	return trace.FromEvents(trace.Header{Program: "solver"}, []string{trace.PhaseIteration, trace.PhaseFactor}, []trace.Track{{Device: -1}}, events)
}

// Six runs before a change and six after it: the factorisation became faster.
func Example() {
	var before, after []*compare.Run
	for k := range int64(6) {
		before = append(before, compare.FromTrace("before", run(1000+k), compare.Mean))
		after = append(after, compare.FromTrace("after", run(800+k), compare.Mean))
	}
	r, err := compare.Compare(before, after, compare.Options{Kinds: []compare.Kind{compare.Phase}})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range r.Rows {
		fmt.Printf("%s %s %s: %+.1f %%, %s\n", row.Regime, row.Name, row.Metric, 100**row.Change, row.Verdict)
	}
	// Output:
	// steady nr_iteration time: -18.1 %, faster
	// steady factor time: -20.0 %, faster
	// cold nr_iteration time: -18.1 %, faster
	// cold factor time: -20.0 %, faster
}
