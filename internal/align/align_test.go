package align

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

var names = []string{"transient", "timestep", "nr_iteration", "build_system", "solve", "residual_norm", argTime, "operating_point", "gmin_step", "gemm"}

// A random run has an operating point, time steps some of which are missing, and
// iterations some of which are missing, all numbered. Work on a device goes on beside.
type random struct {
	rng    *rand.Rand
	events []trace.Event
	now    int64
	track  int32
}

func (r *random) begin(name string, index int64) {
	r.events = append(r.events, trace.Event{Time: r.now, Kind: trace.Begin, Track: r.track, Name: int32(slices.Index(names, name)), Index: index})
}
func (r *random) end() {
	r.events = append(r.events, trace.Event{Time: r.now, Kind: trace.End, Track: r.track, Name: -1})
}
func (r *random) wait() { r.now += int64(r.rng.IntN(3)) * int64(r.rng.IntN(100)) }

func (r *random) solution(name string, index int64, iterations int, inside func()) {
	r.begin(name, index)
	if name == "timestep" {
		r.events = append(r.events, trace.Event{Time: r.now, Kind: trace.Arg, Track: r.track, Name: 6, Value: float64(index) * 1e-9})
	}
	r.wait()
	if inside != nil {
		inside()
	}
	for i := range iterations {
		if r.rng.IntN(5) == 0 {
			continue
		}
		r.begin("nr_iteration", int64(i+1))
		r.wait()
		for k := range r.rng.IntN(3) {
			r.begin([]string{"build_system", "solve"}[k], trace.NoIndex)
			r.wait()
			r.end()
		}
		r.events = append(r.events, trace.Event{Time: r.now, Kind: trace.Counter, Track: r.track, Name: 5, Value: 1})
		r.wait()
		r.end()
		r.wait()
	}
	r.end()
	r.wait()
}

// randomRun makes a run on a thread and a stream.
func randomRun(rng *rand.Rand, pid int64) *trace.Trace {
	r := &random{rng: rng, now: int64(rng.IntN(50))}
	r.solution("operating_point", trace.NoIndex, 3, func() {
		for range rng.IntN(3) {
			r.solution("gmin_step", trace.NoIndex, 2, nil)
		}
	})
	r.begin("transient", trace.NoIndex)
	for s := range 12 {
		if rng.IntN(4) > 0 {
			r.solution("timestep", int64(s+1), 4, nil)
		}
	}
	r.end()
	end := r.now
	for r.now, r.track = 0, 1; r.now < end; r.wait() {
		r.begin("gemm", trace.NoIndex)
		r.now += int64(rng.IntN(60))
		r.end()
		r.now++
	}
	tracks := []trace.Track{{Process: pid, Thread: pid, Device: -1, Name: "solver"}, {Process: pid, Device: 0, Name: "stream"}}
	return trace.FromEvents(trace.Header{Program: "p", PID: pid}, names, tracks, r.events)
}

// A seen is a range of a trace.
type seen struct {
	process, name     string
	index, start, end int64
	step              int64  // of an iteration in a time step: the number of the step, else 0
	within            string // names of the ranges around
	args              map[string]float64
}

// look returns the ranges of a trace, with the samples of its counters by time and name.
func look(t *testing.T, tr *trace.Trace) (list []seen, samples map[string]map[int64]float64) {
	t.Helper()
	samples = map[string]map[int64]float64{}
	open := make([][]int, len(tr.Tracks))
	last := make([]int64, len(tr.Tracks))
	for e := range tr.Events() {
		if e.Time < last[e.Track] {
			t.Fatalf("track %d: %d after %d", e.Track, e.Time, last[e.Track])
		}
		last[e.Track] = e.Time
		stack := open[e.Track]
		switch e.Kind {
		case trace.Begin:
			s := seen{process: tr.ProcessName(tr.Tracks[e.Track]), name: tr.Names[e.Name], index: e.Index, start: e.Time, args: map[string]float64{}, end: -1}
			for _, k := range stack {
				if list[k].name == "timestep" {
					s.step = list[k].index
				}
				s.within += list[k].name + "/"
			}
			open[e.Track] = append(stack, len(list))
			list = append(list, s)
		case trace.Arg:
			list[stack[len(stack)-1]].args[tr.Names[e.Name]] = e.Value
		case trace.End:
			list[stack[len(stack)-1]].end = e.Time
			open[e.Track] = stack[:len(stack)-1]
		case trace.Counter:
			name := tr.Names[e.Name]
			if samples[name] == nil {
				samples[name] = map[int64]float64{}
			}
			samples[name][e.Time] += e.Value
		}
	}
	return list, samples
}

// Two random runs on one time line are what the rules say, by the ranges alone.
func TestAlignRandomRuns(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 7))
		a, b := randomRun(rng, 10), randomRun(rng, 10) // one process number twice, as in containers
		for _, u := range []Unit{Iteration, Step} {
			r, err := Align(Run{"a.nrt", a}, Run{"b.nrt", b}, u)
			if err != nil {
				t.Fatal(seed, u, err)
			}
			all, samples := look(t, r.Trace)
			var sides [3][]seen
			for _, s := range all {
				sides[slices.Index([]string{"before: a.nrt", "after: b.nrt", "difference: after - before"}, s.process)] = append(
					sides[slices.Index([]string{"before: a.nrt", "after: b.nrt", "difference: after - before"}, s.process)], s)
			}
			keeps(t, a, sides[0])
			keeps(t, b, sides[1])
			judge(t, fmt.Sprint(seed, u), u, r, sides, samples)
			if t.Failed() {
				return
			}
		}
	}
}

// keeps compares the ranges of a run on the common line with its own: their order,
// numbers, true begins and durations.
func keeps(t *testing.T, run *trace.Trace, got []seen) {
	t.Helper()
	want, _ := look(t, run)
	if len(got) != len(want) {
		t.Fatalf("got %d ranges, want %d", len(got), len(want))
	}
	for k, w := range want {
		g := got[k]
		ns := float64(g.end - g.start)
		if d, ok := g.args[argDuration]; ok {
			if ns = d; float64(g.end-g.start) < d {
				t.Fatalf("%s lasts %d ns, shorter than %g", g.name, g.end-g.start, d)
			}
		}
		if g.name != w.name || g.index != w.index || g.args[argStart] != float64(w.start) || ns != float64(w.end-w.start) {
			t.Fatalf("range %d: got %+v, want %+v", k, g, w)
		}
		inner := strings.Contains(w.within, "nr_iteration") || w.name == "nr_iteration"
		if inner && g.end-g.start != w.end-w.start {
			t.Fatalf("%s changed its duration from %d to %d", w.name, w.end-w.start, g.end-g.start)
		}
	}
}

// A unitKey names a unit in both runs.
type unitKey struct{ step, number int64 }

// unitsOf returns the units of a side that lie in time steps.
func unitsOf(u Unit, list []seen) map[unitKey]seen {
	out := map[unitKey]seen{}
	for _, s := range list {
		switch {
		case u == Iteration && s.name == "nr_iteration" && s.step > 0:
			out[unitKey{s.step, s.index}] = s
		case u == Step && s.name == "timestep":
			out[unitKey{s.index, 0}] = s
		}
	}
	return out
}

func judge(t *testing.T, name string, u Unit, r *Result, sides [3][]seen, samples map[string]map[int64]float64) {
	t.Helper()
	a, b := unitsOf(u, sides[0]), unitsOf(u, sides[1])
	sums := map[int64]float64{}
	add := func(to int64, ns int64) { sums[to] += float64(ns) }
	for k, x := range a {
		if y, ok := b[k]; ok && x.start != y.start {
			t.Errorf("%s: %v begins at %d and %d", name, k, x.start, y.start)
		}
	}
	// Every iteration or step has its part of the samples; those of the operating point
	// are added up only.
	total := 0.0
	for _, side := range []struct {
		list []seen
		sign int64
	}{{sides[0], -1}, {sides[1], 1}} {
		for _, s := range side.list {
			if s.name == u.phase() {
				ns := side.sign * (s.end - s.start)
				if d, ok := s.args[argDuration]; ok {
					ns = side.sign * int64(d)
				}
				total += float64(ns)
				if s.step > 0 || s.name == "timestep" {
					add(s.start, ns)
				}
			}
		}
	}
	got := samples[u.phase()+ofCounter]
	sum := 0.0
	for _, v := range got {
		sum += v
	}
	if sum != total {
		t.Errorf("%s: the samples add up to %g, want %g", name, sum, total)
	}
	for to, ns := range sums {
		if got[to] != ns {
			t.Errorf("%s: the difference at %d is %g, want %g", name, to, got[to], ns)
		}
	}
	if x := r.Totals[0]; x.Name != u.phase() || float64(x.After-x.Before) != total {
		t.Errorf("%s: got the total %+v, want %g", name, x, total)
	}
	lacking(t, name, u, sides)
}

// lacking compares the ranges of the difference with what each run lacks in its time
// steps, and checks that they do not overlap.
func lacking(t *testing.T, name string, u Unit, sides [3][]seen) {
	t.Helper()
	var got, want []string
	last := int64(0)
	for _, s := range sides[2] {
		if s.start < last || s.end < s.start {
			t.Errorf("%s: %q from %d to %d begins before %d", name, s.name, s.start, s.end, last)
		}
		last = s.end
		if s.name == onlyBefore+"timestep" || s.name == onlyAfter+"timestep" {
			got = append(got, fmt.Sprint(s.name, " ", s.index))
		} else if step := s.args[argSteps]; step > 0 {
			got = append(got, fmt.Sprint(s.name, " ", s.index, " of ", step))
		}
	}
	steps := [2]map[unitKey]seen{unitsOf(Step, sides[0]), unitsOf(Step, sides[1])}
	iterations := [2]map[unitKey]seen{unitsOf(Iteration, sides[0]), unitsOf(Iteration, sides[1])}
	for k, prefix := range []string{onlyBefore, onlyAfter} {
		for x := range steps[k] {
			if _, ok := steps[1-k][x]; !ok {
				want = append(want, fmt.Sprint(prefix, "timestep ", x.step))
			}
		}
		for x := range iterations[k] {
			_, both := steps[1-k][unitKey{x.step, 0}]
			if _, ok := iterations[1-k][x]; !ok && both && u == Iteration {
				want = append(want, fmt.Sprint(prefix, "nr_iteration ", x.number, " of ", x.step))
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q\nwant %q", name, got, want)
	}
}

// A slot is as long as the longer of its parts.
func TestSlots(t *testing.T) {
	run := func(its ...int64) *trace.Trace {
		r := &random{}
		r.begin("timestep", 1)
		for k, ns := range its {
			r.begin("nr_iteration", int64(k+1))
			r.now += ns
			r.end()
		}
		r.now += 5
		r.end()
		return trace.FromEvents(trace.Header{}, names, []trace.Track{{Device: -1}}, r.events)
	}
	r, err := Align(Run{"a", run(10, 40)}, Run{"b", run(30, 20, 7)}, Iteration)
	if err != nil {
		t.Fatal(err)
	}
	all, _ := look(t, r.Trace)
	var got []string
	for _, s := range all {
		got = append(got, fmt.Sprint(s.process[:1], " ", s.name, " ", s.start, "-", s.end))
	}
	want := []string{"d only after: nr_iteration 70-77", "b timestep 0-82", "b nr_iteration 0-10", "b nr_iteration 30-70",
		"a timestep 0-82", "a nr_iteration 0-30", "a nr_iteration 30-50", "a nr_iteration 70-77"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if r.Iterations != (Count{2, 0, 1}) || r.Steps != (Count{1, 0, 0}) {
		t.Errorf("got %+v %+v", r.Iterations, r.Steps)
	}
}
