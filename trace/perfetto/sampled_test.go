package perfetto_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
	"github.com/nrkit/nrkit/trace"
)

// sampled is a trace of a transient of which steps 3, 4 and 9 of 12 were timed,
// with a range of another name between the last two.
func sampled() *trace.Trace {
	names := []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseOutput}
	begin := func(time int64, name int32, index int64) trace.Event {
		return trace.Event{Kind: trace.Begin, Time: time, Name: name, Index: index}
	}
	end := func(time int64, name int32) trace.Event {
		return trace.Event{Kind: trace.End, Time: time, Name: name}
	}
	t := trace.FromEvents(trace.Header{Program: "sim", PID: 5, Sample: 4, Labels: map[string]string{"sample": "1/4"}}, names,
		[]trace.Track{{Process: 5, Thread: 6, Device: -1, Name: "solver"}},
		[]trace.Event{
			begin(10, 0, trace.NoIndex),
			begin(20, 1, 3), end(30, 1),
			begin(30, 1, 4), begin(32, 2, trace.NoIndex), end(35, 2), end(40, 1),
			begin(50, 2, trace.NoIndex), end(55, 2),
			begin(60, 1, 9), end(70, 1),
			end(100, 0),
		})
	t.Counts.Number = map[string]int64{trace.CountTimesteps: 12}
	return t
}

// untimed returns the slices that stand for steps that were not timed.
func untimed(d *perfettotest.Trace) []string {
	var out []string
	for _, tr := range d.Tracks {
		for _, s := range tr.Slices {
			if s.Category == perfettotest.Untimed {
				out = append(out, fmt.Sprintf("%d-%d depth %d %s", s.Start, s.End, s.Depth, s.Name))
			}
		}
	}
	return out
}

func TestUntimedSteps(t *testing.T) {
	last := "70-100 depth 1 not timed, 3 steps"
	for _, c := range []struct {
		name   string
		change func(*trace.Trace)
		want   []string
	}{
		{"as it is", func(*trace.Trace) {}, []string{"10-20 depth 1 not timed, 2 steps", "55-60 depth 1 not timed, 4 steps", last}},
		{"how many steps is unknown", func(t *trace.Trace) { t.Counts.Number = nil }, []string{"10-20 depth 1 not timed, 2 steps", "55-60 depth 1 not timed, 4 steps"}},
		{"on which thread is unknown", func(t *trace.Trace) {
			t.Tracks = append(t.Tracks, trace.Track{Process: 5, Thread: 7, Device: -1, Name: "other"})
		},
			[]string{"10-20 depth 1 not timed, 2 steps", "55-60 depth 1 not timed, 4 steps"}},
		{"all is timed", func(t *trace.Trace) { t.Header.Sample = 1 }, nil},
		{"nothing came after", func(t *trace.Trace) { t.Counts.Number[trace.CountTimesteps] = 9 }, []string{"10-20 depth 1 not timed, 2 steps", "55-60 depth 1 not timed, 4 steps"}},
		{"one came after", func(t *trace.Trace) { t.Counts.Number[trace.CountTimesteps] = 10 },
			[]string{"10-20 depth 1 not timed, 2 steps", "55-60 depth 1 not timed, 4 steps", "70-100 depth 1 not timed, 1 step"}},
		{"some are missing", func(t *trace.Trace) { t.Missing = []trace.Missing{{Time: 42, Ranges: 1}} }, []string{"10-20 depth 1 not timed, 2 steps", last}},
		{"some are missing at the end", func(t *trace.Trace) { t.Missing = []trace.Missing{{Time: 80, Ranges: 1}} },
			[]string{"10-20 depth 1 not timed, 2 steps", "55-60 depth 1 not timed, 4 steps"}},
		{"some are missing somewhere", func(t *trace.Trace) { t.Loss.Dropped = 1 }, nil},
	} {
		tr := sampled()
		c.change(tr)
		if got := untimed(write(t, tr)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A transient without any timed step is not timed as a whole.
func TestNoTimedSteps(t *testing.T) {
	tr := trace.FromEvents(trace.Header{PID: 5, Sample: 100}, []string{trace.PhaseTransient}, []trace.Track{{Process: 5, Thread: 6, Device: -1}},
		[]trace.Event{{Kind: trace.Begin, Time: 1, Index: trace.NoIndex}, {Kind: trace.End, Time: 8}})
	tr.Counts.Number = map[string]int64{trace.CountTimesteps: 7}
	if got := untimed(write(t, tr)); !slices.Equal(got, []string{"1-8 depth 1 not timed, 7 steps"}) {
		t.Errorf("got %q", got)
	}
}
