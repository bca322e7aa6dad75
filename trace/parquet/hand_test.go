package parquet_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/parquet"
)

// byHand is a step of two iterations. The first has a call within a call that waits,
// and a range of the program within a call; the second is on another lane than the call
// that launches its kernel.
func byHand() *trace.Trace {
	begin := func(time int64, track, name int32) trace.Event {
		return trace.Event{Kind: trace.Begin, Time: time, Track: track, Name: name, Index: trace.NoIndex}
	}
	end := func(time int64, track int32) trace.Event {
		return trace.Event{Kind: trace.End, Time: time, Track: track}
	}
	names := []string{"timestep", "nr_iteration", "sync", "inner", "launch", "kern", "bytes", "factor", "cpu_ns"}
	t := trace.FromEvents(trace.Header{}, names, []trace.Track{{Process: 1, Thread: 2, Device: -1, Name: "main"}, {Process: 1, Thread: 2, Device: -1, Lane: 1}, {Process: 1, Device: 3, Context: 4, Stream: 5}}, []trace.Event{
		begin(0, 0, 0),
		begin(10, 0, 1),
		begin(20, 0, 2),             // sync
		begin(22, 0, 2),             // sync within: no wait of its own
		end(25, 0),                  //
		begin(30, 0, 3),             // a range of the program within a call
		end(34, 0),                  //
		end(40, 0),                  //
		end(50, 0),                  // 40, of which 4 in inner
		begin(60, 0, 1),             // second iteration
		begin(61, 0, 7), end(63, 0), // factor
		begin(70, 1, 4), // launch on the other lane
		{Kind: trace.FlowOut, Time: 71, Track: 1, Name: -1},
		end(72, 1),
		end(80, 0),
		{Kind: trace.Arg, Time: 90, Name: 8, Value: 77},
		end(100, 0),
		begin(85, 2, 5),
		{Kind: trace.FlowIn, Time: 85, Track: 2, Name: -1},
		{Kind: trace.Arg, Time: 85, Track: 2, Name: 6, Value: 4096},
		end(95, 2),
	})
	t.Flows = 1
	t.Sorts = []string{"", "", trace.SortSync, "", trace.SortAPI, trace.SortKernel, "", "", ""}
	return t
}

func TestByHand(t *testing.T) {
	tables := written(t, byHand(), parquet.Options{})
	values := func(name string, columns ...string) []string {
		var out []string
		for _, r := range tables[name+".parquet"].rows {
			line := ""
			for _, c := range columns {
				if r[c] == nil {
					r[c] = "-"
				}
				line += fmt.Sprint(r[c]) + " "
			}
			out = append(out, line[:len(line)-1])
		}
		return out
	}
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"ranges", values("ranges", "id", "name", "depth", "dur_ns", "self_ns", "parent_id", "step_id", "iteration_id"), []string{
			"3 sync 3 3 3 1 0 1", "4 inner 3 4 4 1 0 1", "2 sync 2 20 17 1 0 1", "1 nr_iteration 1 40 36 0 0 -",
			"6 factor 2 2 2 5 0 5", "7 launch 0 2 2 5 0 5", "5 nr_iteration 1 20 18 0 0 -", "0 timestep 0 100 40 - - -"}},
		{"waits", values("waits", "id", "dur_ns", "phase", "step", "iteration"), []string{"2 20 nr_iteration 1 1"}},
		{"steps", values("steps", "id", "iterations", "factors", "refactors", "waits", "wait_ns", "cpu_ns", "is_open"), []string{"0 2 1 0 1 20 77 false"}},
		{"iterations", values("iterations", "id", "place", "waits", "wait_ns", "step_id", "parent_id"), []string{"1 1 1 20 0 0", "5 2 0 0 0 0"}},
		{"gpu_operations", values("gpu_operations", "id", "device", "context", "stream", "name", "dur_ns", "size_bytes", "call_id", "call", "call_start_ns", "phase", "parent_id", "step_id", "step", "iteration_id", "iteration"),
			[]string{"8 3 4 5 kern 10 4096 7 launch 70 nr_iteration 5 0 1 5 2"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: got\n%q\nwant\n%q", c.what, c.got, c.want)
		}
	}
}
