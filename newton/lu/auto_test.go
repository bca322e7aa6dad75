package lu_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
)

// total returns the time of so many refactorisations under Auto, whose times one and
// several say, and how many were by several goroutines.
func total(a *lu.AutoChoice, count int, one, several func(k int) int64) (ns int64, together int) {
	for k := range count {
		if a.Several() {
			t := several(k)
			a.Took(true, t)
			ns += t
			together++
		} else {
			t := one(k)
			a.Took(false, t)
			ns += t
		}
	}
	return ns, together
}

func always(ns int64) func(int) int64 { return func(int) int64 { return ns } }

// TestAutoTakesTheFaster: Auto is close to the faster of both.
func TestAutoTakesTheFaster(t *testing.T) {
	const count, serial = 20000, 100_000
	for _, c := range []struct {
		name    string
		several int64
		most    float64 // of the faster
	}{
		{"twice as fast", 50_000, 1.01}, {"little faster", 90_000, 1.01}, {"as fast", 100_000, 1.001},
		{"little slower", 105_000, 1.011}, {"ten times slower", 1_000_000, 1.015}, {"a time slice", 4_000_000, 1.03},
	} {
		got, _ := total(new(lu.AutoChoice), count, always(serial), always(c.several))
		if want := c.most * count * float64(min(serial, c.several)); float64(got) > want {
			t.Errorf("%s: got %d ns, want at most %.0f", c.name, got, want)
		}
	}
}

// TestAutoFollowsLoad: Auto leaves several goroutines when another program comes, and
// returns to them when it has gone.
func TestAutoFollowsLoad(t *testing.T) {
	a := new(lu.AutoChoice)
	phases := []struct {
		several int64
		min     int
		max     int
	}{{60_000, 4900, 5000}, {3_000_000, 0, 60}, {60_000, 3000, 5000}}
	for k, p := range phases {
		count := 5000
		if k == 1 {
			count = 20000
		}
		if _, together := total(a, count, always(100_000), always(p.several)); together < p.min || together > p.max {
			t.Errorf("phase %d: %d of %d by several goroutines, want %d to %d", k, together, count, p.min, p.max)
		}
	}
}

// TestAutoForgivesOne: one long refactorisation among many short ones ends nothing, and
// a few very long ones cost little.
func TestAutoForgivesOne(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	several := func(int) int64 {
		if rnd.IntN(1000) == 0 {
			return 600_000
		}
		return 60_000
	}
	if _, together := total(new(lu.AutoChoice), 20000, always(100_000), several); together < 19000 {
		t.Errorf("%d of 20000 by several goroutines", together)
	}
}

// TestAutoLosesLittle: whatever several goroutines take, Auto loses at most a hundredth
// of the serial time, and what the last trial lost.
func TestAutoLosesLittle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const serial = 1000
		a := new(lu.AutoChoice)
		times := rapid.SliceOfN(rapid.Int64Range(1, 20*serial), 1, 40).Draw(t, "times")
		stay := rapid.IntRange(1, 100).Draw(t, "stay")
		longest := int64(0)
		for _, ns := range times {
			longest = max(longest, ns)
		}
		lost, one := int64(0), int64(0)
		for k := range 4000 {
			several := a.Several()
			ns := int64(serial)
			if several {
				ns = times[k/stay%len(times)]
			} else {
				one += ns
			}
			a.Took(several, ns)
			lost += ns - serial
			if most := one/100 + 2*serial + longest; lost > most {
				t.Fatalf("refactorisation %d: lost %d, want at most %d", k, lost, most)
			}
		}
	})
}

// twoProcessors lets two goroutines work at once until the test ends.
func twoProcessors(t *testing.T) {
	if old := runtime.GOMAXPROCS(0); old < 2 {
		runtime.GOMAXPROCS(2)
		t.Cleanup(func() { runtime.GOMAXPROCS(old) })
	}
}

// autoSolver returns a Solver with Auto that has work for two goroutines.
func autoSolver(t *testing.T) (*lu.Solver, []float64) {
	t.Helper()
	twoProcessors(t)
	p := problem{"grid", matgen.Dominant(matgen.Grid2D(120, 120), 3), lu.Plan{Col: nested(120)}}
	_, s := solver(t, p, lu.Options{})
	s.SetWorkers(lu.Auto)
	return s, p.m.Values
}

// TestAutoUsesItsClock: the times of the Solver's refactorisations decide. A Solver
// that learns from another begins as the other ended.
func TestAutoUsesItsClock(t *testing.T) {
	for _, fast := range []bool{true, false} {
		s, values := autoSolver(t)
		now, together := int64(0), 0
		clock := func() int64 {
			switch {
			case !s.Together():
				now += 100
			case fast:
				now += 60
			default:
				now += 200
			}
			return now
		}
		s.SetClock(clock)
		refactor := func(count int) {
			for range count {
				if err := s.Refactor(values); err != nil {
					t.Fatal(err)
				}
				if columns, _ := s.Shared(); columns > 0 {
					together++
				}
				if !s.Together() && s.Lingers() {
					t.Fatalf("fast %v: a goroutine waits, and one works alone", fast)
				}
			}
		}
		refactor(40)
		if fast != s.Together() || together == 0 {
			t.Errorf("fast %v: several goroutines %v, together %d", fast, s.Together(), together)
		}
		other := s
		s, _ = autoSolver(t)
		s.LearnFrom(other)
		s.SetClock(clock)
		before := now
		refactor(1)
		want := int64(100)
		if fast {
			want = 60
		}
		if now-before != want*1 && now-before != 2*want {
			t.Errorf("fast %v: the Solver that learnt took %d", fast, now-before)
		}
	}
}

// TestLearnFromOthers: a Solver learns nothing from one that has no times, and keeps its
// number of goroutines.
func TestLearnFromOthers(t *testing.T) {
	s, values := autoSolver(t)
	want, _ := s.Workers()
	fixed, _ := autoSolver(t)
	fixed.SetWorkers(2)
	_, little := solver(t, problem{"grid", matgen.Dominant(matgen.Grid2D(3, 3), 3), lu.Plan{}}, lu.Options{})
	for _, other := range []*lu.Solver{fixed, little, nil} {
		s.LearnFrom(other)
		little.LearnFrom(s)
		fixed.LearnFrom(s)
	}
	if got, _ := s.Workers(); got != want {
		t.Errorf("want %d workers, got %d", want, got)
	}
	if err := s.Refactor(values); err != nil {
		t.Fatal(err)
	}
}
