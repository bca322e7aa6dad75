package trace

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRegimes: warm-up ends where the time of an iteration settles, whatever
// the number of iterations of a step, and outliers do not matter.
func TestRegimes(t *testing.T) {
	for _, c := range []struct{ steps, slow, warm int }{
		{32, 0, 0}, {33, 0, 0}, {34, 0, 0}, {1000, 0, 0}, {1000, 100, 96}, {1000, 200, 192}, {20, 10, 0}, {100_000, 5000, 4992},
	} {
		rng := rand.New(rand.NewPCG(uint64(c.steps), 2))
		var s script
		for i := range c.steps {
			ns := 1000 + rng.Int64N(100)
			if i < c.slow {
				ns *= 3
			}
			if rng.IntN(50) == 0 {
				ns *= 100
			}
			s.in("timestep", 0, func() {
				for range 1 + rng.IntN(4) {
					s.in("nr_iteration", ns, nil)
				}
			})
		}
		got := Summarize(s.trace(), SummaryOptions{})
		r := got.Regimes
		few := c.steps < settleUnits
		if few && got.Warnings[0] != "fewer than 32 timed time steps: too few to distinguish warm-up from steady" {
			t.Errorf("%+v: warnings %q", c, got.Warnings)
		}
		if r.Cold.Units != 1 || int(r.WarmUp.Units) != c.warm || int(r.Steady.Units) != c.steps-1-c.warm || few != (len(got.Warnings) == 1) {
			t.Errorf("%+v: cold %d, warm-up %d, steady %d, warnings %q", c, r.Cold.Units, r.WarmUp.Units, r.Steady.Units, got.Warnings)
		}
	}
}

// TestDrift: a run that gets slower throughout does not settle, and is told so.
func TestDrift(t *testing.T) {
	var s script
	for i := range int64(2000) {
		s.in("nr_iteration", 1000+i, nil)
	}
	got := Summarize(s.trace(), SummaryOptions{})
	if r := got.Regimes; r.Unit != "nr_iteration" || r.WarmUp.Units != 999 || !slices.Equal(got.Warnings, []string{"the time per iteration does not settle in the first half of the run"}) {
		t.Errorf("%+v, warnings %q", got.Regimes, got.Warnings)
	}
}

// TestSampled: a run of which every k-th step is timed gives the totals of the
// whole run within a few standard errors.
func TestSampled(t *testing.T) {
	const steps, k = 20000, 10
	var whole, part script
	for _, s := range []*script{&whole, &part} {
		rng := rand.New(rand.NewPCG(5, 5))
		s.in("transient", 0, func() {
			for i := range steps {
				build, solve := 500+rng.Int64N(1000), 100+rng.Int64N(50)
				if i == 0 {
					solve = 1e7 // the first factorisation
				}
				if s == &part && i%k != 0 {
					s.now += build + solve
					continue
				}
				s.in("timestep", 0, func() {
					s.in("build_system", build, nil)
					s.in("linear_solve", solve, nil)
				})
			}
		})
	}
	want := Summarize(whole.trace(), SummaryOptions{})
	tr := part.trace()
	tr.Header.Sample = k
	tr.Counts.Number = map[string]int64{CountTimesteps: steps}
	got := Summarize(tr, SummaryOptions{})
	for _, name := range []string{"build_system", "linear_solve"} {
		w, g := phase(t, want.Phases, name), phase(t, got.Phases, name)
		off := math.Abs(float64(w.Total-g.Total)) / g.Error
		if !g.Estimated || g.Count != steps || g.Measured != steps/k || g.Error <= 0 || off > 4 || g.Error > 0.01*float64(w.Total) {
			t.Errorf("got %+v, want total %d: %.1f standard errors", g, w.Total, off)
		}
	}
	// The standard deviation of what the ratio leaves of a step: build, of 288.7 ns, is
	// 0.889 of it, and solve has 14.4 ns. 1999 of 19999 steps.
	r := 999.5 / 1124
	sampling := math.Hypot((1-r)*288.7, r*14.43) * 19999 / math.Sqrt(1999) * math.Sqrt(0.9)
	deviation := 289.0 / 1124 / math.Sqrt(1999) * math.Sqrt(0.9)
	unlike := 19999 * 1124 * math.Hypot(math.Hypot(got.Inflation-1, deviation), 0.01) * math.Sqrt(r*(1-r))
	if p := phase(t, got.Phases, "build_system"); math.Abs(p.Error/math.Hypot(sampling, unlike)-1) > 0.03 || math.Abs(p.ShareError/(p.Error/float64(got.RootNS))-1) > 1e-9 {
		t.Errorf("standard error %v, of the share %v; want %v", p.Error, p.ShareError, math.Hypot(sampling, unlike))
	}
	if p := phase(t, got.Phases, "transient"); p.Estimated || p.Total != want.RootNS {
		t.Errorf("transient %+v", p)
	}
}
