package chrome_test

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/testkit/chrometest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// chain returns a trace of one track. Each word of text begins a range, as in
// a@3 or a@3#7 with the number 7, or ends the innermost one, as in )5.
func chain(t *testing.T, text string) *trace.Trace {
	t.Helper()
	tr := walktest.Of(1, nil)
	tr.Names = []string{"a", "b", "c", "d"}
	var events []trace.Event
	var open []int32
	for word := range strings.FieldsSeq(text) {
		e := trace.Event{Index: trace.NoIndex}
		if _, err := fmt.Sscanf(word, ")%d", &e.Time); err == nil {
			e.Kind, e.Name = trace.End, open[len(open)-1]
			open = open[:len(open)-1]
		} else {
			var name rune
			if n, _ := fmt.Sscanf(word, "%c@%d#%d", &name, &e.Time, &e.Index); n < 2 {
				t.Fatalf("%q is neither begin nor end", word)
			}
			e.Name = name - 'a'
			open = append(open, e.Name)
		}
		events = append(events, e)
	}
	tr.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	return tr
}

func TestChains(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"no length", "a@0 b@5 )5 )9"},
		{"numbered", "a@0 b@5#3 )5 )9"},
		{"first child", "a@0 b@2 c@2 )2 )4 )9"},
		{"first child of the first", "a@0 b@0 )0 )9"},
		{"last child", "a@0 b@2 c@4 )4 )4 )9"},
		{"only child of all of it", "a@3 b@3 )3 )3 c@3 )4"},
		{"parent and child", "a@0 b@2 c@2 )2 )2 )9"},
		{"parent and child, first of a range", "a@0 b@2 c@2 d@2 )2 )2 )4 )9"},
		{"siblings", "a@0 b@2 )2 b@2 )2 c@2#1 )2 c@2#2 )2 )9"},
		{"siblings, first of a range", "a@2 b@2 )2 b@2 )2 c@2 )2 )9"},
		{"between neighbours", "a@0 b@1 )2 c@2 )2 b@2 )3 )9"},
		{"between neighbours of its name", "a@0 b@1 )2 b@2 )2 b@2 )3 )9"},
		{"neighbours of one name", "a@0 b@1 )2 b@2 )3 b@3 )4 )9"},
		{"neighbours after a child of their name", "a@0 b@1 c@2 )3 )3 c@3 )4 )9"},
		{"neighbours after a parent of their name", "a@0 c@1 b@2 )3 )3 c@3 )4 )9"},
		{"itself", "a@0 a@2 a@2 )2 )4 )9"},
		{"never ends", "a@0 b@2#1 c@2 )2 d@2#2"},
	} {
		for _, sorts := range [][]string{nil, {"", "", trace.SortAPI, ""}} {
			tr := chain(t, c.text)
			tr.Sorts = sorts
			t.Run(c.name, func(t *testing.T) { check(t, tr) })
		}
	}
}

// Beyond the steps that a nanosecond has room for, Perfetto and Read are exact still.
func TestManyAtOneTime(t *testing.T) {
	for _, c := range []struct{ time, pairs int64 }{{5_000_000_000, 300}, {5_000_000_000, 5000}, {3600e9 * 80, 3}, {1 << 62, 3}, {-1 << 62, 3}} {
		text := fmt.Sprintf("a@%d ", c.time)
		text += strings.Repeat(fmt.Sprintf("b@%d#1 )%d ", c.time, c.time), int(c.pairs)) + fmt.Sprintf(")%d", c.time)
		tr := chain(t, text)
		file := write(t, tr)
		if c.time > -1e15 && c.time < 1e15 { // a float64 of µs has nanoseconds
			if err := chrometest.CheckPerfetto(tr, file); err != nil {
				t.Error(err)
			}
		}
		if c.time == 5_000_000_000 && c.pairs == 300 {
			if err := chrometest.CheckSpeedscope(tr, file); err != nil {
				t.Error(err)
			}
		}
		got, _, err := chrome.Read(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(lines(tr), lines(got)); diff != "" {
			t.Errorf("%d pairs at %d: -written +read\n%s", c.pairs, c.time, diff)
		}
	}
}

// Tracks of all sorts have numbers of their own, and come back.
func TestIdentities(t *testing.T) {
	tr := walktest.Of(0, nil)
	add := func(process, thread int64, device, stream, rank, lane int32, name string) {
		tr.Tracks = append(tr.Tracks, trace.Track{Process: process, Thread: thread, Device: device, Stream: stream, Rank: rank, Lane: lane, Name: name})
	}
	for rank := range int32(3) {
		add(100, 100, -1, 0, rank, 0, "main")
		add(100, 107, -1, 0, rank, 0, "")
		add(100, 0, 0, 7, rank, 0, "stream 7")
		add(100, 0, 0, 7, rank, 1, "stream 7, lane 1")
		add(100, 0, 1, 7, rank, 0, "stream 7 of GPU 1")
		add(100, 107, -1, 0, rank, 1, "lane 1 of 107")
		add(100, 0, -1, 0, rank, 0, "no thread")
		add(0, 0, -1, 0, rank, 0, "no process")
	}
	add(1<<40, 1<<40, -1, 0, 0, 0, "beyond 32 bits")
	add(-5, -6, -1, 0, 0, 0, "below 0")
	add(1<<31, 1<<31, -1, 0, 0, 0, "beyond 31 bits")
	add(1<<30, 1<<30+1, -1, 0, 0, 0, "of the numbers that are made up")
	add(1<<30+1, 1<<30+1, 0, 3, 0, 0, "a stream of the main thread's number")
	var events []trace.Event
	for i := range tr.Tracks {
		k := int32(i)
		events = append(events, trace.Event{Kind: trace.Begin, Track: k, Time: 5, Name: k % 12, Index: trace.NoIndex},
			trace.Event{Kind: trace.Counter, Track: k, Time: 6, Name: 7, Value: float64(i)},
			trace.Event{Kind: trace.End, Track: k, Time: 8, Name: k % 12})
	}
	tr.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	check(t, tr)
	got, _, err := chrome.Read(bytes.NewReader(write(t, tr)))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tr.Tracks, got.Tracks); diff != "" {
		t.Errorf("-written +read\n%s", diff)
	}
}

// A flow leads from the call to its work, also where ranges of no length lie around.
func TestFlows(t *testing.T) {
	tr := walktest.Of(2, nil)
	tr.Tracks[1] = trace.Track{Process: 4711, Device: 0, Stream: 7, Name: "stream"}
	tr.Sorts = make([]string, len(tr.Names))
	tr.Sorts[3], tr.Sorts[4] = trace.SortAPI, trace.SortKernel
	var events []trace.Event
	add := func(kind trace.Kind, track int32, time int64, name int32, index int64) {
		events = append(events, trace.Event{Kind: kind, Track: track, Time: time, Name: name, Index: index})
	}
	add(trace.Begin, 0, 0, 0, trace.NoIndex)
	for i := range int64(6) {
		at, length := 10*i, i%3 // some of no length, and ends where the next begins
		add(trace.Begin, 0, at, 3, trace.NoIndex)
		add(trace.FlowOut, 0, at, -1, i)
		add(trace.End, 0, at+length, 3, 0)
		add(trace.Instant, 0, at+length, 5, 0)
		add(trace.Begin, 1, at+length, 4, trace.NoIndex)
		add(trace.FlowIn, 1, at+length, -1, i)
		add(trace.End, 1, at+2*length, 4, 0)
	}
	add(trace.End, 0, 100, 0, 0)
	tr.Flows = 6
	tr.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	check(t, tr)
	table, err := chrometest.Perfetto(write(t, tr))
	if err != nil || len(table.Flows) != 6 {
		t.Errorf("got %d flows, want 6 (%v)", len(table.Flows), err)
	}
}

// Arguments and names that Perfetto reads in ways of its own.
func TestValues(t *testing.T) {
	values := []float64{0, 1, -1, 1.2345678901234567e-4, 9.876543210987654e-3, 0.1234567890123456, 1e-300, 1e307,
		123456789012345680000, 1e15, 1e21, -2.5e-5, 1.0 / 3, math.Inf(1), math.NaN()}
	tr := walktest.Of(1, nil)
	tr.Names = []string{"a", "DEL \x7f", "controls \x00\x1b\n", "<&>\u2028 é😀"}
	for i := range values {
		tr.Names = append(tr.Names, fmt.Sprint("v", i))
	}
	tr.Header.Program = "DEL \x7f"
	tr.Header.Labels = map[string]string{"DEL\x7f": "\x7f"}
	events := []trace.Event{{Kind: trace.Begin, Name: 0, Index: trace.NoIndex}}
	for i, v := range values {
		events = append(events, trace.Event{Kind: trace.Arg, Name: int32(4 + i), Value: v},
			trace.Event{Kind: trace.Counter, Name: int32(1 + i%3), Value: v})
	}
	for i := range int32(3) {
		events = append(events, trace.Event{Kind: trace.Begin, Time: int64(i), Name: 1 + i, Index: trace.NoIndex},
			trace.Event{Kind: trace.End, Time: int64(i) + 1, Name: 1 + i})
	}
	events = append(events, trace.Event{Kind: trace.End, Time: 9, Name: 0})
	tr.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	check(t, tr)
	if file := write(t, tr); bytes.ContainsFunc(file, func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }) {
		t.Error("the file has control characters")
	}
}

// A stream or a lane never has the number of a thread, also where it comes first.
func TestThreadsKeepTheirNumbers(t *testing.T) {
	tr := walktest.Of(0, nil)
	tr.Tracks = []trace.Track{
		{Process: 100, Thread: 107, Device: 0, Stream: 7, Name: "stream"},
		{Process: 100, Thread: 108, Device: -1, Lane: 1, Name: "lane"},
		{Process: 100, Thread: 107, Device: -1, Name: "first"},
		{Process: 100, Thread: 108, Device: -1, Name: "second"},
	}
	file := string(write(t, tr))
	for _, want := range []string{`"pid":100,"tid":107,"args":{"name":"first"`, `"pid":100,"tid":108,"args":{"name":"second"`} {
		if !strings.Contains(file, want) {
			t.Errorf("got %s, want %s in it", file, want)
		}
	}
}
