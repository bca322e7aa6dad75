package circuit

import (
	"math"
	"math/cmplx"
)

// mos2 is the equations of level 2: Ihantola and Moll's channel with depletion,
// short and narrow channels, velocity saturation, modulation of the channel's length
// and current below the threshold [1, 2].
//
// Derivatives are exact. SPICE leaves out some of the dependences of mobility and of
// the slope below the threshold.
//
// [1] A. Vladimirescu and S. Liu, ERL-M80/7, Univ. of California, Berkeley, 1980.
// [2] P. Antognetti and G. Massobrio, Semiconductor Device Modeling with SPICE, 1988.
type mos2 struct {
	mosProcess
	delta, lambda      float64
	critical, exponent float64 // of the mobility: gate drive in V from which it falls
	neff               float64
	bulk               float64 // built-in potential of the junctions
}

// mos2Params are parameters of level 2 besides those of all levels.
var mos2Params = []parameter{
	{"lambda", 0, "1/V", "channel length modulation (from nsub)"}, {"ucrit", 1e4, "V/cm", "critical field of mobility"}, {"uexp", 0, "", "its exponent"}, {"utra", 0, "", "has no effect"},
	{"vmax", 0, "m/s", "largest drift velocity"}, {"neff", 1, "", "share of fixed and free charge in the channel"}, {"xj", 0, "m", "depth of the junctions"},
	{"nfs", 0, "1/cm²", "fast surface states"}, {"delta", 0, "", "narrow channel"},
}

// shape is the depletion under the channel of a transistor.
type shape struct {
	factor, eta float64
	phi         dual // surface potential less bulk voltage
	sarg, barg  dual // roots at source and drain
	vbin, gamma dual
	cubed       dual // of sarg
}

func (l *mos2) channel(m *mosModel, z *mosSize, gs, ds, bs dual) (i dual, von, vdsat float64) {
	s, capacitance := l.depletion(m, z, ds, bs)
	on := s.vbin.plus(s.gamma.mul(s.sarg))
	swing := dual{}
	if l.fast != 0 {
		swing = capacitance.add(1 + l.fast/m.cox).times(m.vt)
		on = on.plus(swing)
	} else if gs.v <= s.vbin.v {
		return dual{}, on.v, 0
	}
	drive := gs.minus(on)
	factor := dual{v: 1}
	if drive.v > l.critical {
		f := math.Pow(l.critical/drive.v, l.exponent)
		factor = drive.at(f, -l.exponent*f/drive.v)
	}
	gate := gs
	if l.fast != 0 && gs.v < on.v {
		gate = on
	}
	sat := l.saturation(&s, gate, factor, z)
	bsarg, _ := surface(m.phi, bs.minus(sat))
	beta := factor.times(z.beta).over(l.shortening(z, ds, sat, factor))
	weak := l.fast != 0 && gs.v <= on.v
	if ds.v <= 1e-10 {
		return s.atRest(beta, gs, on, swing, weak), on.v, sat.v
	}
	if weak && sat.v <= 0 || l.fast == 0 && gs.v <= s.vbin.v {
		return dual{}, on.v, sat.v
	}
	drain, root := ds, s.barg
	if ds.v > sat.v {
		drain, root = sat, bsarg
	}
	body := root.mul(root).mul(root).minus(s.cubed)
	top := gs
	if weak {
		top = on
	}
	i = top.minus(s.vbin).minus(drain.times(s.eta / 2)).mul(drain).minus(s.gamma.mul(body).times(1 / 1.5)).mul(beta)
	if weak {
		i = i.mul(drive.over(swing).exp())
	}
	return i, on.v, sat.v
}

// atRest returns the current at drain voltage 0, where only its derivative by the
// drain voltage is not 0.
func (s *shape) atRest(beta, gs, on, swing dual, weak bool) dual {
	top := gs.v
	if weak {
		top = on.v
	}
	g := beta.v * (top - s.vbin.v - s.gamma.v*s.sarg.v)
	switch {
	case weak:
		g *= math.Exp((gs.v - on.v) / swing.v)
	case gs.v <= on.v:
		g = 0
	}
	return dual{d: g}
}

// depletion returns the shape, and the capacitance of the depletion over that of the
// oxide, which is the derivative of the threshold by the bulk voltage.
func (l *mos2) depletion(m *mosModel, z *mosSize, ds, bs dual) (s shape, capacitance dual) {
	s.factor = 0.25 * l.delta * math.Pi * silicon / (m.cox * z.width * z.copies) // of all of them, as in ngspice
	s.eta = 1 + s.factor
	s.phi = bs.times(-1).add(m.phi)
	s.sarg, _ = surface(m.phi, bs)
	s.barg, _ = surface(m.phi, bs.minus(ds))
	s.cubed = s.sarg.mul(s.sarg).mul(s.sarg)
	s.vbin = s.phi.times(s.factor).add(m.vbi)
	s.gamma = dual{v: m.gamma}
	slope := dual{} // of gamma by the bulk voltage
	if l.xj > 0 && l.doped {
		share := func(root dual, v float64) (taken, by dual) {
			width := root.times(2 * l.xd / l.xj).add(1).sqrt()
			return width.add(-1).times(0.5 * l.xj / z.length), m.rootSlope(root, v).times(0.5 * l.xd / z.length).over(width)
		}
		atSource, bySource := share(s.sarg, bs.v)
		atDrain, byDrain := share(s.barg, bs.v-ds.v)
		s.gamma = atSource.plus(atDrain).times(-1).add(1).times(m.gamma)
		slope = bySource.plus(byDrain).times(-m.gamma)
	}
	capacitance = s.gamma.mul(m.rootSlope(s.sarg, bs.v)).plus(slope.mul(s.sarg)).times(-1).add(s.factor)
	return s, capacitance
}

// rootSlope returns the derivative of a root of the surface potential by the bulk
// voltage v.
func (m *mosModel) rootSlope(root dual, v float64) dual {
	if v <= 0 {
		return dual{v: -0.5}.over(root)
	}
	return root.mul(root).times(-0.5 / (m.phi * math.Sqrt(m.phi)))
}

// saturation returns the drain voltage at which the current saturates: where the
// channel is pinched off [Grove and Frohman], or where carriers have their largest
// velocity [Baum].
func (l *mos2) saturation(s *shape, gate, factor dual, z *mosSize) dual {
	over := gate.minus(s.vbin).times(1 / s.eta)
	gamma := s.gamma.times(1 / s.eta)
	sat := over
	if gamma.v > 0 {
		drop := over.plus(s.phi)
		sat = dual{}
		if drop.v > 0 {
			square := gamma.mul(gamma)
			root := drop.times(4).over(square).add(1).sqrt()
			sat = over.plus(square.mul(root.times(-1).add(1)).times(0.5))
		}
	}
	if sat.v < 0 {
		sat = dual{}
	}
	if l.vmax <= 0 {
		return sat
	}
	// The root x of the surface potential at the drain end solves
	//
	//	x⁴ + a·x³ + b·x² + c·x + d = 0
	field := dual{v: l.vmax * z.length / l.mobility}.over(factor)
	v1 := over.plus(s.phi)
	a := gamma.times(4.0 / 3)
	b := v1.plus(field).times(-2)
	c := gamma.mul(field).times(-2)
	d := v1.mul(s.phi.plus(field)).times(2).minus(s.phi.mul(s.phi)).minus(gamma.mul(s.cubed).times(4.0 / 3))
	x, ok := rootBelow(a.v, b.v, c.v, d.v, sat.v+s.phi.v)
	if !ok {
		x, ok = leastRoot(a.v, b.v, c.v, d.v)
	}
	if !ok {
		return sat
	}
	by := ((4*x+3*a.v)*x+2*b.v)*x + c.v
	change := a.times(x * x * x).plus(b.times(x * x)).plus(c.times(x)).plus(d)
	root := dual{x, -change.g / by, -change.d / by, -change.b / by}
	return root.mul(root).minus(s.phi)
}

// rootBelow returns the least positive root of the polynomial where that is simple to
// find: the polynomial is positive at 0 and falls from there through 0 to the root of
// square, where it is negative. With a positive, b and c negative, a polynomial has one
// minimum at positive x, so that there is one root before.
func rootBelow(a, b, c, d, square float64) (float64, bool) {
	if !(d > 0 && a > 0 && b < 0 && c < 0 && square > 0) {
		return 0, false
	}
	x := math.Sqrt(square)
	for range 12 {
		f, by := (((x+a)*x+b)*x+c)*x+d, ((4*x+3*a)*x+2*b)*x+c
		step := f / by
		if !(by < 0) || !(x-step > 0) {
			return 0, false
		}
		x -= step
		if math.Abs(step) < 1e-8*x { // the next step would be below rounding
			return x, true
		}
	}
	return 0, false
}

// leastRoot returns the least positive root of a polynomial of degree four, by
// Ferrari's formula and a step of Newton's method.
func leastRoot(a, b, c, d float64) (float64, bool) {
	// Depressed: y⁴ + p·y² + q·y + r with x = y - a/4.
	a2 := a * a
	p, q := b-3*a2/8, c-a*b/2+a2*a/8
	r := d - a*c/4 + a2*b/16 - 3*a2*a2/256
	// A root of the resolvent m³ + p·m² + (p²/4-r)·m - q²/8 = 0 that is not 0.
	m := cubicRoot(p, p*p/4-r, -q*q/8)
	least, found := math.Inf(1), false
	root := cmplx.Sqrt(complex(2*m, 0))
	if root == 0 {
		return 0, false
	}
	for _, s := range [...]complex128{1, -1} {
		inside := cmplx.Sqrt(-(complex(2*p+2*m, 0) + s*complex(2*q, 0)/root))
		for _, t := range [...]complex128{1, -1} {
			y := (s*root + t*inside) / 2
			x := real(y) - a/4
			if math.Abs(imag(y)) > 1e-5*(1+math.Abs(real(y))) || x <= 0 {
				continue
			}
			for range 3 {
				x -= ((((x+a)*x+b)*x+c)*x + d) / (((4*x+3*a)*x+2*b)*x + c)
			}
			if math.Abs((((x+a)*x+b)*x+c)*x+d) > 1e-6 || x <= 0 {
				continue
			}
			least, found = min(least, x), true
		}
	}
	return least, found
}

// cubicRoot returns the largest real root of m³ + a·m² + b·m + c.
func cubicRoot(a, b, c float64) float64 {
	p, q := b-a*a/3, 2*a*a*a/27-a*b/3+c
	if disc := q*q/4 + p*p*p/27; disc > 0 {
		s := math.Sqrt(disc)
		return math.Cbrt(-q/2+s) + math.Cbrt(-q/2-s) - a/3
	}
	if p == 0 {
		return -a / 3
	}
	return 2*math.Sqrt(-p/3)*math.Cos(math.Acos(max(-1, min(1, 3*q/(2*p)*math.Sqrt(-3/p))))/3) - a/3
}

// shortening returns the length of the channel that is left over its whole length.
func (l *mos2) shortening(z *mosSize, ds, sat, factor dual) dual {
	lost := ds.times(l.lambda) // over the length
	if l.lambda <= 0 && l.doped && ds.v != 0 {
		beyond := ds.minus(sat)
		if l.vmax <= 0 {
			beyond = beyond.times(0.25)
			lost = beyond.plus(beyond.mul(beyond).add(1).sqrt()).sqrt().times(l.xd / z.length)
		} else {
			xd := l.xd / math.Sqrt(l.neff)
			slow := dual{v: l.vmax * xd / (2 * l.mobility)}.over(factor)
			if beyond.v < 0 {
				beyond = dual{}
			}
			lost = slow.mul(slow).plus(beyond).sqrt().minus(slow).times(xd / z.length)
		}
	}
	left := lost.times(-1).add(1)
	least := l.xd * math.Sqrt(l.bulk)
	whole := z.length - least
	if !l.doped {
		least = 0.25e-6
	}
	if z.length*left.v < least { // punch-through
		left = dual{v: least / z.length}.over(lost.times(z.length).add(-whole).times(1 / least).add(1))
	}
	return left
}
