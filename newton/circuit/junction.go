package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton/netlist"
)

// Physical constants with the digits ngspice has.
const (
	boltzmann = netlist.Boltzmann        // J/K
	charge    = netlist.ElementaryCharge // C
	vacuum    = 8.854214871e-12          // F/m
)

// maxExponent keeps exponentials finite.
const maxExponent = 709.0

// A depletion is the charge of a junction: that of a step or graded junction up
// to fc·vj, continued by a parabola above, where the formula has its pole.
type depletion struct {
	vj, m, edge float64 // edge is fc·vj
	half        bool    // m is 1/2
	k           float64 // vj/(1-m)
	perVolt     float64 // 1/vj
	f1          float64 // charge at the edge

	// Of the continuation: what the capacitance is at 0 V, and half of its slope.
	straight, bent float64

	series [depletionTerms]float64 // of the charge over v, by powers of v/vj
}

// Up to seriesReach of the potential, charges are sums of so many powers. The formula is a difference of two
// numbers of the size of vj there: its rounding would be a current of any size in a short time step.
const (
	depletionTerms = 11
	seriesReach    = 1.0 / 16
)

func newDepletion(vj, m, fc float64) depletion {
	d := depletion{vj: vj, m: m, edge: fc * vj, half: m == 0.5, k: vj / (1 - m), perVolt: 1 / vj}
	log := math.Log(1 - fc)
	d.f1 = vj * (1 - math.Exp((1-m)*log)) / (1 - m)
	steep := math.Exp(-(1 + m) * log)
	d.straight, d.bent = (1-fc*(1+m))*steep, m/(2*vj)*steep
	term := 1.0 // of the capacitance
	for n := range d.series {
		d.series[n] = term / float64(n+1)
		term *= (m + float64(n)) / float64(n+1)
	}
	return d
}

// perVoltAt returns the charge over the voltage u·vj, for u within seriesReach.
func (d *depletion) perVoltAt(u float64) float64 {
	sum := d.series[depletionTerms-1]
	for n := depletionTerms - 2; n >= 0; n-- {
		sum = sum*u + d.series[n]
	}
	return sum
}

// at returns the charge and the capacitance at v of a junction with 1 F at 0 V.
func (d *depletion) at(v float64) (q, c float64) {
	if v == 0 { // most junctions in logic, to the bit
		return 0, 1
	}
	if v >= d.edge {
		more := v - d.edge
		return d.f1 + more*(d.straight+d.bent*(v+d.edge)), d.straight + 2*d.bent*v
	}
	arg := 1 - v*d.perVolt
	if d.half {
		root := math.Sqrt(arg)
		return 2 * v / (1 + root), 1 / root // k·(1-root), to the last bits at all voltages
	}
	if d.m == 0 { // the capacitance is constant
		return v, 1
	}
	c = power(arg, -d.m)
	if u := v * d.perVolt; math.Abs(u) < seriesReach {
		return v * d.perVoltAt(u), c
	}
	return d.k * (1 - arg*c), c
}

// both returns the charge and the capacitance at v of two junctions in parallel, with
// c and cSide at 0 V. The junctions have the same potential and edge.
func (d *depletion) both(side *depletion, v, c, cSide float64) (q, total float64) {
	if cSide == 0 || v == 0 || v >= d.edge || d.half || side.half {
		q, total = d.at(v)
		q, total = q*c, total*c
		if cSide != 0 {
			qs, cs := side.at(v)
			q, total = q+qs*cSide, total+cs*cSide
		}
		return q, total
	}
	arg := 1 - v*d.perVolt
	log := logarithm(arg)
	at, atSide := c*exp(-d.m*log), cSide*exp(-side.m*log)
	if u := v * d.perVolt; math.Abs(u) < seriesReach {
		return v * (c*d.perVoltAt(u) + cSide*side.perVoltAt(u)), at + atSide
	}
	return d.k*(c-arg*at) + side.k*(cSide-arg*atSide), at + atSide
}

// diffusion returns current and conductance of an ideal junction with
// saturation current is and thermal voltage vt at v. Below -3·vt the
// exponential is replaced by a cubic, so that the conductance does not vanish.
func diffusion(v, is, vt float64) (i, g float64) {
	d := newIdeal(vt)
	return d.at(v, is)
}

// blocking is diffusion where the exponential is replaced.
func blocking(v, is, vt float64) (i, g float64) {
	per := 1 / v
	arg := 3 / math.E * vt * per
	arg = arg * arg * arg
	return -is * (1 + arg), is * 3 * arg * per
}

// An ideal is the thermal voltage of an ideal junction, with its emission coefficient.
type ideal struct{ vt, per, edge float64 }

func newIdeal(vt float64) ideal { return ideal{vt, 1 / vt, -3 * vt} }

// at is [diffusion] with that thermal voltage.
func (d *ideal) at(v, is float64) (i, g float64) {
	if v < d.edge {
		return blocking(v, is, d.vt)
	}
	x := v * d.per
	if x > maxExponent {
		x = maxExponent
	}
	e := exp(x)
	return is * (e - 1), is * e * d.per
}

// critical returns the voltage at which the exponential of a junction is steep.
func critical(vt, is float64) float64 { return vt * math.Log(vt/(math.Sqrt2*is)) }

// growth returns eˣ-1. Near 0, where junctions in logic are, a polynomial is
// several times as fast, and loses no digits.
func growth(x float64) float64 {
	if math.Abs(x) < nearZero {
		return growthNear(x)
	}
	if x > maxExponent {
		x = maxExponent
	}
	return exp(x) - 1
}

// nearZero is the size of numbers below which growthNear is as good as growth.
const nearZero = 0.04

func growthNear(x float64) float64 {
	x2 := x * x
	return x + x2*((1.0/2+x*(1.0/6))+x2*((1.0/24+x*(1.0/120))+x2*(1.0/720+x*(1.0/5040))))
}
