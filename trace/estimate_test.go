package trace

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// drawn returns a transient of the steps given, of which the first and one of
// each block of k are timed; a step of more than a second loses the processor for
// that. It has the CPU time of the transient.
func drawn(rng *rand.Rand, steps [][2]int64, k int) *Trace {
	const second = int64(1e9)
	names := []string{PhaseTransient, PhaseTimestep, PhaseBuildSystem, PhaseSolve, ArgCPU}
	var events []Event
	now, off, pick := int64(0), int64(0), 0
	add := func(kind Kind, name int32, value float64) {
		events = append(events, Event{Time: now, Index: NoIndex, Name: name, Kind: kind, Value: value})
	}
	add(Begin, 0, 0)
	for i, s := range steps {
		if (i-1)%k == 0 {
			pick = i + rng.IntN(k)
		}
		lost := s[0] / second * second
		off += lost
		if i > 0 && i != pick {
			now += s[0] + s[1]
			continue
		}
		add(Begin, 1, 0)
		add(Begin, 2, 0)
		now += s[0]
		add(End, 2, 0)
		add(Begin, 3, 0)
		now += s[1]
		add(End, 3, 0)
		if lost > 0 {
			add(Arg, 4, float64(s[0]+s[1]-lost))
		}
		add(End, 1, 0)
	}
	add(Arg, 4, float64(now-off))
	add(End, 0, 0)
	t := FromEvents(Header{Sample: k}, names, []Track{{Device: -1}}, events)
	t.Counts.Number = map[string]int64{CountTimesteps: int64(len(steps))}
	return t
}

// Samples of one population, in which one step of a thousand loses the processor
// for a second or more, which is a thousand times the rest of it: the share of
// each phase is that of the steps without it, and within two of its standard
// errors nineteen times out of twenty and more.
func TestEstimateCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	steps := make([][2]int64, 1+64*300)
	var build, solve float64
	for i := range steps {
		its := 1 + rng.Int64N(4)
		steps[i] = [2]int64{its*1000 + rng.Int64N(3000), its*300 + rng.Int64N(100)}
		build, solve = build+float64(steps[i][0]), solve+float64(steps[i][1])
		if i > 0 && rng.IntN(1000) == 0 {
			steps[i][0] += 1e9 * (1 + rng.Int64N(3))
		}
	}
	covered, preempted, draws := map[string]int{}, int64(0), 200
	mean := map[string]float64{}
	for range draws {
		s := Summarize(drawn(rng, steps, 64), SummaryOptions{})
		preempted += s.PreemptedSteps
		for name, truth := range map[string]float64{PhaseBuildSystem: build / (build + solve), PhaseSolve: solve / (build + solve)} {
			p := phase(t, s.Phases, name)
			mean[name] += p.Share / truth / float64(draws)
			if math.Abs(p.Share-truth) <= 2*p.ShareError {
				covered[name]++
			}
		}
		if s.Inflation < 0.8 || s.Inflation > 1.2 {
			t.Fatalf("got inflation %g, want about 1: others' time is not in it", s.Inflation)
		}
	}
	for name, n := range covered {
		if float64(n) < 0.95*float64(draws) || math.Abs(mean[name]-1) > 0.01 {
			t.Errorf("%s: %d of %d shares within two standard errors, and %g times the truth in the mean", name, n, draws, mean[name])
		}
	}
	if preempted == 0 || len(covered) != 2 {
		t.Errorf("got %d preempted steps and %v", preempted, covered)
	}
}

// Where all steps were timed nothing is estimated, and what a preempted step took
// counts; it is in a regime of its own.
func TestPreemptedOfAll(t *testing.T) {
	steps := [][2]int64{{100, 50}, {2e9 + 100, 50}, {100, 50}}
	for _, k := range []int{1, 3} {
		tr := drawn(rand.New(rand.NewPCG(1, 1)), steps, 1)
		tr.Header.Sample = k // as asked for; there were too few steps for it to matter
		s := Summarize(tr, SummaryOptions{})
		if p := phase(t, s.Phases, PhaseBuildSystem); p.Total != 2e9+300 || p.Error != 0 || p.Count != 3 {
			t.Errorf("sample %d: got %+v, want all that was timed", k, p)
		}
		if r := s.Regimes; r.Preempted == nil || r.Preempted.Units != 1 || r.Steady.Units != 1 || s.PreemptedNS != 2e9 {
			t.Errorf("sample %d: got regimes %+v, %d ns lost", k, r, s.PreemptedNS)
		}
	}
}

// Where the thread lost the processor in every timed step, these stand for the
// others: what they lost is in the estimates, and in the standard errors.
func TestPreemptedEach(t *testing.T) {
	steps := make([][2]int64, 1+64*40)
	for i := range steps {
		steps[i] = [2]int64{1e9 + 1e9*int64(i%3) + 100, 1e8}
	}
	s := Summarize(drawn(rand.New(rand.NewPCG(5, 6)), steps, 64), SummaryOptions{})
	if r := s.Regimes; r == nil || r.Unit != PhaseTimestep || r.Preempted == nil || r.Preempted.Units != 40 || s.PreemptedSteps != 41 {
		t.Fatalf("got regimes %+v, want 40 preempted time steps", r)
	}
	p := phase(t, s.Phases, PhaseBuildSystem)
	if !p.Estimated || p.Count != int64(len(steps)) || p.Share < 0.92 || p.Share > 0.97 || p.ShareError < 0.001 || p.ShareError > 0.2 {
		t.Errorf("got %+v, want 2 s of 2.1 in each of %d steps", p, len(steps))
	}
	want := "41 of 41 timed time steps lost the processor to other programs, for 8.1e+04 ms: totals and shares are estimated from these steps, because no other steps were timed"
	few := slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "fewer than 32 timed time steps") })
	if got := s.Warnings[len(s.Warnings)-1]; !few || !strings.HasSuffix(got, want[strings.Index(want, ": totals"):]) {
		t.Errorf("got warnings %q, want %q", s.Warnings, want)
	}
}

// From 1.1 times its CPU time on a run is told to have been on a busy machine.
func TestBusyMachine(t *testing.T) {
	for lost, want := range map[int64]bool{0: false, 99: false, 101: true} {
		events := []Event{{Kind: Begin, Index: NoIndex}, {Kind: Arg, Name: 1, Value: 1000, Time: 1000 + lost}, {Kind: End, Time: 1000 + lost}}
		s := Summarize(FromEvents(Header{}, []string{PhaseTransient, ArgCPU}, []Track{{Device: -1}}, events), SummaryOptions{})
		busy := slices.ContainsFunc(s.Warnings, func(w string) bool {
			return strings.Contains(w, "the machine was busy") && strings.Contains(w, fmt.Sprintf("%.2f times its CPU time", float64(1000+lost)/1000))
		})
		if busy != want || s.CPU != 1000 || s.CPUOf != 1000+lost {
			t.Errorf("%d ns lost of %d: warned %t, want %t; %+v", lost, 1000+lost, busy, want, s.Warnings)
		}
	}
}

// Where no step but the first was timed nothing is estimated, and a warning says
// so, whether or not the first lost the processor.
func TestNoneButTheFirst(t *testing.T) {
	for _, first := range []int64{100, 2e9} {
		tr := drawn(rand.New(rand.NewPCG(1, 1)), [][2]int64{{first, 50}}, 64)
		tr.Counts.Number[CountTimesteps] = 151
		s := Summarize(tr, SummaryOptions{})
		if p := phase(t, s.Phases, PhaseBuildSystem); p.Count != 1 || p.Total != first || p.Error != 0 {
			t.Errorf("got %+v, want the one call that was timed", p)
		}
		want := "only the first time step was timed: the time of the other 150 is part of the enclosing ranges"
		estimated := slices.ContainsFunc(s.Warnings, func(w string) bool { return strings.Contains(w, "estimated from") })
		if !slices.Contains(s.Warnings, want) || estimated {
			t.Errorf("got warnings %q, want %q", s.Warnings, want)
		}
	}
}

// What the thread lost in an operating point or in the first step is in one phase:
// the standard errors of shares contain it.
func TestLostOutsideOfSample(t *testing.T) {
	truth := 50.0 / 150
	for name, first := range map[string]int64{"operating point": 0, "first step": 1e9} {
		steps := make([][2]int64, 1+64*40)
		for i := range steps {
			steps[i] = [2]int64{100e4, 50e4}
		}
		steps[0][0] += first
		tr := drawn(rand.New(rand.NewPCG(7, 8)), steps, 64)
		if first == 0 {
			names := append(tr.Names, PhaseOperatingPoint)
			events := slices.Collect(tr.Events())
			at := events[len(events)-1].Time
			for _, e := range []Event{{Kind: Begin, Name: 5}, {Kind: Begin, Name: 3}, {Kind: End, Time: 1e9}, {Kind: Arg, Name: 4, Value: 10, Time: 1e9}, {Kind: End, Time: 1e9}} {
				e.Time, e.Index = e.Time+at, NoIndex
				events = append(events, e)
			}
			counts := tr.Counts
			tr = FromEvents(tr.Header, names, tr.Tracks, events)
			tr.Counts = counts
		}
		s := Summarize(tr, SummaryOptions{})
		p := phase(t, s.Phases, PhaseSolve)
		if math.Abs(s.Inflation-1) > 1e-6 {
			t.Errorf("%s: got inflation %g, want 1: all steps but the first take the same", name, s.Inflation)
		}
		if z := math.Abs(p.Share-truth) / p.ShareError; z > 3 || math.Abs(p.Share-truth) < 0.05 {
			t.Errorf("%s: got a share of %g ± %g, %.1f standard errors from %g", name, p.Share, p.ShareError, z, truth)
		}
	}
}

// The program that writes a step decides whether it was preempted: each step with
// the argument counts, also one that lost a thousandth of its time.
func TestPreemptedByArgument(t *testing.T) {
	const short = 1e12
	tr := drawn(rand.New(rand.NewPCG(1, 1)), [][2]int64{{100, 50}, {1e9, short}, {100, 50}}, 1)
	if s := Summarize(tr, SummaryOptions{}); s.PreemptedSteps != 1 || s.PreemptedNS != 1e9 {
		t.Errorf("got %d steps that lost %d ns, want 1 and 1e9", s.PreemptedSteps, s.PreemptedNS)
	}
}
