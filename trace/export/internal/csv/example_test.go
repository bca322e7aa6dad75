package csv_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/export/internal/csv"
)

// A row for each range, in the order of their ends.
func ExampleWrite() {
	t := trace.FromEvents(trace.Header{}, []string{trace.PhaseIteration, trace.PhaseBuildSystem},
		[]trace.Track{{Device: -1, Name: "main"}}, []trace.Event{
			{Kind: trace.Begin, Name: 0, Index: 7},
			{Kind: trace.Begin, Name: 1, Index: trace.NoIndex, Time: 100},
			{Kind: trace.End, Name: 1, Time: 600},
			{Kind: trace.End, Name: 0, Time: 900},
		})
	if err := csv.Write(os.Stdout, t); err != nil {
		log.Fatal(err)
	}
	// Output:
	// track,name,depth,index,start_ns,dur_ns,self_ns
	// main,build_system,1,,100,500,500
	// main,nr_iteration,0,7,0,900,400
}
