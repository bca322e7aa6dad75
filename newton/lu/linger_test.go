package lu_test

import (
	"math"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
)

// lingerSolver returns a Solver with two workers whose second goroutine waits, and values.
func lingerSolver(t *testing.T) (*lu.Solver, []float64) {
	t.Helper()
	twoProcessors(t)
	p := problem{"grid", matgen.Dominant(matgen.Grid2D(25, 25), 3), lu.Plan{Col: nested(25)}}
	_, s := solver(t, p, lu.Options{})
	s.SetWorkers(2)
	for begin := time.Now(); !s.Lingers(); {
		if err := s.Refactor(p.m.Values); err != nil {
			t.Fatal(err)
		}
		if time.Since(begin) > time.Minute {
			t.Fatal("no goroutine waits between refactorisations that follow each other")
		}
	}
	return s, p.m.Values
}

// TestLinger: a goroutine waits for the next refactorisation if the last two followed each other
// closely, and only then.
func TestLinger(t *testing.T) {
	s, values := lingerSolver(t)
	for range 50 {
		s.SetEnded(math.MinInt64 / 2)
		if err := s.Refactor(values); err != nil {
			t.Fatal(err)
		}
		if s.Lingers() {
			t.Fatal("a goroutine waits after a refactorisation that came late")
		}
	}
}

// TestLingerDismissed: goroutines that are dismissed wait no longer, and others come in their place.
func TestLingerDismissed(t *testing.T) {
	for range 3 {
		s, values := lingerSolver(t)
		for range 20 {
			s.Dismiss()
			if s.Lingers() {
				t.Fatal("a goroutine waits")
			}
			if err := s.Refactor(values); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLingerYields: goroutines that wait end in time, also where other goroutines keep all
// processors busy.
func TestLingerYields(t *testing.T) {
	s, _ := lingerSolver(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	begin := time.Now()
	for s.Lingers() { // this goroutine keeps the only processor busy
		if time.Since(begin) > 10*time.Second {
			t.Fatal("a goroutine still waits")
		}
	}
}

// TestLingerEnds: goroutines that wait end by themselves, also where time stands still.
func TestLingerEnds(t *testing.T) {
	s, values := lingerSolver(t)
	for s.Lingers() { // the goroutines of the test are to be inside the bubble
		runtime.Gosched()
	}
	synctest.Test(t, func(t *testing.T) { // it waits for all goroutines
		for range 20 {
			if err := s.Refactor(values); err != nil {
				t.Fatal(err)
			}
		}
	})
	if s.Lingers() {
		t.Error("a goroutine waits")
	}
}
