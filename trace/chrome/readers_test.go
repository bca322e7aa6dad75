package chrome_test

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome/chrometest"
	"github.com/nrkit/nrkit/trace/walk/walktest"
)

// A span is a range or an instant as the trace has it.
type span struct {
	name, sort string
	start, dur int64 // dur -1: it never ends
	depth      int
	args       map[string]chrometest.Value // last one wins
	instant    bool
}

// A truth is what readers must show of a trace.
type truth struct {
	spans    [][]span // by track
	flows    [][2]string
	halves   int                            // ends of flows that begin nowhere
	counters map[string][]chrometest.Sample // by track and name
}

// place names a span of a track, by its number there.
func place(track, span int) string { return fmt.Sprint(track, ":", span) }

// truthOf walks a trace.
func truthOf(t *trace.Trace) truth {
	w := truth{spans: make([][]span, len(t.Tracks)), counters: map[string][]chrometest.Sample{}}
	open := make([][]int, len(t.Tracks))
	out, in := map[int64]string{}, map[int64]string{}
	for e := range t.Events() {
		k := int(e.Track)
		top := -1
		if n := len(open[k]); n > 0 {
			top = open[k][n-1]
		}
		switch e.Kind {
		case trace.Begin:
			s := span{name: t.Names[e.Name], sort: t.Sort(e.Name), start: e.Time, dur: -1, depth: len(open[k]), args: map[string]chrometest.Value{}}
			if e.Index != trace.NoIndex {
				s.args["index"] = chrometest.Value{Integer: true, Real: float64(e.Index)}
			}
			open[k] = append(open[k], len(w.spans[k]))
			w.spans[k] = append(w.spans[k], s)
		case trace.End:
			w.spans[k][top].dur = e.Time - w.spans[k][top].start
			open[k] = open[k][:len(open[k])-1]
		case trace.Arg:
			w.spans[k][top].args[t.Names[e.Name]] = value(e.Value)
		case trace.Instant:
			w.spans[k] = append(w.spans[k], span{name: t.Names[e.Name], start: e.Time, instant: true})
		case trace.Counter:
			key := fmt.Sprint(k, " ", t.Names[e.Name])
			w.counters[key] = append(w.counters[key], chrometest.Sample{Start: e.Time, Value: value(e.Value)})
		case trace.FlowOut:
			out[e.Index] = place(k, top)
		case trace.FlowIn:
			in[e.Index] = place(k, top)
		}
	}
	for id, to := range in {
		if out[id] == "" {
			w.halves++
		} else {
			w.flows = append(w.flows, [2]string{out[id], to})
		}
	}
	return w
}

func value(v float64) chrometest.Value {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return chrometest.Value{Text: strconv.FormatFloat(v, 'g', -1, 64)}
	}
	return chrometest.Value{Real: v}
}

// near says whether two values are one, but for the last digits that Perfetto
// gets wrong.
func near(a, b chrometest.Value) bool {
	return a.Integer == b.Integer && a.Text == b.Text && math.Abs(a.Real-b.Real) <= 1e-15*math.Abs(a.Real)
}

// checkPerfetto compares what Perfetto shows of a file with the trace.
func checkPerfetto(t *testing.T, tr *trace.Trace, file []byte) {
	t.Helper()
	table, err := chrometest.Perfetto(file)
	if err != nil {
		t.Fatal(err)
	}
	want := truthOf(tr)
	halves := 0
	for i, p := range table.Problems {
		if strings.HasPrefix(p, "flow_end_without_start") {
			halves++
		} else if i < 3 {
			t.Errorf("problem %d of %d: %s", i+1, len(table.Problems), p)
		}
	}
	if halves != want.halves {
		t.Errorf("%d flows begin nowhere, want %d", halves, want.halves)
	}
	tracks := checkThreads(t, tr, table)
	got := make([][]chrometest.Slice, len(tr.Tracks))
	places := make([]string, len(table.Slices))
	for i, s := range table.Slices {
		k, ok := tracks[s.Thread]
		if !ok {
			t.Fatalf("a slice of thread %v, which is of no track", s.Thread)
		}
		places[i] = place(k, len(got[k]))
		got[k] = append(got[k], s)
	}
	wrong, total := 0, 0
	for k := range want.spans {
		if len(got[k]) != len(want.spans[k]) {
			t.Errorf("track %d: got %d slices, want %d", k, len(got[k]), len(want.spans[k]))
			continue
		}
		for i, w := range want.spans[k] {
			total++
			if g := got[k][i]; !sameSlice(g, w) {
				if wrong++; wrong == 1 {
					t.Errorf("track %d, slice %d:\ngot  %+v\nwant %+v", k, i, g, w)
				}
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d slices are wrong", wrong, total)
	}
	var flows [][2]string
	for _, f := range table.Flows {
		flows = append(flows, [2]string{places[f.From], places[f.To]})
	}
	order := func(a, b [2]string) int { return strings.Compare(a[0]+" "+a[1], b[0]+" "+b[1]) }
	slices.SortFunc(flows, order)
	slices.SortFunc(want.flows, order)
	if diff := cmp.Diff(want.flows, flows); diff != "" {
		t.Errorf("flows: -want +got\n%s", diff)
	}
	checkCounters(t, want, table)
}

func sameSlice(g chrometest.Slice, w span) bool {
	if g.Name != w.name || g.Start != w.start || g.Instant != w.instant {
		return false
	}
	if w.instant { // instants of one time lie in one another
		return true
	}
	if w.dur == -1 { // the arguments come with the end
		w.args = nil
	}
	if g.Category != w.sort || g.Dur != w.dur || g.Depth != w.depth || len(g.Args) != len(w.args) {
		return false
	}
	for k, v := range w.args {
		if !near(v, g.Args[k]) {
			return false
		}
	}
	return true
}

// checkThreads returns which track a thread is: there is one for each, none is a
// main thread that is not one, and names are kept.
func checkThreads(t *testing.T, tr *trace.Trace, table *chrometest.Table) map[chrometest.Thread]int {
	t.Helper()
	if len(table.Threads) != len(tr.Tracks) {
		t.Fatalf("got %d threads, want %d", len(table.Threads), len(tr.Tracks))
	}
	tracks := map[chrometest.Thread]int{}
	for i, th := range table.Threads {
		switch other, taken := tracks[th]; {
		case taken:
			t.Errorf("tracks %d and %d are both %v", other, i, th)
		case th.PID == 0 || th.TID == 0 || th.PID > math.MaxInt32 || th.TID > math.MaxInt32:
			t.Errorf("track %d is %v", i, th)
		case th.PID == th.TID && tr.Tracks[i].Thread != tr.Tracks[i].Process:
			t.Errorf("track %d, %+v, is the main thread", i, tr.Tracks[i])
		case table.Names[th] != tr.Tracks[i].Name:
			t.Errorf("track %d is called %q, want %q", i, table.Names[th], tr.Tracks[i].Name)
		}
		tracks[th] = i
	}
	for i, a := range table.Threads {
		for j, b := range table.Threads[:i] {
			x, y := tr.Tracks[i], tr.Tracks[j]
			if (a.PID == b.PID) != (x.Process == y.Process && x.Rank == y.Rank) {
				t.Errorf("tracks %d and %d have pids %d and %d, want the same only for one process: %+v, %+v", i, j, a.PID, b.PID, x, y)
			}
		}
	}
	return tracks
}

// checkCounters compares the samples of each counter; those of two tracks are two.
func checkCounters(t *testing.T, want truth, table *chrometest.Table) {
	t.Helper()
	if len(table.Counters) != len(want.counters) {
		t.Errorf("got %d counters, want %d", len(table.Counters), len(want.counters))
	}
	left := map[string][][]chrometest.Sample{} // by name
	for k, list := range table.Counters {
		name := strings.TrimSuffix(k.Name, " value")
		if i := strings.Index(name, " id: "); i >= 0 {
			name = name[:i]
		}
		left[name] = append(left[name], list)
	}
	for k, list := range want.counters {
		_, name, _ := strings.Cut(k, " ")
		i := slices.IndexFunc(left[name], func(got []chrometest.Sample) bool {
			return slices.EqualFunc(got, list, func(a, b chrometest.Sample) bool { return a.Start == b.Start && near(a.Value, b.Value) })
		})
		if i < 0 {
			t.Errorf("counter %q: got %.300v, want %.300v", name, left[name], list)
			continue
		}
		left[name] = slices.Delete(left[name], i, i+1)
	}
}

// checkSpeedscope compares what speedscope shows of a file with the trace: each
// range once, at its depth, under its name and for its time.
func checkSpeedscope(t *testing.T, tr *trace.Trace, file []byte) {
	t.Helper()
	profiles, err := chrometest.Speedscope(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := chrometest.Perfetto(file) // for the tracks of threads
	if err != nil {
		t.Fatal(err)
	}
	want := truthOf(tr)
	byID := map[[2]string]*chrometest.Profile{}
	for _, p := range profiles {
		byID[[2]string{p.PID, p.TID}] = p
		for i, w := range p.Warnings {
			if i < 3 {
				t.Errorf("thread %s: warning %d of %d: %s", p.TID, i+1, len(p.Warnings), w)
			}
		}
	}
	wrong := 0
	for k, th := range table.Threads {
		p := byID[[2]string{fmt.Sprint(th.PID), fmt.Sprint(th.TID)}]
		spans := slices.DeleteFunc(want.spans[k], func(s span) bool { return s.instant })
		if p == nil {
			if len(spans) > 0 {
				t.Errorf("track %d is no profile", k)
			}
			continue
		}
		if len(p.Calls) != len(spans) {
			t.Errorf("track %d: got %d calls, want %d", k, len(p.Calls), len(spans))
			continue
		}
		first := spans[0].start
		for i, s := range spans {
			if c := p.Calls[i]; !sameCall(c, s, first) {
				if wrong++; wrong == 1 {
					t.Errorf("track %d, call %d:\ngot  %+v\nwant %+v", k, i, c, s)
				}
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d calls are wrong", wrong)
	}
}

func sameCall(c chrometest.Call, s span, first int64) bool {
	const halfNS = 0.0005
	if c.Frame != s.name || c.Depth != s.depth || math.Abs(c.Start-float64(s.start-first)/1000) > halfNS {
		return false
	}
	if s.dur == -1 {
		return c.End == -1
	}
	return math.Abs(c.End-c.Start-float64(s.dur)/1000) <= halfNS
}

func check(t *testing.T, tr *trace.Trace) {
	t.Helper()
	file := write(t, tr)
	checkPerfetto(t, tr, file)
	checkSpeedscope(t, tr, file)
}

func TestReaders(t *testing.T) {
	t.Run("nr", func(t *testing.T) { check(t, walktest.NR(100, true)) })
	for seed := range uint64(100) {
		t.Run(fmt.Sprint("random ", seed), func(t *testing.T) { check(t, walktest.Random(seed, 200)) })
	}
}

// dense returns a trace of few names, most of whose events lie at the time of
// others; each track has events of its own times. Offset is the first time.
func dense(seed uint64, n int, offset int64) *trace.Trace {
	rng := rand.New(rand.NewPCG(seed, 3))
	kinds := []string{"", trace.SortAPI, trace.SortKernel}
	t := walktest.Of(2, nil)
	t.Names = []string{"a", "b", "a"}
	t.Sorts = []string{"", "", kinds[rng.IntN(3)]}
	var events []trace.Event
	now := offset
	open := [2][]int32{}
	for range n {
		k := rng.IntN(2)
		if rng.IntN(12) == 0 {
			now += rng.Int64N(3)
		}
		e := trace.Event{Track: int32(k), Time: now}
		switch depth := len(open[k]); {
		case depth > 0 && (depth == 6 || rng.IntN(2) == 0):
			e.Kind, e.Name = trace.End, open[k][depth-1]
			open[k] = open[k][:depth-1]
		default:
			e.Kind, e.Name, e.Index = trace.Begin, int32(rng.IntN(len(t.Names))), trace.NoIndex
			if rng.IntN(4) == 0 {
				e.Index = rng.Int64N(2)
			}
			open[k] = append(open[k], e.Name)
		}
		events = append(events, e)
		if e.Kind == trace.Begin && rng.IntN(3) == 0 {
			events = append(events, trace.Event{Kind: trace.Arg, Track: e.Track, Time: now, Name: 1, Value: 0.5})
		}
	}
	t.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	return t
}

func TestReadersOfEqualTimes(t *testing.T) {
	for _, offset := range []int64{0, -5_000_000, 3e9, 3600e9} {
		for seed := range uint64(50) {
			t.Run(fmt.Sprint(offset, " ", seed), func(t *testing.T) { check(t, dense(seed, 300, offset)) })
		}
	}
}
