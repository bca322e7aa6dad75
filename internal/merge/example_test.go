package merge_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/trace"
)

// Two processes leave a barrier at one moment, which makes their clocks one.
func ExampleMerge() {
	process := func(pid, end int64) *trace.Trace {
		return trace.FromEvents(trace.Header{PID: pid}, []string{"MPI_Barrier"}, []trace.Track{{Process: pid, Thread: pid, Device: -1}},
			[]trace.Event{{Kind: trace.Begin, Time: 100}, {Kind: trace.End, Time: end}})
	}
	r, err := merge.Merge([]*trace.Trace{process(11, 5000), process(12, 2000)},
		merge.Options{Align: merge.End, Range: "MPI_Barrier"})
	if err != nil {
		log.Fatal(err)
	}
	for e := range r.Trace.Events() {
		if e.Kind == trace.End {
			fmt.Println("rank", r.Trace.Tracks[e.Track].Rank, "leaves at", e.Time, "ns")
		}
	}
	// Output:
	// rank 0 leaves at 5000 ns
	// rank 1 leaves at 5000 ns
}
