package nvtxt_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/internal/nsys/nvtxt"
	"github.com/nrkit/nrkit/trace"
)

// A trace as text that ImportNvtxt adds to a report of Nsight Systems.
func ExampleWrite() {
	t := trace.FromEvents(trace.Header{Program: "solver", PID: 11}, []string{trace.PhaseIteration},
		[]trace.Track{{Process: 11, Thread: 12, Device: -1, Name: "main"}}, []trace.Event{
			{Kind: trace.Begin, Time: 100, Index: trace.NoIndex}, {Kind: trace.End, Time: 900}})
	if err := nvtxt.Write(os.Stdout, t); err != nil {
		log.Fatal(err)
	}
	// Output:
	// SetFileDisplayName, "solver"
	// @RangePush, ProcessId, ThreadId, Time, Message
	// CategoryId = 0
	// Color = Blue
	// TimeBase = Relative
	// @RangePop, ProcessId, ThreadId, Time
	// TimeBase = Relative
	// @Marker, ProcessId, ThreadId, Time, Message
	// CategoryId = 0
	// Color = Blue
	// TimeBase = Relative
	// RangePush, 11, 12, 100, "nr_iteration"
	// RangePop, 11, 12, 900
}
