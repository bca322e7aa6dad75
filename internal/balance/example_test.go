package balance_test

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/balance"
	"github.com/nrkit/nrkit/trace"
)

// waiting is the summary of a rank that evaluates devices for so long and then waits
// for the others until 1000 ns have passed.
func waiting(build int64) *trace.Summary {
	return trace.Summarize(trace.FromEvents(trace.Header{},
		[]string{trace.PhaseBuildSystem, "MPI_Allreduce"}, []trace.Track{{Device: -1}}, []trace.Event{
			{Kind: trace.Begin, Name: 0}, {Kind: trace.End, Name: 0, Time: build},
			{Kind: trace.Begin, Name: 1, Time: build}, {Kind: trace.End, Name: 1, Time: 1000},
		}), trace.SummaryOptions{})
}

// All ranks end at the same time, yet two of three wait for the last.
func ExampleOf() {
	r := balance.Of([]balance.Rank{
		{Number: 0, Summary: waiting(500)}, {Number: 1, Summary: waiting(550)}, {Number: 2, Summary: waiting(990)}})
	fmt.Println("rank", r.Busy.MaxRank, "is busy longest, because of", r.Cause.Phase)
	fmt.Println("it takes", r.Cause.Self, "ns there, on average", r.Cause.Mean)
	// Output:
	// rank 2 is busy longest, because of build_system
	// it takes 990 ns there, on average 680
}
