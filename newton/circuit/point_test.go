package circuit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/newton"
)

func nmos() *mosModel {
	return &mosModel{sign: 1, vto: 0.5, phi: 0.64, rootPhi: 0.8, gamma: 0.5, vbi: 0.5 - 0.5*0.8, von: 0.5, lambda: 0.05, vt: thermal(reference)}
}

// TestMove wants the tangent that a limited transistor is continued by to be
// that of its currents, with drain and source either way.
func TestMove(t *testing.T) {
	m, r := nmos(), rand.New(rand.NewPCG(1, 3))
	for _, ds := range []float64{2, 0.3, -0.3, -2} {
		p := bias{ds, 2, min(ds, 0) - 1}
		for range 10 {
			step := func() float64 { return 1e-5 * r.NormFloat64() }
			now := bias{p.ds + step(), p.gs + step(), p.bs + step()}
			at := func(p bias) (o output) {
				m.channel(1e-4, p, &o)
				o.is, o.gs = diffusion(p.bs, 1e-5, m.vt)
				o.id, o.gd = diffusion(p.bs-p.ds, 1e-5, m.vt)
				return o
			}
			got, want := at(p), at(now)
			got.move(now, p)
			if math.Abs(got.i-want.i) > 1e-12 || math.Abs(got.id-want.id) > 1e-12 || math.Abs(got.is-want.is) > 1e-12 {
				t.Errorf("from %v to %v: got currents %g %g %g, want %g %g %g", p, now, got.i, got.id, got.is, want.i, want.id, want.is)
			}
		}
	}
}

// TestPoint has points of evaluation worked out by hand from SPICE's limiters:
// gate, then drain with the voltage between gate and drain kept, then junction.
func TestPoint(t *testing.T) {
	m := nmos()
	z := &mosSize{critd: 0.6, crits: 0.6}
	von := m.threshold(bias{0, 0, -1})
	for _, c := range []struct{ now, last, want bias }{
		{bias{1.1, 0.9, -1}, bias{1, 1, -1}, bias{1.1, 0.9, -1}}, // small steps
		// From off the gate stops 0.5 V above the threshold; vgd stays 4, and vbd,
		// now the junction of the lower terminal, -2.
		{bias{1, 5, -1}, bias{1, 0, -1}, bias{-0.5, von + 0.5, -2.5}},
		// On, from a drain at 1 V to 10 V: 4 V.
		{bias{10, 2, -1}, bias{1, 2, -1}, bias{4, 2, -1}},
		// The same with drain and source exchanged: vgd stays 2, vbd -1.
		{bias{-10, -8, -11}, bias{-1, 1, -9}, bias{-4, -2, -5}},
		// The source junction from -1 V to 2 V: logarithm.
		{bias{1, 1, 2}, bias{1, 1, -1}, bias{1, 1, m.vt * math.Log(2/m.vt)}},
		// The drain junction, source above drain.
		{bias{-1, 1, 1}, bias{-1, 1, -2}, bias{-1, 1, m.vt*math.Log(2/m.vt) - 1}},
	} {
		e := &newton.Eval{Mode: newton.Iterate}
		got := m.point(false, z, c.now, c.last, 0, e)
		if math.Abs(got.ds-c.want.ds) > 1e-12 || math.Abs(got.gs-c.want.gs) > 1e-12 || math.Abs(got.bs-c.want.bs) > 1e-12 {
			t.Errorf("%v after %v: got %v, want %v", c.now, c.last, got, c.want)
		}
		// SPICE lets only junctions keep an iteration from being the last. Here whatever
		// moves the point does.
		if moved := c.want != c.now; (e.Limited >= 1) != moved {
			t.Errorf("%v after %v: %d limited", c.now, c.last, e.Limited)
		}
	}
}

// TestGuess wants an operating point to be looked for from SPICE's start:
// junctions at the critical voltage, gates at the threshold, bulks at -1 V, and
// everything at 0 that is off. Voltages are kept in the order of the elements.
func TestGuess(t *testing.T) {
	c := compile(t, `.model d d(is=1e-14 n=2)
.model n nmos(vto=0.6)
.model p pmos(vto=-0.8)
d1 a 0 d
d2 a 0 d off
m1 a a 0 0 n
m3 a a 0 0 p
m2 a a 0 0 n off
`)
	e := newEval(c)
	e.Mode = newton.Guess
	c.Load(e)
	vt := 2 * thermal(reference)
	want := []float64{vt * math.Log(vt/(math.Sqrt2*1e-14)), 0, 0, 0.6, -1, 0, 0.8, -1, 0, 0, 0}
	for k, w := range want {
		if got := c.last[k]; math.Abs(got-w) > 1e-12 {
			t.Errorf("voltages of the guess are %v, want %v", c.last, want)
			break
		}
	}
	if e.Limited != 5 {
		t.Errorf("%d limited, want 5", e.Limited)
	}
}

// TestPredict wants the first evaluation of a step to be limited against the
// accepted step, not against the last evaluation, which may have been rejected.
func TestPredict(t *testing.T) {
	c := compile(t, ".model d d(is=1e-14)\nd1 a 0 d\n")
	e := newEval(c)
	at := func(mode newton.Mode, v float64) float64 {
		e.Mode, e.X[0] = mode, v
		c.Load(e)
		return c.last[0]
	}
	at(newton.Initial, 0.7)
	c.Accept()
	at(newton.Initial, 0.9)
	vt := thermal(reference)
	if got, want := at(newton.Predict, 1), 0.7+vt*math.Log1p(0.3/vt); math.Abs(got-want) > 1e-12 {
		t.Errorf("predicted 1 V is evaluated at %g V, want %g", got, want)
	}
	at(newton.Initial, 0.9)
	if got, want := at(newton.Iterate, 1), 0.9+vt*math.Log1p(0.1/vt); math.Abs(got-want) > 1e-12 {
		t.Errorf("1 V is evaluated at %g V, want %g", got, want)
	}
}

// TestMeyerIncrement wants charge to grow by the voltage times the mean of the
// capacitances before and after.
func TestMeyerIncrement(t *testing.T) {
	c := compile(t, ".model m nmos(vto=0.5 tox=20n cgso=1n)\nm1 d g 0 0 m w=10u l=2u\n")
	g := nth[*mosGroup](c, 0)
	y := &g.gates[0]
	e := newEval(c)
	at := func(a0, d, gate float64) float64 {
		e.A0, e.X[0], e.X[1] = a0, d, gate
		c.Load(e)
		return e.Q[y.charge[toSource]]
	}
	cox := y.cox // 2/3 of it in saturation, all but 1/2 of it at vds = 0, and 0 when off
	before := at(0, 3, 2)
	c.Accept()
	if want := 2 * (2*cox/3 + 1e-14); math.Abs(before-want) > 1e-9*want {
		t.Errorf("at rest: got charge %g, want %g", before, want)
	}
	if got, want := at(1e9, 0, 3)-before, (cox/3+cox/4)+1e-14; math.Abs(got-want) > 1e-9*want {
		t.Errorf("1 V up: charge grows by %g, want %g", got, want)
	}
	if got, want := at(1e9, 3, -3)-before, -5*(cox/3+1e-14); math.Abs(got-want) > -1e-9*want {
		t.Errorf("5 V down: charge grows by %g, want %g", got, want)
	}
}

// TestCutOff wants a channel above the threshold, and there only.
func TestCutOff(t *testing.T) {
	m, r := nmos(), rand.New(rand.NewPCG(2, 3))
	for range 10_000 {
		p := bias{2 * r.NormFloat64(), 2 * r.NormFloat64(), r.NormFloat64()}
		gs := p.gs - min(p.ds, 0)
		var o output
		m.channel(1e-4, p, &o)
		if on := gs > m.threshold(p); on != (o.gm != 0) && p.ds != 0 {
			t.Fatalf("at %v: gate at %g, threshold %g, transconductance %g", p, gs, m.threshold(p), o.gm)
		}
	}
}

// TestSizes wants transistors of one geometry to share what is made of it, with
// the values of their own.
func TestSizes(t *testing.T) {
	c := compile(t, `.model n nmos(kp=100u cgso=1n)
m1 a a 0 0 n w=1u l=1u
m2 a a 0 0 n w=2u l=1u
m3 a a 0 0 n w=1u l=1u
m4 a a 0 0 n w=1u l=1u m=2
`)
	g := nth[*mosGroup](c, 0)
	if len(g.sizes) != 3 {
		t.Errorf("got %d sizes, want 3", len(g.sizes))
	}
	for k, beta := range []float64{1e-4, 2e-4, 1e-4, 2e-4} {
		if got := g.sizes[g.list[k].size].beta; math.Abs(got-beta) > 1e-18 {
			t.Errorf("transistor %d has beta %g, want %g", k+1, got, beta)
		}
	}
	if ring := built(t, "ring"); len(nth[*mosGroup](ring, 0).sizes) != 1 || len(nth[*mosGroup](ring, 1).sizes) != 1 {
		t.Error("the ring has transistors of more than one size of each type")
	}
}
