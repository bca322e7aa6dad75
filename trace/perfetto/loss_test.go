package perfetto_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// Each sequence begins anew where something of its track is missing, and what it
// writes then can be read.
func TestLosses(t *testing.T) {
	tr := walktest.NR(40, true)
	tr.Tracks = append(tr.Tracks, trace.Track{Process: 4711, Thread: 5000, Device: -1, Name: "other"})
	var times []int64
	for e := range tr.Events() {
		times = append(times, e.Time)
	}
	first, second := times[len(times)/3], times[len(times)/2]
	tr.Loss = trace.Loss{Dropped: 12, Events: 3, Truncated: 40, Chunks: 2, Ranges: 5, Open: true}
	tr.Missing = []trace.Missing{{Time: first, Ranges: 12}, {Time: second, Ranges: 5}, {Track: 1, Time: 9, Events: 3}}
	d := write(t, tr)
	zero := tr.Header.Start.UnixNano()
	threads := d.Threads()
	if len(d.Losses) != 3 || d.Lost != 20 {
		t.Fatalf("got %v, %d packets lost", d.Losses, d.Lost)
	}
	for k, want := range []int64{first, second} {
		if l := d.Losses[k]; l.Track != threads[0].UUID || l.Time < zero+want {
			t.Errorf("got %+v, want track %d after %d", l, threads[0].UUID, zero+want)
		}
	}
	if d.Losses[2].Track != threads[1].UUID {
		t.Errorf("got %+v, want track %d", d.Losses[2], threads[1].UUID)
	}
	labels := strings.Join(d.Processes()[0].Labels, " ")
	if want := " lost_ranges=17 lost_events=3 damaged_chunks=2 truncated_bytes=40 not_closed=true"; !strings.HasSuffix(labels, want) {
		t.Errorf("got %q, want …%s", labels, want)
	}
}

// Where only the number is known, the loss is at the end of the one thread.
func TestLossWithoutPlace(t *testing.T) {
	tr := walktest.NR(3, false)
	tr.Loss = trace.Loss{Dropped: 1}
	d := write(t, tr)
	if len(d.Losses) != 1 || d.Losses[0].Track != d.Threads()[0].UUID || d.Lost != 1 {
		t.Errorf("got %v, %d lost", d.Losses, d.Lost)
	}
}

// A trace whose program was killed says how many ranges were open, and keeps all
// their arguments.
func TestOpenRanges(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Begin, Time: 1, Name: 0, Index: 4},
		{Kind: trace.Begin, Time: 2, Name: 1, Index: trace.NoIndex},
		{Kind: trace.End, Time: 3, Name: 1},
		{Kind: trace.Arg, Time: 3, Name: 2, Value: 1.5}, // too late for the begin
	}
	tr := trace.FromEvents(trace.Header{PID: 5}, []string{trace.PhaseTimestep, "inner", "late"}, []trace.Track{{Process: 5, Thread: 6, Device: -1}}, events)
	tr.Loss.Open = true
	d := write(t, tr)
	if s := d.Threads()[0].Slices[0]; s.End != -1 || s.Args["late"] != "1.5" || s.Args["step"] != "4" {
		t.Errorf("got %+v", s)
	}
	if got := d.Processes()[0].Labels; !slices.Equal(got, []string{"open_ranges=1", "not_closed=true"}) {
		t.Errorf("got %q", got)
	}
}

// A trace without ranges has its metadata.
func TestNoRanges(t *testing.T) {
	tr := trace.FromEvents(trace.Header{Program: "sim", PID: 5, Clock: "tsc", Start: time.Unix(1, 0), Labels: map[string]string{"circuit": "rc"}}, nil, nil, nil)
	d := write(t, tr)
	p := d.Processes()
	if len(p) != 1 || p[0].PID != 5 || p[0].Name != "sim" || !slices.Equal(p[0].Labels, []string{"clock=tsc", "circuit=rc"}) {
		t.Errorf("got %+v", p)
	}
	tr.Header.PID = 0 // as in an export of nsys without a process
	d = write(t, tr)
	want := map[string]string{"program": "sim", "clock": "tsc", "circuit": "rc"}
	if len(d.Processes()) != 0 || !maps.Equal(d.Attributes, want) {
		t.Errorf("got %+v, %v", d.Processes(), d.Attributes)
	}
	tr.Tracks = []trace.Track{{Process: 7, Thread: 7, Device: -1, Name: "main"}}
	d = write(t, tr)
	if p := d.Processes(); len(p) != 1 || len(d.Threads()) != 1 || len(p[0].Labels) != 2 {
		t.Errorf("got %+v", p)
	}
}

// Events of tracks and names that are not in the tables are left out.
func TestOddEvents(t *testing.T) {
	events := []trace.Event{
		{Kind: trace.Begin, Time: 1, Track: -1}, {Kind: trace.Begin, Time: 1, Track: 9}, {Kind: trace.Begin, Time: 1, Name: 7},
		{Kind: trace.Counter, Time: 1, Name: -1}, {Kind: trace.End, Time: 2, Name: -1},
	}
	tr := trace.FromEvents(trace.Header{PID: 5}, []string{"a"}, []trace.Track{{Process: 5, Thread: 6, Device: -1}}, events)
	if d := write(t, tr); len(d.Threads()[0].Slices) != 0 {
		t.Errorf("got %v", d.Threads()[0].Slices)
	}
}

// Lanes are below the thread or the stream whose ranges overlap, whichever track
// comes first.
func TestLanes(t *testing.T) {
	tr := trace.FromEvents(trace.Header{PID: 5}, []string{"a"}, []trace.Track{
		{Process: 5, Thread: 6, Device: -1, Name: "main", Lane: 1},
		{Process: 5, Thread: 6, Device: -1, Name: "main"},
		{Process: 5, Thread: 6, Device: -1, Name: "main", Lane: 2},
		{Process: 5, Device: 0, Stream: 7, Name: "stream"},
		{Process: 5, Device: 0, Stream: 7, Name: "stream", Lane: 1},
		{Process: 5, Thread: -4, Device: -1, Name: "any"},
		{Process: 5, Thread: -4, Device: -1, Name: "any", Lane: 1},
	}, []trace.Event{{Kind: trace.Begin, Track: 0, Index: trace.NoIndex}, {Kind: trace.End, Track: 0, Time: 5}})
	d := write(t, tr)
	var got []string
	for _, th := range d.Threads() {
		what, parent := "plain", d.Track(th.Parent)
		if th.Thread != nil {
			what = fmt.Sprint("thread ", th.Thread.TID)
		}
		switch {
		case parent.Thread != nil:
			what += " below thread"
		case parent.Process == nil:
			what += " below " + parent.Name
		}
		got = append(got, what)
	}
	want := []string{"plain below thread", "thread 6", "plain below thread", "plain", "plain below stream", "plain", "plain below any"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
