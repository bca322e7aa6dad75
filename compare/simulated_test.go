package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"golang.org/x/perf/benchmath"

	"github.com/nrkit/nrkit/trace"
)

// A simulated is a program whose runs are traces in memory: a transient of 48
// time steps of two or three iterations, the first of which is slow.
type simulated struct {
	runNoise  float64            // standard deviation of the logarithm of a run's times, all phases alike
	noise     float64            // the same of each phase by itself in a run
	callNoise float64            // of each call
	memory    float64            // from 0 to 1: how much of the noise of a call the next one has again
	slow      map[string]float64 // factor of phases
}

var simulatedNames = []string{"transient", "timestep", "nr_iteration", "build_system", "linear_solve", "factor", "refactor", "solve", "convergence", "lte", "operating_point"}

// trace makes a run. Its times are log-normal; calls are autocorrelated.
func (p simulated) trace(rng *rand.Rand, start time.Time) *trace.Trace {
	common := math.Exp(p.runNoise * rng.NormFloat64())
	factor := map[string]float64{}
	for _, n := range simulatedNames {
		factor[n] = common * math.Exp(p.noise*rng.NormFloat64())
		if f, ok := p.slow[n]; ok {
			factor[n] *= f
		}
	}
	var events []trace.Event
	now, mood := int64(1000), 0.0
	ids := map[string]int32{}
	for i, n := range simulatedNames {
		ids[n] = int32(i)
	}
	in := func(name string, f func()) {
		events = append(events, trace.Event{Kind: trace.Begin, Name: ids[name], Index: trace.NoIndex, Time: now})
		f()
		events = append(events, trace.Event{Kind: trace.End, Name: ids[name], Time: now})
	}
	leaf := func(name string, ns float64) {
		in(name, func() {
			mood = p.memory*mood + math.Sqrt(1-p.memory*p.memory)*rng.NormFloat64()
			now += int64(ns * factor[name] * math.Exp(p.callNoise*mood))
		})
	}
	iteration := func(first bool) {
		in("nr_iteration", func() {
			leaf("build_system", 60_000)
			in("linear_solve", func() {
				if first {
					leaf("factor", 400_000)
				} else {
					leaf("refactor", 25_000)
				}
				leaf("solve", 4000)
			})
			leaf("convergence", 2000)
		})
	}
	in("operating_point", func() { iteration(true) })
	in("transient", func() {
		for step := range 48 {
			in("timestep", func() {
				for k := range 2 + step%2 {
					iteration(step == 0 && k == 0)
				}
				leaf("lte", 3000)
			})
		}
	})
	h := trace.Header{Program: "sim", PID: 1 + rng.Int64N(1<<20), Start: start, Labels: map[string]string{"circuit": "x"}}
	return trace.FromEvents(h, simulatedNames, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, events)
}

// pair makes n runs of each of two programs, taking turns.
func pair(seed uint64, a, b simulated, n int) (old, new []*Run) {
	rng := rand.New(rand.NewPCG(seed, 0x6e726b6974))
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for k := range n {
		old = append(old, FromTrace(fmt.Sprintf("old%d", k), a.trace(rng, at.Add(time.Duration(2*k)*time.Minute)), Mean))
		new = append(new, FromTrace(fmt.Sprintf("new%d", k), b.trace(rng, at.Add(time.Duration(2*k+1)*time.Minute)), Mean))
	}
	return old, new
}

func mustCompare(t testing.TB, old, new []*Run, o Options) *Result {
	t.Helper()
	r, err := Compare(old, new, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// twoPercent is a program whose values have 2 % noise from run to run: 1.5 % of
// the machine, 1.3 % of each phase.
var twoPercent = simulated{runNoise: 0.015, noise: 0.013, callNoise: 0.05, memory: 0.9}

func rowOf(t testing.TB, r *Result, kind Kind, name, regime string, metric Metric) *Row {
	t.Helper()
	for i, x := range r.Rows {
		if x.Kind == kind && x.Name == name && x.Regime == regime && x.Metric == metric {
			return &r.Rows[i]
		}
	}
	t.Fatalf("no row %s %s %s %s among %d", kind, name, regime, metric, len(r.Rows))
	return nil
}

// Equal programs are called different in no more than 5 % of the comparisons.
func TestEqualRuns(t *testing.T) {
	const rounds, of = 5, 20
	total, tests := map[Correction]int{}, map[int]int{}
	for round := range rounds {
		called := 0
		for k := range of {
			old, new := pair(uint64(1000+round*of+k), twoPercent, twoPercent, 10)
			for _, c := range Corrections() {
				r := mustCompare(t, old, new, Options{Correction: c, MinShare: 0.001})
				if r.Tests < 15 {
					t.Fatalf("got %d tests, want those of all phases", r.Tests)
				}
				tests[r.Tests]++
				if r.Slower+r.Faster > 0 {
					if total[c]++; c == BenjaminiHochberg {
						called++
					}
				}
			}
		}
		if round == 0 && called > 1 {
			t.Errorf("of the first 20 pairs %d are called different, want 5 %% at most", called)
		}
	}
	t.Logf("of %d pairs called different: %v, tests %v", rounds*of, total, tests)
	for _, c := range []Correction{BenjaminiHochberg, Holm} {
		if 20*total[c] > rounds*of {
			t.Errorf("%s: %d of %d equal pairs are called different, want 5 %% at most", c, total[c], rounds*of)
		}
	}
	if 5*total[Uncorrected] < rounds*of {
		t.Errorf("without correction %d of %d are called different: the test has no teeth", total[Uncorrected], rounds*of)
	}
}

// A slowdown of 5 % is found in 90 % of the comparisons at least, with ten runs
// a side and 2 % noise: of the whole program, and of one phase alone.
func TestPlantedSlowdown(t *testing.T) {
	everything := map[string]float64{}
	for _, n := range simulatedNames {
		everything[n] = 1.05
	}
	for _, c := range []struct {
		name string
		slow map[string]float64
		find func(r *Result) bool
	}{
		{"program", everything, func(r *Result) bool {
			return rowOf(t, r, Root, "all ranges", Whole, Total).Verdict == Slower && rowOf(t, r, Phase, "timestep", Steady, Time).Verdict == Slower
		}},
		{"refactor", map[string]float64{"refactor": 1.05}, func(r *Result) bool {
			return rowOf(t, r, Phase, "refactor", Steady, Time).Verdict == Slower
		}},
	} {
		const of = 60
		found := map[Correction]int{}
		for k := range of {
			slow := twoPercent
			slow.slow = c.slow
			old, new := pair(uint64(5000+k), twoPercent, slow, 10)
			for _, correction := range []Correction{BenjaminiHochberg, Holm} {
				if c.find(mustCompare(t, old, new, Options{Correction: correction, MinShare: 0.001})) {
					found[correction]++
				}
			}
		}
		t.Logf("%s: found in %v of %d", c.name, found, of)
		for correction, n := range found {
			if 10*n < 9*of {
				t.Errorf("%s, %s: found in %d of %d, want 90 %%", c.name, correction, n, of)
			}
		}
	}
}

// However many calls a run has, one run a side says nothing, and two runs that
// differ by their mood alone are not told apart.
func TestCallsAreNoSamples(t *testing.T) {
	moody := simulated{runNoise: 0.2, callNoise: 0.02, memory: 0.99}
	old, new := pair(1, moody, moody, 1)
	r := mustCompare(t, old, new, Options{})
	if r.Slower+r.Faster+r.Tests != 0 {
		t.Errorf("got %d tests, %d slower, %d faster of one run a side", r.Tests, r.Slower, r.Faster)
	}
	for _, x := range r.Rows {
		if x.Verdict != Untested || x.Note != "1 sample" || x.P != nil {
			t.Errorf("%s %s: got %s (%s), want untested", x.Name, x.Regime, x.Verdict, x.Note)
		}
	}
	// The same test on the calls calls nearly every pair of equal programs
	// different.
	naive := 0
	for k := range 20 {
		rng := rand.New(rand.NewPCG(uint64(k), 3))
		a, b := callsOf(twoPercent.trace(rng, time.Time{}), "build_system"), callsOf(twoPercent.trace(rng, time.Time{}), "build_system")
		if p := benchmath.AssumeNothing.Compare(benchmath.NewSample(a, &benchmath.DefaultThresholds), benchmath.NewSample(b, &benchmath.DefaultThresholds)).P; p < 0.05 {
			naive++
		}
	}
	if naive < 10 {
		t.Errorf("of 20 pairs of equal programs %d differ by their calls: the test has no teeth", naive)
	}
	called := 0
	for k := range 40 {
		old, new := pair(uint64(9000+k), moody, moody, 6)
		if r := mustCompare(t, old, new, Options{}); r.Slower+r.Faster > 0 {
			called++
		}
	}
	if called > 2 {
		t.Errorf("of 40 pairs of moody runs %d are called different, want 2 at most", called)
	}
}

// callsOf returns the times of the calls of a phase that has no phases inside.
func callsOf(t *trace.Trace, phase string) []float64 {
	var list []float64
	var begin int64
	for e := range t.Events() {
		if t.Names[e.Name] != phase {
			continue
		}
		if e.Kind == trace.Begin {
			begin = e.Time
		} else {
			list = append(list, float64(e.Time-begin))
		}
	}
	return list
}
