package merge_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

var noon = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)

// input is a trace of a phase and of the work that it launched, with the same
// numbers whatever its rank.
func input(start time.Time, labels map[string]string, took int64) *trace.Trace {
	t := trace.FromEvents(trace.Header{Program: "mysim", PID: 7, Start: start, Labels: labels, TimerNS: float64(took)},
		[]string{fmt.Sprint("only", took), trace.PhaseSolve, "launch", "kernel"},
		[]trace.Track{{Process: 7, Thread: 7, Device: -1, Name: "main"}, {Process: 7, Device: 0, Context: 1, Stream: 7}},
		[]trace.Event{
			{Kind: trace.Begin, Time: 10, Name: 1, Index: trace.NoIndex},
			{Kind: trace.Begin, Time: 11, Name: 2, Index: trace.NoIndex},
			{Kind: trace.FlowOut, Time: 11, Name: -1},
			{Kind: trace.End, Time: 12, Name: 2},
			{Kind: trace.End, Time: 10 + took, Name: 1},
			{Kind: trace.Begin, Time: 20, Name: 3, Track: 1, Index: trace.NoIndex},
			{Kind: trace.FlowIn, Time: 20, Name: -1, Track: 1},
			{Kind: trace.End, Time: 20 + 2*took, Name: 3, Track: 1},
		})
	t.Sorts = []string{"", "", trace.SortAPI, trace.SortKernel}
	t.Flows, t.Last = 1, 20+2*took
	t.Counts = trace.Counts{Number: map[string]int64{"n": took}, Histogram: map[string][]int64{"h": make([]int64, took)},
		Table: map[string][]trace.Row{"models": {{Name: "d", Count: took, NS: 1}, {Name: fmt.Sprint(took), Count: 1}}}, Wall: took}
	for i := range t.Counts.Histogram["h"] {
		t.Counts.Histogram["h"][i] = int64(i)
	}
	t.Loss = trace.Loss{Dropped: took, Open: took == 3}
	return t
}

func TestRanksNeverMix(t *testing.T) {
	inputs := []*trace.Trace{input(noon.Add(50), nil, 100), input(noon, nil, 3), input(noon.Add(7), nil, 40)}
	m, err := merge.Merge(inputs, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Warnings) > 0 || !slices.Equal(m.Ranks, []int32{0, 1, 2}) || !m.Trace.Header.Start.Equal(noon) {
		t.Errorf("got %+v, start %v", m, m.Trace.Header.Start)
	}
	if problems := trace.Check(m.Trace); len(problems) > 0 {
		t.Error(problems)
	}
	var got []string
	for e := range m.Trace.Events() {
		if e.Kind == trace.Begin || e.Kind == trace.FlowIn {
			name := ""
			if e.Name >= 0 {
				name = m.Trace.Names[e.Name] + m.Trace.Sort(e.Name)
			}
			got = append(got, fmt.Sprintf("%d:%d %s %d", m.Trace.Tracks[e.Track].Rank, e.Time, name, max(e.Index, -1)))
		}
	}
	want := "0:60 solve -1|0:61 launchapi -1|0:70 kernelkernel -1|0:70  0|1:10 solve -1|1:11 launchapi -1|1:20 kernelkernel -1|1:20  1|2:17 solve -1|2:18 launchapi -1|2:27 kernelkernel -1|2:27  2"
	if s := strings.Join(got, "|"); s != want {
		t.Errorf("got %s\nwant %s", s, want)
	}
	s := trace.Summarize(m.Trace, trace.SummaryOptions{})
	if s.RootNS != 143 || *s.Phases[0].GPU != 286 || s.Device.Unattributed != 0 || s.Dropped != 143 {
		t.Errorf("got %d ns, %+v, %+v", s.RootNS, s.Phases[0], s.Device)
	}
	c := m.Trace.Counts
	if c.Number["n"] != 143 || len(c.Histogram["h"]) != 100 || c.Histogram["h"][2] != 6 || c.Histogram["h"][50] != 50 || c.Wall != 143 ||
		fmt.Sprint(c.Table["models"]) != "[{d 143 3 <nil>} {100 1 0 <nil>} {3 1 0 <nil>} {40 1 0 <nil>}]" {
		t.Errorf("got %+v", c)
	}
	if !m.Trace.Loss.Open || m.Trace.Last != 270 || m.Trace.Header.TimerNS != 100 {
		t.Errorf("got %+v, last %d, timer %g", m.Trace.Loss, m.Trace.Last, m.Trace.Header.TimerNS)
	}
}

func TestRanksFromLabels(t *testing.T) {
	rank := func(r string) map[string]string {
		return map[string]string{"rank": r, "circuit": "c6288", "r" + r: "x"}
	}
	for _, c := range []struct {
		labels [2]map[string]string
		want   string
	}{
		{[2]map[string]string{rank("3"), rank("1")}, "[3 1]"},
		{[2]map[string]string{rank("3"), rank("3")}, "[0 1]"},
		{[2]map[string]string{rank("3"), nil}, "[0 1]"},
		{[2]map[string]string{rank("-1"), rank("2")}, "[0 1]"},
		{[2]map[string]string{rank("a"), rank("2")}, "[0 1]"},
	} {
		m, err := merge.Merge([]*trace.Trace{input(noon, c.labels[0], 3), input(noon, c.labels[1], 4)}, merge.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tracks := m.Trace.Tracks
		if fmt.Sprint(m.Ranks) != c.want || fmt.Sprint([]int32{tracks[0].Rank, tracks[2].Rank}) != c.want {
			t.Errorf("%v: got %v, want %s", c.labels, m.Ranks, c.want)
		}
		if c.labels[1] != nil && fmt.Sprint(m.Trace.Header.Labels) != "map[circuit:c6288]" && c.want != "[0 1]" {
			t.Errorf("got %v", m.Trace.Header.Labels)
		}
	}
	// What is merged keeps its ranks, after those before it.
	m, err := merge.Merge([]*trace.Trace{input(noon, nil, 3), input(noon, nil, 4)}, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err = merge.Merge([]*trace.Trace{m.Trace, input(noon, nil, 5)}, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m.Trace.Tracks[2].Rank != 1 || m.Trace.Tracks[4].Rank != 2 || fmt.Sprint(m.Ranks) != "[0 2]" {
		t.Errorf("got %v, %v", m.Trace.Tracks, m.Ranks)
	}
}

func TestAlign(t *testing.T) {
	first := func(m *merge.Result) (times []int64) {
		seen := map[int32]bool{}
		for e := range m.Trace.Events() {
			if !seen[e.Track] {
				seen[e.Track] = true
				times = append(times, e.Time)
			}
		}
		return times
	}
	late := []*trace.Trace{input(noon, nil, 3), input(noon.Add(2*time.Hour), nil, 4)}
	m, err := merge.Merge(late, merge.Options{Align: merge.Start})
	if err != nil || fmt.Sprint(first(m)) != "[10 20 10 20]" || !m.Trace.Header.Start.IsZero() || len(m.Warnings) > 0 {
		t.Errorf("got %v, %v", first(m), err)
	}
	m, err = merge.Merge(late, merge.Options{Align: merge.Wall})
	if err != nil || fmt.Sprint(first(m)) != "[10 20 7200000000010 7200000000020]" || len(m.Warnings) != 1 {
		t.Errorf("got %v, %v, %v", first(m), err, m.Warnings)
	}
	unknown := []*trace.Trace{input(noon, nil, 3), input(time.Time{}, nil, 4)}
	m, err = merge.Merge(unknown, merge.Options{})
	if err != nil || fmt.Sprint(first(m)) != "[10 20 10 20]" || len(m.Warnings) != 1 {
		t.Errorf("got %v, %v", m, err)
	}
	_, err = merge.Merge(unknown, merge.Options{Align: merge.Wall})
	var input *merge.InputError
	if !errors.Is(err, merge.ErrNoStart) || !errors.As(err, &input) || input.Input != 1 {
		t.Errorf("got %v", err)
	}
}

func TestSampledDifferently(t *testing.T) {
	a, b := input(noon, nil, 3), input(noon, nil, 4)
	a.Header.Sample, b.Header.Sample = 64, 1
	_, err := merge.Merge([]*trace.Trace{a, b}, merge.Options{})
	if want := "input 2: 1 of 1 time steps was timed, want 1 of 64 as in input 1: their times cannot be added"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	a.Header.Sample = 0
	if _, err := merge.Merge([]*trace.Trace{a, b}, merge.Options{}); err != nil {
		t.Error(err)
	}
}

func TestFault(t *testing.T) {
	a, b := input(noon, nil, 3), input(noon, nil, 4)
	broken := errors.New("changed")
	b.Fault = func() error { return broken }
	m, err := merge.Merge([]*trace.Trace{a, b}, merge.Options{})
	if err != nil || !errors.Is(m.Trace.Err(), broken) {
		t.Errorf("got %v, %v", err, m.Trace.Err())
	}
}

// Whatever is merged, the phases of all together are the sums of those of each.
func TestSumsOfRandomTraces(t *testing.T) {
	for seed := range uint64(30) {
		inputs := []*trace.Trace{walktest.Random(seed, 300), walktest.Random(seed+100, 300), walktest.Random(seed+200, 50)}
		m, err := merge.Merge(inputs, merge.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][2]int64{}
		for _, in := range inputs {
			in.Last = 0
			for _, p := range closed(in) {
				w := want[p.Name]
				want[p.Name] = [2]int64{w[0] + p.Count, w[1] + p.Total}
			}
		}
		got := map[string][2]int64{}
		for _, p := range closed(m.Trace) {
			got[p.Name] = [2]int64{p.Count, p.Total}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("seed %d: got %v, want %v", seed, got, want)
		}
	}
}

// closed returns the phases of a trace without its open ranges.
func closed(t *trace.Trace) []trace.Phase {
	type key struct{ track, number int32 }
	open := make([][]int32, len(t.Tracks))
	number := make([]int32, len(t.Tracks))
	for e := range t.Events() {
		switch e.Kind {
		case trace.Begin:
			number[e.Track]++
			open[e.Track] = append(open[e.Track], number[e.Track])
		case trace.End:
			open[e.Track] = open[e.Track][:len(open[e.Track])-1]
		}
	}
	never := map[key]bool{}
	for track, list := range open {
		for _, n := range list {
			never[key{int32(track), n}] = true
		}
	}
	clear(number)
	var events []trace.Event
	for e := range t.Events() {
		if e.Kind == trace.Begin {
			number[e.Track]++
			if never[key{e.Track, number[e.Track]}] {
				continue
			}
		}
		events = append(events, e)
	}
	u := trace.FromEvents(t.Header, t.Names, t.Tracks, events)
	return trace.Summarize(u, trace.SummaryOptions{}).Phases
}

// Blobs move with the events that they belong to.
func TestBlobsMove(t *testing.T) {
	a, b := input(noon, nil, 3), input(noon.Add(100), nil, 40)
	b.Blobs = func() iter.Seq[trace.Blob] {
		return func(yield func(trace.Blob) bool) {
			_ = yield(trace.Blob{Sort: "s", ID: 4, Time: 20, Track: 1, Name: 0, Data: []byte("x")}) && yield(trace.Blob{Sort: "s", Time: 1, Track: -1, Name: -1})
		}
	}
	m, err := merge.Merge([]*trace.Trace{a, b}, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for x := range m.Trace.Blobs() {
		name := ""
		if x.Name >= 0 {
			name = m.Trace.Names[x.Name]
		}
		got = append(got, fmt.Sprint(x.Sort, " ", x.ID, " ", x.Time, " ", x.Track, " ", name, " ", string(x.Data)))
	}
	if want := []string{"s 4 120 3 only40 x", "s 0 101 -1  "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if m, err = merge.Merge([]*trace.Trace{a, a}, merge.Options{}); err != nil || m.Trace.Blobs != nil {
		t.Errorf("blobs of inputs without blobs, %v", err)
	}
}
