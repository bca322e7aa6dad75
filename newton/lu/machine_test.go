package lu_test

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
)

// predicted returns the predicted speed-up of two goroutines on m.
func predicted(t *testing.T, s *lu.Solver, m lu.Machine) float64 {
	t.Helper()
	s.SetMachine(m)
	s.SetWorkers(2)
	n, speedup := s.Workers()
	if n != 2 {
		t.Fatalf("%+v: %d workers", m, n)
	}
	return speedup
}

// TestMachine: each time of a machine that hinders goroutines lowers the predicted speed-up,
// slower arithmetic raises it, and times of 0 are the times of Zen 4.
func TestMachine(t *testing.T) {
	_, s := solver(t, problem{"grid", matgen.Dominant(matgen.Grid2D(60, 60), 3), lu.Plan{Col: nested(60)}}, lu.Options{})
	zen := predicted(t, s, lu.Machine{})
	if same := predicted(t, s, lu.Machine{Update: 0.5769e-9, Dispatch: 23.78e-9, Sharing: 1}); same != zen {
		t.Errorf("Zen 4 by name: %v, without times: %v", same, zen)
	}
	if zen < 1.3 || zen > 2 {
		t.Errorf("Zen 4: %v", zen)
	}
	for name, m := range map[string]lu.Machine{"dispatch": {Dispatch: 100e-9}, "sharing": {Sharing: 1.5}} {
		if got := predicted(t, s, m); got > 0.97*zen {
			t.Errorf("%s: %v, and %v with less", name, got, zen)
		}
	}
	if got := predicted(t, s, lu.Machine{Update: 2e-9}); got < zen {
		t.Errorf("slower arithmetic: %v, want more than %v", got, zen)
	}
	if got := predicted(t, s, lu.Machine{Sharing: 2}); got > 1 {
		t.Errorf("two goroutines on one core: %v", got)
	}
}

// TestMachineChoosesForAuto: with two goroutines that share a core, Auto takes one.
func TestMachineChoosesForAuto(t *testing.T) {
	s, _ := autoSolver(t)
	if n, _ := s.Workers(); n < 2 {
		t.Fatalf("%d workers on Zen 4", n)
	}
	s.SetMachine(lu.Machine{Sharing: 4})
	s.SetWorkers(lu.Auto)
	if n, _ := s.Workers(); n != 1 {
		t.Errorf("%d workers, want 1", n)
	}
}

// TestStart: each goroutine starts later than the one before.
func TestStart(t *testing.T) {
	m := lu.Machine{Dispatch: 100e-9}
	if a, b := m.Start(0), m.Start(1); a != 0 || b <= 0 || m.Start(5) <= m.Start(4) {
		t.Errorf("%v, %v", a, b)
	}
}
