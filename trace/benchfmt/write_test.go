package benchfmt_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	perf "golang.org/x/perf/benchfmt"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/benchfmt"
)

// A sample is a line as golang.org/x/perf understands it.
type sample struct {
	calls       int64
	total, self int64 // ns
}

// read returns the samples of each benchmark, and the configuration.
func read(t *testing.T, tr *trace.Trace) (samples map[string][]sample, config map[string]string) {
	t.Helper()
	var b bytes.Buffer
	if err := benchfmt.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	samples, config = map[string][]sample{}, map[string]string{}
	r := perf.NewReader(&b, "x.bench.txt")
	for r.Scan() {
		res, ok := r.Result().(*perf.Result)
		if !ok {
			t.Fatalf("%v in\n%s", r.Result(), b.String())
		}
		for _, c := range res.Config {
			config[c.Key] = string(c.Value)
		}
		s := sample{calls: int64(res.Iters)}
		for _, v := range res.Values {
			value, unit := v.Value, v.Unit
			if v.OrigUnit != "" { // it was changed to base units
				value, unit = v.OrigValue, v.OrigUnit
			}
			total := int64(math.Round(value * float64(res.Iters)))
			switch unit {
			case "ns/op":
				s.total = total
			case "self-ns/op":
				s.self = total
			default:
				t.Fatalf("unit %q", unit)
			}
		}
		name := string(res.Name)
		samples[name] = append(samples[name], s)
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return samples, config
}

// The samples of the phases in time steps add up to the steps that are not left
// out, and have equal numbers of calls.
func TestSegments(t *testing.T) {
	for _, steps := range []int{0, 1, 2, 9, 10, 11, 12, 23, 100, 1000} {
		got, _ := read(t, walktest.NR(steps, true))
		skip := max(1, steps/10)
		want := map[string]sample{}
		var start [16]int64
		step := -1
		for _, e := range walktest.NREvents(steps, true) {
			switch {
			case e.Kind == trace.Begin:
				start[e.Name] = e.Time
				if e.Name == 1 {
					step++
				}
			case e.Kind == trace.End && (e.Name == 0 || step >= skip):
				name := "Phase/circuit=c6288/phase=" + walktest.Names[e.Name]
				s := want[name]
				want[name] = sample{s.calls + 1, s.total + e.Time - start[e.Name], 0}
			}
		}
		sums := map[string]sample{}
		for name, list := range got {
			var all sample
			for _, s := range list {
				all.calls += s.calls
				all.total += s.total
				if s.self > s.total || s.self < 0 {
					t.Errorf("%d steps: %s: self %d of %d ns", steps, name, s.self, s.total)
				}
			}
			sums[name] = all
			if strings.HasSuffix(name, "=transient") {
				continue
			}
			if n := min(steps-skip, benchfmt.Segments); len(list) != n {
				t.Errorf("%d steps: %s has %d samples, want %d", steps, name, len(list), n)
			}
			for _, s := range list {
				if per := all.calls / int64(len(list)); s.calls < per-9 || s.calls > per+9 {
					t.Errorf("%d steps: %s: %d calls, want about %d", steps, name, s.calls, per)
				}
			}
		}
		if diff := cmp.Diff(want, sums, cmp.AllowUnexported(sample{})); diff != "" {
			t.Errorf("%d steps: -want +got\n%s", steps, diff)
		}
	}
}

func TestOutsideOfSteps(t *testing.T) {
	var events []trace.Event
	for k := range int64(25) {
		events = append(events,
			trace.Event{Kind: trace.Begin, Time: 100 * k, Name: 0, Index: k},
			trace.Event{Kind: trace.End, Time: 100*k + k, Name: 0})
	}
	tr := walktest.Of(1, events)
	tr.Names = []string{"a b/c"}
	tr.Header.Labels = nil
	got, _ := read(t, tr)
	want := map[string][]sample{"Phase/phase=a_b_c": {
		{3, 3, 3}, {2, 7, 7}, {3, 18, 18}, {2, 17, 17}, {3, 33, 33}, {2, 27, 27}, {3, 48, 48}, {2, 37, 37}, {3, 63, 63}, {2, 47, 47},
	}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(sample{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// A call outside of time steps stands for itself, and a timed one in them for ten,
// so that a mean of both is the mean of the whole run.
func TestSampledAndOutside(t *testing.T) {
	var events []trace.Event
	now := int64(0)
	leaf := func(ns int64) {
		events = append(events, trace.Event{Kind: trace.Begin, Time: now, Name: 2})
		now += ns
		events = append(events, trace.Event{Kind: trace.End, Time: now, Name: 2})
	}
	for range 10 {
		leaf(1000)
	}
	events = append(events, trace.Event{Kind: trace.Begin, Time: now, Name: 0})
	for i := range 1001 {
		if i%10 != 0 {
			now += 100
			continue
		}
		events = append(events, trace.Event{Kind: trace.Begin, Time: now, Name: 1})
		leaf(100)
		events = append(events, trace.Event{Kind: trace.End, Time: now, Name: 1})
	}
	events = append(events, trace.Event{Kind: trace.End, Time: now, Name: 0})
	tr := trace.FromEvents(trace.Header{Sample: 10}, []string{trace.PhaseTransient, trace.PhaseTimestep, trace.PhaseSolve}, []trace.Track{{Device: -1}}, events)
	tr.Counts.Number = map[string]int64{trace.CountTimesteps: 1001}
	got, _ := read(t, tr)
	want := (1000.0 + 9*10*100) / (1 + 9*10) // of the 101 timed steps the first 10 are left out
	for k, s := range got["Phase/phase=solve"][1:] {
		if s.calls != 10 || math.Abs(float64(s.total)-10*want) > 1 {
			t.Errorf("segment %d: got %+v, want 10 calls of %g ns", k+1, s, want)
		}
	}
}

func TestConfiguration(t *testing.T) {
	tr := walktest.NR(2, false)
	tr.Header.Labels = map[string]string{"Grid Size": "3\nx: y", "1:st": "z", "empty": " ", "goos": "linux", "ǅ": "1"}
	tr.Header.Host = ""
	_, got := read(t, tr)
	want := map[string]string{
		"program": "nrprof run c6288", "clock": "monotonic", "grid-size": "3 x: y",
		"label-1-st": "z", "goos": "linux", "ǆ": "1",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// What go test says of the machine is taken from the identity of the run, and a
// label goes before it; without anything there are results alone.
func TestMachine(t *testing.T) {
	tr := walktest.NR(2, false)
	tr.Header = trace.Header{Key: json.RawMessage(`{"schema":"key/v1","parts":[{"name":"cpu.arch","kind":"text","value":"amd64"},
		{"name":"cpu.count","kind":"number","value":2},{"name":"cpu.model","kind":"text","value":"AMD EPYC"},{"name":"os.name","kind":"text","value":"linux"}]}`)}
	_, got := read(t, tr)
	want := map[string]string{"goos": "linux", "goarch": "amd64", "cpu": "AMD EPYC"}
	if diff := cmp.Diff(want, got); diff != "" || !benchfmt.Configured(&tr.Header) {
		t.Errorf("-want +got\n%s", diff)
	}
	tr.Header.Labels = map[string]string{"cpu": "mine"}
	if _, got = read(t, tr); got["cpu"] != "mine" {
		t.Errorf("got %v", got)
	}
	for _, key := range []string{"", "{", `{"parts":3}`, `{"parts":[{"name":"os.name","value":7}]}`} {
		tr.Header = trace.Header{Key: json.RawMessage(key)}
		samples, got := read(t, tr)
		if len(got) > 0 || len(samples) == 0 || benchfmt.Configured(&tr.Header) {
			t.Errorf("%s: got %v and %d samples", key, got, len(samples))
		}
	}
}

func TestErrorOfWriter(t *testing.T) {
	full := errors.New("full")
	if err := benchfmt.Write(failing{full}, walktest.NR(3, false)); !errors.Is(err, full) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
