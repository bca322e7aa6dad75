package prediction

import "testing"

// testMachine is a machine with round figures.
func testMachine() *Machine {
	return &Machine{Schema: MachineSchema, Calibrated: true, CacheBytes: []int64{32 << 10, 1 << 20, 32 << 20},
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
