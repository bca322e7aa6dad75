package perfetto_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
	"github.com/nrkit/nrkit/trace"
)

// launches is a trace of two calls with work on a device: one tells its flow
// at its begin, the other when a range inside of it has ended.
func launches(pid int64) *trace.Trace {
	t := trace.FromEvents(trace.Header{Program: "sim", PID: pid}, []string{"solve", "launch", "kernel"},
		[]trace.Track{{Process: pid, Thread: pid, Device: -1, Name: "main"}, {Process: pid, Device: 0, Context: 1, Stream: 7}},
		[]trace.Event{
			{Kind: trace.Begin, Time: 1, Name: 0, Index: trace.NoIndex},
			{Kind: trace.Begin, Time: 2, Name: 1, Index: trace.NoIndex},
			{Kind: trace.FlowOut, Time: 2, Name: -1, Index: 0},
			{Kind: trace.End, Time: 3, Name: 1},
			{Kind: trace.Begin, Time: 4, Name: 1, Index: trace.NoIndex},
			{Kind: trace.Begin, Time: 5, Name: 0, Index: trace.NoIndex},
			{Kind: trace.End, Time: 6, Name: 0},
			{Kind: trace.FlowOut, Time: 6, Name: -1, Index: 1},
			{Kind: trace.End, Time: 7, Name: 1},
			{Kind: trace.End, Time: 8, Name: 0},
			{Kind: trace.FlowOut, Time: 9, Name: -1, Index: 1}, // in nothing: is dropped
			{Kind: trace.Begin, Time: 10, Name: 2, Track: 1, Index: trace.NoIndex},
			{Kind: trace.FlowIn, Time: 10, Name: -1, Track: 1, Index: 0},
			{Kind: trace.End, Time: 11, Name: 2, Track: 1},
			{Kind: trace.Begin, Time: 12, Name: 2, Track: 1, Index: trace.NoIndex},
			{Kind: trace.FlowIn, Time: 12, Name: -1, Track: 1, Index: 1},
			{Kind: trace.End, Time: 13, Name: 2, Track: 1},
		})
	t.Sorts, t.Flows = []string{"", trace.SortAPI, trace.SortKernel}, 2
	return t
}

// Flows lead from each call to its work, and to nothing else: not to that of
// another rank with the same numbers, nor of another file.
func TestFlows(t *testing.T) {
	m, err := merge.Merge([]*trace.Trace{launches(5), launches(5)}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	out, in := map[uint64]int64{}, map[uint64]int64{}
	for _, d := range []*perfettotest.Trace{write(t, m.Trace), write(t, launches(6))} {
		for _, tr := range d.Tracks {
			for _, s := range tr.Slices {
				if want := map[string]string{"solve": "phase", "launch": "api", "kernel": "kernel"}[s.Name]; s.Category != want {
					t.Errorf("%s: got category %q, want %q", s.Name, s.Category, want)
				}
				if n := len(s.Out) + len(s.In); (n != 0) != (s.Name != "solve") || n > 1 {
					t.Errorf("%s at %d: got %d flows", s.Name, s.Start, n)
				}
				for _, f := range s.Out {
					out[f] = s.Start
				}
				for _, f := range s.In {
					in[f] = s.Start
				}
			}
		}
	}
	if len(out) != 6 || len(in) != 6 {
		t.Fatalf("got %v and %v, want 6 flows", out, in)
	}
	var pairs []int64
	for f, start := range out {
		pairs = append(pairs, start*100+in[f])
	}
	slices.Sort(pairs)
	if !slices.Equal(pairs, []int64{210, 210, 210, 412, 412, 412}) {
		t.Errorf("got %v", pairs)
	}
}

// The processes of two ranks with one pid are two, and called by their rank.
func TestRanks(t *testing.T) {
	m, err := merge.Merge([]*trace.Trace{launches(5), launches(5)}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	d := write(t, m.Trace)
	var names []string
	pids, parents := map[int64]bool{}, map[uint64]int{}
	for _, tr := range d.Tracks {
		if p := tr.Process; p != nil {
			names = append(names, p.Name)
			pids[p.PID] = true
		}
		parents[tr.Parent]++
	}
	if !slices.Equal(names, []string{"sim rank 0", "sim rank 1"}) || len(pids) != 2 || len(d.Tracks) != 6 {
		t.Errorf("got %q, %v", names, pids)
	}
	for uuid, n := range parents {
		if uuid != 0 && n != 2 {
			t.Errorf("got %d tracks below %d, want 2", n, uuid)
		}
	}
}
