package circuit

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/newton/netlist"
)

// sweep calls f with voltages from lo to hi.
func sweep(lo, hi float64, f func(v float64)) {
	for k := range 1001 {
		f(lo + (hi-lo)*float64(k)/1000)
	}
}

// TestDepletion wants the capacitance to be the derivative of the charge, both
// without a jump at the edge, and the textbook formula below it.
func TestDepletion(t *testing.T) {
	for _, m := range []float64{0.33, 0.5, 0.9, 0} {
		for _, fc := range []float64{0.5, 0.9, 0} {
			d := newDepletion(0.8, m, fc)
			sweep(-5, 2, func(v float64) {
				const h = 1e-6
				hi, _ := d.at(v + h)
				lo, _ := d.at(v - h)
				q, c := d.at(v)
				if got := (hi - lo) / (2 * h); math.Abs(got-c) > 1e-5*c {
					t.Fatalf("m=%g fc=%g: dq/dv at %g is %g, want c = %g", m, fc, v, got, c)
				}
				if v < fc*0.8 && math.Abs(c-math.Pow(1-v/0.8, -m)) > 1e-12*c {
					t.Fatalf("m=%g fc=%g: c at %g is %g, want (1-v/vj)^-m", m, fc, v, c)
				}
				if math.IsNaN(q) {
					t.Fatalf("m=%g fc=%g: q at %g is NaN", m, fc, v)
				}
			})
			below, cb := d.at(d.edge - 1e-12)
			above, ca := d.at(d.edge + 1e-12)
			if math.Abs(above-below) > 1e-11*ca || math.Abs(ca-cb) > 1e-9*ca {
				t.Errorf("m=%g fc=%g: jump at the edge from %g C, %g F to %g C, %g F", m, fc, below, cb, above, ca)
			}
		}
	}
	if q, c := newDepletionAt0(); q != 0 || c != 1 {
		t.Errorf("at 0 V: got %g C, %g F, want 0, 1", q, c)
	}
}

// TestSmallCharge wants charges near 0 V to a few ulps, not to a few ulps of the potential.
func TestSmallCharge(t *testing.T) {
	for _, m := range []float64{0.33, 0.5, 0.9} {
		d, side := newDepletion(0.8, m, 0.5), newDepletion(0.8, 0.2, 0.5)
		exact := func(m, v float64) float64 { return -0.8 / (1 - m) * math.Expm1((1-m)*math.Log1p(-v/0.8)) }
		for v := 1e-18; v < 0.05; v *= 1.7 {
			for _, v := range []float64{v, -v} {
				want := exact(m, v)
				if q, _ := d.at(v); math.Abs(q-want) > 2e-15*math.Abs(want) {
					t.Errorf("m=%g: charge at %g is %g, want %g", m, v, q, want)
				}
				want = 2*want + 3*exact(0.2, v)
				if q, _ := d.both(&side, v, 2, 3); math.Abs(q-want) > 2e-15*math.Abs(want) {
					t.Errorf("m=%g: charge of two junctions at %g is %g, want %g", m, v, q, want)
				}
			}
		}
	}
}

func newDepletionAt0() (q, c float64) {
	d := newDepletion(0.8, 0.4, 0.5)
	return d.at(0)
}

// TestConductance wants conductances to be the derivatives of currents.
func TestConductance(t *testing.T) {
	model := func(p map[string]float64) *diodeModel {
		m, err := newDiodeModel(&netlist.Model{Type: netlist.D, Param: p}, temps{reference, reference})
		if err != nil {
			t.Fatal(err)
		}
		return &m
	}
	for name, m := range map[string]*diodeModel{
		"plain":         model(map[string]float64{"is": 1e-12, "n": 1.3}),
		"breakdown":     model(map[string]float64{"is": 1e-12, "bv": 5, "ibv": 1e-3}),
		"knee":          model(map[string]float64{"is": 1e-12, "ikf": 1e-3, "ikr": 1e-12}),
		"recombination": model(map[string]float64{"is": 1e-14, "isr": 1e-10, "nr": 2}),
	} {
		d := &diode{area: 2, is: 2 * m.is}
		d.bv = m.breakdown(d.is, 1, 1e-3)
		sweep(-5.5, 0.9, func(v float64) {
			if math.Abs(v+d.bv) < 1e-4 || math.Abs(v+3*m.vt) < 1e-4 || math.Abs(v) < 1e-4 {
				return // corners; and 0/0 of the root of a knee
			}
			const h = 1e-6
			hi, _ := m.current(d, v+h)
			lo, _ := m.current(d, v-h)
			i, g := m.current(d, v)
			if got := (hi - lo) / (2 * h); math.Abs(got-g) > 1e-5*g+1e-15*math.Abs(i)/h {
				t.Errorf("%s: di/dv at %g is %g, want g = %g", name, v, got, g)
			}
			if (i > 0) != (v > 0) {
				t.Errorf("%s: current at %g is %g", name, v, i)
			}
		})
	}
}

// TestBreakdown wants the current at bv to be ibv where that is more than the
// reverse current.
func TestBreakdown(t *testing.T) {
	m := diodeModel{is: 1e-14, vt: thermal(reference), vtb: 1.5 * thermal(reference), thermal: thermal(reference),
		bv: 10, ibv: 1e-3, ikf: math.Inf(1), ikr: math.Inf(1)}
	d := &diode{area: 1, is: m.is}
	d.bv = m.breakdown(d.is, 1, 1e-6)
	if i, _ := m.current(d, -10); math.Abs(i+1e-3) > 1e-6*1e-3 {
		t.Errorf("current at -10 V is %g, want -1 mA", i)
	}
	m.ibv = 1e-20
	if got := m.breakdown(d.is, 1, 1e-6); got != 10 {
		t.Errorf("with ibv below the reverse current breakdown starts at %g, want 10", got)
	}
}

// TestTemperature has silicon at 127 °C against 27 °C, from the law of mass
// action instead of the formulas of SPICE: band gap, built-in potential,
// saturation currents.
func TestTemperature(t *testing.T) {
	hot := temps{400.15, 300.15}
	if got := bandgap(300); math.Abs(got-1.115) > 5e-4 {
		t.Errorf("band gap at 300 K is %g eV, want 1.115", got)
	}
	for _, v := range []float64{0.6, 0.8, 1} {
		if got := (temps{300.15, 300.15}).potential(v); got != v {
			t.Errorf("potential %g at its own temperature is %g", v, got)
		}
		cold := temps{300.15, 400.15}
		if got := cold.potential(hot.potential(v)); math.Abs(got-v) > 1e-12 {
			t.Errorf("potential %g, heated and cooled, is %g", v, got)
		}
		if got := hot.capacitance(0.5, v) * cold.capacitance(0.5, hot.potential(v)); math.Abs(got-1) > 1e-12 {
			t.Errorf("capacitance of a potential of %g, heated and cooled, has factor %g", v, got)
		}
		// ni grows by exp(Eg/2k·(1/T1-1/T2))·(T2/T1)^1.5: pb falls with kT/q·ln ni².
		ratio := 400.15 / 300.15
		want := v*ratio - 3*thermal(400.15)*math.Log(ratio) - (bandgap(300.15)*ratio - bandgap(400.15))
		if got := hot.potential(v); math.Abs(got-want) > 1e-5 {
			t.Errorf("potential %g at 400 K is %g, want %g", v, got, want)
		}
	}
	want := math.Exp(1.11/thermal(400.15)*(400.15/300.15-1)) * math.Pow(400.15/300.15, 3)
	if got := diodeGrowth(hot, 1.11, 3, 1); math.Abs(got-want) > 1e-9*want {
		t.Errorf("saturation current grows by %g, want %g", got, want)
	}
}

// TestGrowth wants the polynomial to have all digits, and no step where it ends.
func TestGrowth(t *testing.T) {
	sweep(-0.05, 0.05, func(x float64) {
		if got, want := growth(x), math.Expm1(x); math.Abs(got-want) > 1e-14*math.Abs(want) {
			t.Errorf("growth(%g) = %g, want %g", x, got, want)
		}
	})
	if got := growth(1e4); math.IsInf(got, 0) {
		t.Error("growth(1e4) is infinite")
	}
}
