package circuit

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/newton"
)

// run simulates c and calls at with time and unknowns.
func run(t *testing.T, c *Circuit, span newton.Span, at func(time float64, x []float64)) *newton.Engine {
	t.Helper()
	e := newton.New(c, newton.Options{RelTol: 1e-6})
	span.Accepted = func(time float64, x []float64) error { at(time, x); return nil }
	if err := e.Transient(context.Background(), span); err != nil {
		t.Fatal(err)
	}
	return e
}

// TestInitialConditions wants transients with UIC to start from the initial
// voltage of a capacitor, the initial current of an inductor, and to follow
// their exponentials.
func TestInitialConditions(t *testing.T) {
	for _, c := range []struct {
		name, deck string
		unknown    int
		start      float64
	}{
		{"capacitor", "r1 a 0 1k\nc1 a 0 1n ic=2\n", 0, 2},
		{"capacitor upside down", "r1 a 0 1k\nc1 0 a 1n ic=-2\n", 0, 2},
		{"inductor", "l1 a 0 1m ic=3m\nr1 a 0 1k\n", 1, 3e-3},
	} {
		steps := 0
		run(t, compile(t, c.deck), newton.Span{Step: 1e-9, Stop: 5e-6, UIC: true}, func(time float64, x []float64) {
			steps++
			want := c.start * math.Exp(-time/1e-6)
			if time > 0 && math.Abs(x[c.unknown]-want) > 1e-4*math.Abs(c.start) {
				t.Fatalf("%s: got %g at %g s, want %g", c.name, x[c.unknown], time, want)
			}
		})
		if steps < 100 {
			t.Errorf("%s: %d steps", c.name, steps)
		}
	}
}

// TestInitialDiode wants the initial voltage of a diode to charge it.
func TestInitialDiode(t *testing.T) {
	c := compile(t, ".model d d(cjo=1n m=0.5 vj=1)\nr1 a 0 1k\nd1 0 a d ic=-3\n")
	e := newEval(c)
	c.Load(e)
	// q = cjo·vj/(1-m)·(1-(1+3)^0.5)
	if want := -2e-9; math.Abs(e.Q[0]-want) > 1e-20 {
		t.Errorf("got charge %g, want %g", e.Q[0], want)
	}
}

// TestGateCharge wants charges that are taken by increments to come back: a gate
// that is charged and discharged draws no current on the whole.
func TestGateCharge(t *testing.T) {
	c := compile(t, `.model m nmos(vto=0.7 gamma=0.4 tox=20n)
v1 g 0 pulse(-2 3 1n 1n 1n 3n 100n)
vd d 0 1
m1 d g 0 0 m w=10u l=1u
`)
	var gate int
	for i := range c.Size() {
		if c.Unknown(i).Name == "v1#branch" {
			gate = i
		}
	}
	var sum, most, before, current float64
	run(t, c, newton.Span{Step: 1e-11, Stop: 10e-9}, func(time float64, x []float64) {
		sum += (time - before) * (x[gate] + current) / 2
		most = max(most, math.Abs(sum))
		before, current = time, x[gate]
	})
	// 10 µm · 1 µm of oxide at 1.73 mF/m² by 5 V is 86 fC; somewhat less with
	// Meyer's capacitances.
	if most < 50e-15 || most > 87e-15 {
		t.Errorf("the gate takes %g C, want 50 to 87 fC", most)
	}
	if math.Abs(sum) > 0.01*most {
		t.Errorf("%g C of %g C are left", sum, most)
	}
}

// TestUseDC wants the DC value of a source for an operating point by itself and
// the value at time 0 before a transient.
func TestUseDC(t *testing.T) {
	c := compile(t, "v1 a 0 dc 2 pulse(1 3 0 1n 1n)\nr1 a 0 1\n.tran 1n 10n\n")
	op := func() float64 {
		e := newton.New(c, newton.Options{})
		if err := e.OperatingPoint(context.Background()); err != nil {
			t.Fatal(err)
		}
		return e.X()[0]
	}
	for _, k := range []struct {
		dc   bool
		want float64
	}{{false, 1}, {true, 2}, {false, 1}} {
		c.UseDC(k.dc)
		if got := op(); math.Abs(got-k.want) > 1e-12 {
			t.Errorf("dc %t: got %g V, want %g", k.dc, got, k.want)
		}
	}
}

// TestCounts wants the counts of iterations and steps that ngspice 39 has,
// but for the last iteration or two of 52,000.
func TestCounts(t *testing.T) {
	c := built(t, "ring")
	e := newton.New(c, newton.Options{NoResidual: true})
	if err := e.Transient(context.Background(), newton.Span{Step: 0.05e-9, Stop: 1e-6, Max: 0.05e-9}); err != nil {
		t.Fatal(err)
	}
	// ngspice 39: "Transient iterations = 52255", "Accepted timepoints = 20020".
	if n := e.Stats.Iterations; n < 52255-30 || n > 52255+30 {
		t.Errorf("ring takes %d iterations, want about ngspice's 52255", n)
	}
	if e.Stats.Accepted != 20020 || e.Stats.RejectedLTE != 0 {
		t.Errorf("ring takes %d steps, %d rejected, want 20020, 0", e.Stats.Accepted, e.Stats.RejectedLTE)
	}
}

// TestOxideRing compares the frequency of a ring oscillator whose gates have
// Meyer's capacitances with ngspice 39, where
// ".options reltol=1e-6" and
// "meas tran p trig v(2) val=1.5 rise=5 targ v(2) val=1.5 rise=10" give 3.739653e-09.
func TestOxideRing(t *testing.T) {
	c := compile(t, `.model nch nmos(level=1 tox=20n nsub=4e16 nss=1e10 uo=650 ld=0.1u lambda=0.05 cgso=.15n cgdo=.15n cj=1m is=1e-15)
.model pch pmos(level=1 tox=20n nsub=2e16 uo=250 tpg=-1 ld=0.1u lambda=0.05 cgso=.15n cgdo=.15n cj=1m is=1e-15)
.subckt inverter in out vdd vss
mp out in vdd vdd pch w=20u l=1u ad=10p as=10p
mn out in vss vss nch w=10u l=1u ad=5p as=5p
.ends
i0 0 1 dc 0 pulse(0 100u 1n 1n 1n 1n)
xu1 1 2 vdd 0 inverter
xu2 2 3 vdd 0 inverter
xu3 3 4 vdd 0 inverter
xu4 4 5 vdd 0 inverter
xu5 5 1 vdd 0 inverter
vdd vdd 0 3
.tran 0.01n 20n 0 0.01n
`)
	var rises []float64
	var before, volt float64
	run(t, c, newton.Span{Step: 1e-11, Stop: 20e-9}, func(time float64, x []float64) {
		if v := x[1]; volt < 1.5 && v >= 1.5 && time > 0 {
			rises = append(rises, before+(1.5-volt)/(v-volt)*(time-before))
		}
		before, volt = time, x[1]
	})
	if len(rises) < 10 {
		t.Fatalf("%d rises", len(rises))
	}
	if got, want := rises[9]-rises[4], 3.739653e-9; math.Abs(got-want) > 1e-4*want {
		t.Errorf("five periods take %g s, want %g of ngspice", got, want)
	}
}
