package compare_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/trace"
)

// Six runs before a change and six runs after the change: the factorisation became
// faster.
func Example() {
	run := func(factor int64) *trace.Trace { // one factorisation, of so many ns
		return trace.FromEvents(trace.Header{Program: "solver"}, []string{trace.PhaseFactor}, []trace.Track{{Device: -1}},
			[]trace.Event{{Kind: trace.Begin, Time: 0}, {Kind: trace.End, Time: factor}})
	}
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
		fmt.Printf("%s %s: %+.1f %%, %s\n", row.Name, row.Metric, 100**row.Change, row.Verdict)
	}
	// Output:
	// factor time: -20.0 %, faster
}
