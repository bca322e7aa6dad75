package compare

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// A trace and the document of its phases give the same run.
func TestDocumentOfATrace(t *testing.T) {
	tr := twoPercent.trace(rand.New(rand.NewPCG(1, 1)), time.Unix(0, 0))
	for _, stat := range Statistics() {
		want := FromTrace("x", tr, stat)
		text, err := json.Marshal(trace.Summarize(tr, trace.SummaryOptions{}))
		if err != nil {
			t.Fatal(err)
		}
		// Two documents, one after the other, are two runs.
		runs, err := ReadDocuments("dir/x.json", append(append(text, '\n'), text...), stat)
		if err != nil || len(runs) != 2 || runs[0].Name != "x.json#1" || runs[1].Name != "x.json#2" {
			t.Fatalf("got %d runs, %v", len(runs), err)
		}
		for _, got := range runs {
			if len(got.Values) != len(want.Values) || len(got.Counts) != len(want.Counts) || got.Program != "sim" || got.Labels["circuit"] != "x" {
				t.Errorf("%s: got %d values, %d counts, want %d, %d", stat, len(got.Values), len(got.Counts), len(want.Values), len(want.Counts))
			}
			for q, v := range want.Values {
				if math.Abs(got.Values[q].X-v.X) > 1e-9*v.X {
					t.Errorf("%s: %v: got %v, want %v", stat, q, got.Values[q], v)
				}
			}
		}
	}
}

// The regimes are apart: the first factorisation is in the operating point and
// in the first step, and in no steady one.
func TestRegimesAreApart(t *testing.T) {
	r := FromTrace("x", simulated{}.trace(rand.New(rand.NewPCG(1, 1)), time.Unix(0, 0)), Mean)
	of := func(name, regime string) (float64, bool) {
		v, ok := r.Values[Quantity{Phase, name, regime, Time, "ns"}]
		return v.X, ok
	}
	for _, c := range []struct {
		name, regime string
		want         float64 // 0: none
	}{
		{"factor", Cold, 400_000}, {"factor", Outside, 400_000}, {"factor", Steady, 0}, {"refactor", Steady, 25_000}, {"refactor", Outside, 0},
		{"operating_point", Outside, 466_000}, {"transient", Outside, 0}, {"transient", Steady, 0},
	} {
		if got, ok := of(c.name, c.regime); got != c.want || ok != (c.want != 0) {
			t.Errorf("%s, %s: got %g, want %g", c.name, c.regime, got, c.want)
		}
	}
	if _, ok := r.Values[Quantity{Phase, "transient", Outside, Self, "ns"}]; !ok {
		t.Error("what is transient's alone is missing")
	}
	if n := r.Counts[Count{"calls", "factor"}]; n != 2 {
		t.Errorf("got %d calls of factor, want 2", n)
	}
	if n := r.Counts[Count{"histogram", "steps of 3 iterations"}]; n != 24 {
		t.Errorf("got %d steps of 3 iterations, want 24", n)
	}
}

// device makes a trace of kernels on two streams of a device, whose events come
// stream by stream, so that the first launch is met after a later one.
func device() *trace.Trace {
	names := []string{"step", "k", "copy"}
	tracks := []trace.Track{{Process: 1, Thread: 1, Device: -1}, {Process: 1, Device: 0, Context: 1, Stream: 7}, {Process: 1, Device: 0, Context: 1, Stream: 8}}
	var events []trace.Event
	in := func(track, name int32, start, end int64) {
		events = append(events, trace.Event{Kind: trace.Begin, Track: track, Name: name, Time: start, Index: trace.NoIndex},
			trace.Event{Kind: trace.End, Track: track, Name: name, Time: end})
	}
	in(0, 0, 0, 1000)
	in(0, 0, 1000, 1300)
	in(0, 0, 1300, 1500)
	in(1, 1, 200, 210)
	in(1, 1, 300, 330)
	in(1, 2, 400, 404)
	in(2, 1, 100, 190)
	tr := trace.FromEvents(trace.Header{}, names, tracks, events)
	tr.Sorts = []string{"", trace.SortKernel, trace.SortMemcpy}
	return tr
}

func TestFirstAndLaterCalls(t *testing.T) {
	for stat, later := range map[Statistic]float64{Mean: 20, Median: 10, P99: 30, Min: 10} {
		r := FromTrace("x", device(), stat)
		for q, want := range map[Quantity]float64{
			{Kernel, "k", First, Time, "ns"}:    90,
			{Kernel, "k", Later, Time, "ns"}:    later,
			{Memory, "copy", First, Time, "ns"}: 4,
			{Phase, "step", First, Time, "ns"}:  1000,
		} {
			if got := r.Values[q].X; got != want {
				t.Errorf("%s: %v: got %g, want %g", stat, q, got, want)
			}
		}
		if _, ok := r.Values[Quantity{Memory, "copy", Later, Time, "ns"}]; ok {
			t.Error("the one copy has later calls")
		}
		if n := r.Counts[Count{"launches", "k"}]; n != 3 {
			t.Errorf("got %d launches, want 3", n)
		}
	}
}

func TestRunDocument(t *testing.T) {
	const text = `{"schema":"run/v1","circuit":{"name":"rc"},"analysis":{"method":"trap","ordering":"amd"},"stop":"interrupted",
"counts":{"nr_iterations":7},"iterations_per_step":[0,0,5],"elapsed_ns":1000,
"phases":{"schema":"phases/v1","root_ns":900,"ranges":3,"phases":[{"name":"solve","count":2,"total_ns":20,"mean_ns":10}]}}`
	runs, err := ReadDocuments("r.json", []byte(text), Mean)
	if err != nil || len(runs) != 1 {
		t.Fatal(err)
	}
	r := runs[0]
	for q, want := range map[Quantity]float64{
		{Root, "elapsed", Whole, Total, "ns"}:    1000,
		{Root, "all ranges", Whole, Total, "ns"}: 900,
		{Phase, "solve", Whole, Time, "ns"}:      10,
	} {
		if got := r.Values[q].X; got != want {
			t.Errorf("%v: got %g, want %g", q, got, want)
		}
	}
	if r.Labels["circuit"] != "rc" || r.Counts[Count{"count", "nr_iterations"}] != 7 || r.Counts[Count{"histogram", "steps of 2 iterations"}] != 5 {
		t.Errorf("got %+v", r)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "stopped early: interrupted") {
		t.Errorf("got warnings %q", r.Warnings)
	}
}

func TestMistakesArePositioned(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "x:1:1: got no document",
		"{\"schema\":\n\"phases/v1\"":          "x:2:12: got the end of the file inside a document",
		"{\"schema\": 7}":                      "x:1:12: Schema: got number, want string",
		`{"schema":"analyze/v1"}`:              `x:1:1: got schema "analyze/v1", want phases/v1 or run/v1`,
		"\n  {\"schema\":\"key/v1\"}":          "x:2:3: got schema",
		"{\"schema\":\"phases/v1\"}\n]":        "x:2:1: invalid character",
		`{"schema":"phases/v1","root_ns":"x"}`: "root_ns: got string",
	} {
		_, err := ReadDocuments("x", []byte(text), Mean)
		var at *SyntaxError
		if !errors.As(err, &at) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                       "x:1:1: got no benchmark result",
		"PASS\n":                 "x:1:1: got no benchmark result",
		"BenchmarkA 1 x ns/op\n": "x:1:14: got the value \"x\"",
		"BenchmarkA 1 5 ns/op\nBenchmarkA 0 5 ns/op\n":                                "x:2:12: got \"0\" iterations",
		"program: a\nBenchmarkA 1 5 ns/op 5 self-ns/op\nprogram: b\nBenchmarkA 1 5\n": "x:4:15: got no unit",
	} {
		_, err := ReadBench("x", []byte(text))
		var at *SyntaxError
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestRandomTraces(t *testing.T) {
	for seed := range uint64(20) {
		a, b := FromTrace("a", walktest.Random(seed, 300), Median), FromTrace("b", walktest.Random(seed+100, 300), Median)
		r := mustCompare(t, []*Run{a}, []*Run{b}, Options{})
		if _, err := json.Marshal(r); err != nil {
			t.Error(err)
		}
	}
}

func FuzzReadDocuments(f *testing.F) {
	f.Add([]byte(`{"schema":"run/v1","counts":{"a":1},"elapsed_ns":5,"phases":{"root_ns":9,"ranges":1,"sample":2,"phases":[{"name":"a","count":1,"mean_ns":1e300}],"paths":[{"name":"a","depth":-1},{"name":"a","path":"b","total_ns":4}],"regimes":{"unit":"a","steady":{"total_ns":1,"phases":[{"name":"a","count":3,"gpu_ns":5}]}}}}`))
	f.Add([]byte(`{"schema":"phases/v1","root_ns":-9,"iterations_per_step":[1,2],"steps":{"count":3},"key":{"schema":"key/v1"},"loss":{"unclosed":true}}{}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		runs, err := ReadDocuments("x", text, Mean)
		checkFuzzed(t, runs, err)
	})
}

func FuzzReadBench(f *testing.F) {
	f.Add([]byte("program: a\nBenchmarkA 1 5 ns/op 5 self-ns/op\nprogram: b\nBenchmarkA 2 7 ns/op 5 self-ns/op\n"))
	f.Add([]byte("goos: linux\nBenchmarkA 1 5 ns/op\nBenchmarkA 9 7e300 MB/s\nUnit MB/s assume=exact\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		runs, err := ReadBench("x", text)
		checkFuzzed(t, runs, err)
	})
}

// checkFuzzed compares runs with themselves: there is no difference, and a
// document.
func checkFuzzed(t *testing.T, runs []*Run, err error) {
	if err != nil {
		var at *SyntaxError
		if errors.As(err, &at) && (at.Line < 1 || at.Col < 0) {
			t.Errorf("got a mistake at %d:%d", at.Line, at.Col)
		}
		return
	}
	if len(runs) == 0 {
		t.Fatal("got neither runs nor an error")
	}
	runs = runs[:min(len(runs), 6)] // the exact test takes time
	r, err := Compare(runs, runs, Options{})
	if err != nil {
		return
	}
	for _, x := range r.Rows {
		if x.Verdict != None && x.Verdict != Untested {
			t.Errorf("%s differs from itself: %+v", x.Name, x)
		}
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}
