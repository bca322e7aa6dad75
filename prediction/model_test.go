package prediction

import (
	"math"
	"testing"
)

// testMachine is a machine with round figures.
func testMachine() *Machine {
	return &Machine{Schema: MachineSchema, Calibrated: true, CacheBytes: []int64{32 << 10, 1 << 20, 32 << 20},
		UpdateNS: []float64{0.5, 0.75, 1, 2}, StreamNS: []float64{0.5, 0.5, 0.75, 1.5}, VisitNS: []float64{1, 4, 15, 90},
		DenseNS: 0.25, RunNS: 4, CallNS: 5, Dispatch: 1e-6}
}

func TestLevel(t *testing.T) {
	m := &Machine{CacheBytes: []int64{100, 1000}}
	ns := []float64{1, 2, 10}
	for _, c := range []struct{ bytes, want float64 }{
		{0, 1}, {100, 1}, {200, 0.5*1 + 0.5*2}, {1000, 0.1*1 + 0.9*2}, {2000, 0.05*1 + 0.45*2 + 0.5*10}, {math.Inf(1), 10},
	} {
		if got := m.level(ns, c.bytes); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("level of %g bytes: got %g, want %g", c.bytes, got, c.want)
		}
	}
}

// Every term of the embedded coefficients names a count, a unit and a working set, and
// every time is positive.
func TestDefault(t *testing.T) {
	f := &Features{Rows: 10, Entries: 30, L: 20, U: 20, Flops: 60, Symmetric: true, Updates: 10, Graph: 20,
		SymmetricL: 20, SymmetricFlops: 60, Panels: 5, PanelEntries: 30, PanelFlops: 80, Assembled: 20, Blocks: 1}
	m, machine := Default(), testMachine()
	for _, s := range Solvers() {
		for _, p := range Phases() {
			x, ok := m.Time(s, p, f, machine)
			if want := p != Refactor || s != UMFPACK && s != CHOLMOD; ok != want {
				t.Errorf("%s %s: got %v, want %v", s, p, ok, want)
			}
			if ok && !(0 < x.Low && x.Low <= x.Seconds && x.Seconds <= x.High) {
				t.Errorf("%s %s: %+v", s, p, x)
			}
		}
	}
	if _, ok := m.Time(CHOLMOD, Factor, &Features{Rows: 1}, machine); ok {
		t.Error("CHOLMOD has a time for an unsymmetric matrix")
	}
	for name := range m.Orderings {
		if x, ok := m.OrderingTime(name, f, machine); !ok || name != "natural" && x.Seconds <= 0 {
			t.Errorf("%s: %+v, %v", name, x, ok)
		}
	}
}

// An interval is wider on a machine that was not calibrated.
func TestUncalibrated(t *testing.T) {
	f := &Features{Rows: 10, Entries: 30, L: 20, U: 20, Flops: 60}
	machine := testMachine()
	a, _ := Default().Time(KLU, Refactor, f, machine)
	machine.Calibrated = false
	b, _ := Default().Time(KLU, Refactor, f, machine)
	if a.Seconds != b.Seconds || b.Low >= a.Low || b.High <= a.High {
		t.Errorf("calibrated %+v, otherwise %+v", a, b)
	}
}
