package prediction

import (
	"math"
	"slices"
	"testing"
)

// testMachine is a machine with round figures.
func testMachine() *Machine {
	return &Machine{Schema: MachineSchema, Calibrated: true, Microarchitecture: Default().FittedOn[0], CacheBytes: []int64{32 << 10, 1 << 20, 32 << 20},
		WorkingSetBytes: []int64{16 << 10, 512 << 10, 8 << 20, 256 << 20},
		Update:          []float64{0.5, 0.75, 1, 2}, Stream: []float64{0.5, 0.5, 0.75, 1.5}, Latency: []float64{1, 4, 15, 90},
		Column: 6, Dense: 0.05, Scalar: 0.5, Divide: 1, Dispatch: 100, Wake: 5000}
}

// Every term of the embedded coefficients names a count, a unit and a working set, and
// every time is positive.
func TestDefault(t *testing.T) {
	f := &Features{Rows: 10, Entries: 30, L: 20, U: 20, Flops: 60, Symmetric: true, Updates: 10, Graph: 20,
		SymmetricL: 20, SymmetricFlops: 60, Panels: 5, PanelEntries: 30, PanelFlops: 80, Whole: Whole{L: 20, U: 20, Flops: 60, Updates: 10}, Assembled: 20, Blocks: 1}
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

// An interval is narrow only on a calibrated machine of the microarchitecture of the fit,
// and wider beyond the matrices of the fit.
func TestWidth(t *testing.T) {
	f := &Features{Rows: 1000, Entries: 3000, L: 2000, U: 2000, Flops: 6000, Updates: 1000}
	m, machine := Default(), testMachine()
	width := func() float64 {
		x, _ := m.Time(KLU, Refactor, f, machine)
		return x.High / x.Low
	}
	narrow := width()
	machine.Disturbed = true
	if w, want := width()/narrow, m.Uncalibrated*m.Uncalibrated; math.Abs(w-want) > 1e-9 {
		t.Errorf("disturbed: %g times as wide, want %g", w, want)
	}
	machine.Disturbed, machine.Calibrated = false, false
	if w, want := width()/narrow, m.Uncalibrated*m.Uncalibrated; math.Abs(w-want) > 1e-9 {
		t.Errorf("not calibrated: %g times as wide, want %g", w, want)
	}
	machine.Calibrated, machine.Microarchitecture = true, "skylake"
	if w := width(); w <= narrow {
		t.Errorf("another microarchitecture: %g, otherwise %g", w, narrow)
	}
	machine.Microarchitecture = m.FittedOn[0]
	for _, on := range m.FittedOn {
		machine.Microarchitecture = on
		if s := spreadOn(m, on); math.Abs(width()-s.High/s.Low) > 1e-9 {
			t.Errorf("%s: %g, want %g", on, width(), s.High/s.Low)
		}
	}
	machine.Microarchitecture = m.FittedOn[0]
	f.Rows = m.Limits.Rows + 1
	if w := width(); !m.Extrapolates(f) || w <= narrow {
		t.Errorf("beyond the rows of the fit: %g, otherwise %g", w, narrow)
	}
}

// No prediction is shorter than the machine reads the factors.
func TestFloor(t *testing.T) {
	machine := testMachine()
	f := &Features{Rows: 1e6, Entries: 7e6, L: 6e8, U: 6e8, Flops: 4e12, CholeskyFlops: 2e12, Blocks: 1}
	for _, s := range []Solver{LU, KLU} {
		x, _ := Default().Time(s, Refactor, f, machine)
		if least := 2e12 * machine.Stream[Memory] * 1e-9; x.Low < least {
			t.Errorf("%s: %g s, the machine reads the entries in %g s", s, x.Low, least)
		}
	}
}

// The coefficients are of the loops that calibrate times.
func TestKernels(t *testing.T) {
	if Default().Kernels != Kernels {
		t.Errorf("coefficients of kernels %d, machines of kernels %d", Default().Kernels, Kernels)
	}
}

// spreadOn returns the spread of KLU's refactorization on a microarchitecture of the fit.
func spreadOn(m *Model, on string) Spread {
	list := m.Phases["klu/refactor"].Spreads
	return list[slices.IndexFunc(list, func(s Spread) bool { return s.On == on })]
}
