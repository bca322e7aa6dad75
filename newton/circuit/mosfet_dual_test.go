package circuit

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// A dual is a value with its derivatives by gate, drain and bulk voltage against the
// source: forward differentiation of equations that are long.
type dual struct{ v, g, d, b float64 }

func (x dual) plus(y dual) dual  { return dual{x.v + y.v, x.g + y.g, x.d + y.d, x.b + y.b} }
func (x dual) minus(y dual) dual { return dual{x.v - y.v, x.g - y.g, x.d - y.d, x.b - y.b} }
func (x dual) add(c float64) dual {
	x.v += c
	return x
}
func (x dual) times(c float64) dual { return dual{x.v * c, x.g * c, x.d * c, x.b * c} }
func (x dual) mul(y dual) dual {
	return dual{x.v * y.v, x.g*y.v + x.v*y.g, x.d*y.v + x.v*y.d, x.b*y.v + x.v*y.b}
}
func (x dual) over(y dual) dual {
	r := 1 / y.v
	q := x.v * r
	return dual{q, (x.g - q*y.g) * r, (x.d - q*y.d) * r, (x.b - q*y.b) * r}
}

// at applies a function with value v and derivative by x.
func (x dual) at(v, by float64) dual { return dual{v, x.g * by, x.d * by, x.b * by} }

func (x dual) sqrt() dual {
	r := math.Sqrt(x.v)
	return x.at(r, 0.5/r)
}

func (x dual) exp() dual {
	e := math.Exp(min(x.v, maxExponent))
	return x.at(e, e)
}

// least returns the smaller of two.
func least(x, y dual) dual {
	if y.v < x.v {
		return y
	}
	return x
}
func (l *mos3) dualChannel(m *mosModel, z *mosSize, gs, ds, bs dual) (i dual, von, vdsat float64) {
	root, square := dualSurface(m.phi, bs)
	gamma := l.dualShortChannel(z, root).times(m.gamma)
	body := gamma.times(0.25).over(root).add(l.narrow / z.width)
	bulk := gamma.mul(root).plus(square.times(l.narrow / z.width))
	feedback := l.eta * 8.15e-22 / (m.cox * z.length * z.length * z.length)
	threshold := bulk.minus(ds.times(feedback)).add(m.vbi)
	on, swing := threshold, dual{}
	if l.fast != 0 {
		swing = bulk.over(square.times(2)).add(1 + l.fast/m.cox).times(m.vt)
		on = threshold.plus(swing)
	} else if gs.v <= on.v {
		return dual{}, on.v, 0
	}
	gate, weak := gs, gs.v < on.v
	if weak {
		gate = on
	}
	drive := gate.minus(threshold)
	mobility := drive.times(l.theta).add(1) // its inverse, over that without gate voltage
	sat := drive.over(body.add(1))
	field := dual{}
	if l.vmax > 0 {
		field = dual{v: z.length * l.vmax / l.mobility}.mul(mobility)
		sat = sat.plus(field).minus(sat.mul(sat).plus(field.mul(field)).sqrt())
	}
	drain := least(ds, sat)
	if l.vmax > 0 && sat.v < ds.v {
		drain = dual{v: sat.v} // as in SPICE: see strong
	}
	if drain.v == 0 {
		g := z.beta / mobility.v * drive.v
		if weak && l.fast != 0 {
			g *= math.Exp((gs.v - on.v) / swing.v)
		}
		return dual{d: g}, on.v, sat.v
	}
	i = drive.minus(body.add(1).times(0.5).mul(drain)).mul(drain).times(z.beta).over(mobility)
	slow := dual{v: 1}
	if l.vmax > 0 {
		slow = dual{v: 1}.over(drain.over(field).add(1))
		i = i.mul(slow)
	}
	i = i.over(l.dualShortening(z, ds, sat, i, slow, field))
	if weak {
		i = i.mul(gs.minus(on).over(swing).exp())
	}
	return i, on.v, sat.v
}

// shortChannel returns by what factor the charge of the bulk is less in a short
// channel: Dang's correction.
func (l *mos3) dualShortChannel(z *mosSize, root dual) dual {
	if l.xj == 0 || l.xd == 0 {
		return dual{v: 1}
	}
	wp := root.times(l.xd / l.xj)
	wc := wp.times(-0.01110777).add(0.8013292).mul(wp).add(0.0631353)
	share := wp.over(wp.add(1))
	left := share.mul(share).times(-1).add(1).sqrt()
	return wc.add(l.ld / l.xj).mul(left).add(-l.ld / l.xj).times(-l.xj / z.length).add(1)
}

// shortening returns the length of the channel that is left over its whole length, at
// a current i that velocity saturation makes slow times as large.
func (l *mos3) dualShortening(z *mosSize, ds, sat, i, slow, field dual) dual {
	alpha := l.xd * l.xd
	if alpha == 0 {
		return dual{v: 1}
	}
	var lost dual // m
	switch {
	case ds.v <= sat.v && l.vmax > 0:
		return dual{v: 1}
	case ds.v <= sat.v:
		q := ds.over(sat)
		q = q.mul(q)
		lost = sat.times(l.kappa * alpha / 8).sqrt().mul(q).mul(q)
	case l.vmax <= 0:
		lost = ds.minus(sat.times(7.0 / 8)).times(l.kappa * alpha).sqrt()
	default:
		g := i.mul(slow.times(-1).add(1)).over(field)
		if g.v < 1e-12 {
			g = dual{v: 1e-12}
		}
		half := i.over(g).times(0.5 * l.kappa * alpha / z.length)
		under := half.mul(half).plus(ds.minus(sat).times(l.kappa * alpha))
		if under.v == 0 {
			return dual{v: 1}
		}
		lost = under.sqrt().minus(half)
	}
	left := lost.times(-1 / z.length).add(1)
	if left.v < 0.5 { // punch-through
		left = dual{v: z.length / 4}.over(lost)
	}
	return left
}

// shape is the depletion under the channel of a transistor.
type shape struct {
	factor, eta           float64
	phi                   dual // surface potential less bulk voltage
	sourceRoot, drainRoot dual // roots at source and drain
	base, gamma           dual
	cubed                 dual // of sourceRoot
}

func (l *mos2) dualChannel(m *mosModel, z *mosSize, gs, ds, bs dual) (i dual, von, vdsat float64) {
	s, capacitance := l.dualDepletion(m, z, ds, bs)
	on := s.base.plus(s.gamma.mul(s.sourceRoot))
	swing := dual{}
	if l.fast != 0 {
		swing = capacitance.add(1 + l.fast/m.cox).times(m.vt)
		on = on.plus(swing)
	} else if gs.v <= s.base.v {
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
	sat := l.dualSaturation(&s, gate, factor, z)
	endRoot, _ := dualSurface(m.phi, bs.minus(sat))
	beta := factor.times(z.beta).over(l.dualShortening(z, ds, sat, factor))
	weak := l.fast != 0 && gs.v <= on.v
	if ds.v <= 1e-10 {
		return s.dualAtRest(beta, gs, on, swing, weak), on.v, sat.v
	}
	if (weak || l.fast == 0) && sat.v <= 0 {
		return dual{}, on.v, sat.v
	}
	drain, root := ds, s.drainRoot
	if ds.v > sat.v {
		drain, root = sat, endRoot
	}
	body := root.mul(root).mul(root).minus(s.cubed)
	top := gs
	if weak {
		top = on
	}
	i = top.minus(s.base).minus(drain.times(s.eta / 2)).mul(drain).minus(s.gamma.mul(body).times(1 / 1.5)).mul(beta)
	if weak {
		i = i.mul(drive.over(swing).exp())
	}
	return i, on.v, sat.v
}

// atRest returns the current at drain voltage 0, where only its derivative by the
// drain voltage is not 0.
func (s *shape) dualAtRest(beta, gs, on, swing dual, weak bool) dual {
	top := gs.v
	if weak {
		top = on.v
	}
	g := beta.v * (top - s.base.v - s.gamma.v*s.sourceRoot.v)
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
func (l *mos2) dualDepletion(m *mosModel, z *mosSize, ds, bs dual) (s shape, capacitance dual) {
	s.factor = 0.25 * l.delta * math.Pi * silicon / (m.cox * z.width * z.copies) // of all of them, as in ngspice
	s.eta = 1 + s.factor
	s.phi = bs.times(-1).add(m.phi)
	s.sourceRoot, _ = dualSurface(m.phi, bs)
	s.drainRoot, _ = dualSurface(m.phi, bs.minus(ds))
	s.cubed = s.sourceRoot.mul(s.sourceRoot).mul(s.sourceRoot)
	s.base = s.phi.times(s.factor).add(m.vbi)
	s.gamma = dual{v: m.gamma}
	slope := dual{} // of gamma by the bulk voltage
	if l.xj > 0 && l.doped {
		share := func(root dual, v float64) (taken, by dual) {
			width := root.times(2 * l.xd / l.xj).add(1).sqrt()
			return width.add(-1).times(0.5 * l.xj / z.length), m.dualRootSlope(root, v).times(0.5 * l.xd / z.length).over(width)
		}
		atSource, bySource := share(s.sourceRoot, bs.v)
		atDrain, byDrain := share(s.drainRoot, bs.v-ds.v)
		s.gamma = atSource.plus(atDrain).times(-1).add(1).times(m.gamma)
		slope = bySource.plus(byDrain).times(-m.gamma)
	}
	capacitance = s.gamma.mul(m.dualRootSlope(s.sourceRoot, bs.v)).plus(slope.mul(s.sourceRoot)).times(-1).add(s.factor)
	return s, capacitance
}

// rootSlope returns the derivative of a root of the surface potential by the bulk
// voltage v.
func (m *mosModel) dualRootSlope(root dual, v float64) dual {
	if v <= 0 {
		return dual{v: -0.5}.over(root)
	}
	return root.mul(root).times(-0.5 / (m.phi * math.Sqrt(m.phi)))
}

// saturation returns the drain voltage at which the current saturates: where the
// channel is pinched off [Grove and Frohman], or where carriers have their largest
// velocity [Baum].
func (l *mos2) dualSaturation(s *shape, gate, factor dual, z *mosSize) dual {
	over := gate.minus(s.base).times(1 / s.eta)
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

// shortening returns the length of the channel that is left over its whole length.
func (l *mos2) dualShortening(z *mosSize, ds, sat, factor dual) dual {
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

// surface returns the root of the surface potential phi-v and its square, continued
// for a junction that conducts.
func dualSurface(phi float64, v dual) (root, square dual) {
	if v.v <= 0 {
		square = v.times(-1).add(phi)
		return square.sqrt(), square
	}
	s := math.Sqrt(phi)
	root = dual{v: s}.over(v.times(0.5 / phi).add(1))
	return root, root.mul(root)
}

// dualChannels is the equations by forward differentiation.
type dualChannels interface {
	dualChannel(m *mosModel, z *mosSize, gs, ds, bs dual) (i dual, von, vdsat float64)
}

// TestHandMade compares the derivatives of levels 2 and 3 with forward
// differentiation of the equations.
func TestHandMade(t *testing.T) {
	decks := transistors()
	decks["level 2 plain"] = ".model m nmos(level=2" + mosOf
	decks["level 2 undoped"] = ".model m nmos(level=2 lambda=0.02 gamma=0.4 vto=0.8 tox=25n)\nm1 d g s b m w=10u l=2u\n"
	decks["level 2 all"] = ".model m nmos(level=2 vmax=6e4 neff=3 xj=0.3u nfs=1e11 delta=1 ucrit=2e4 uexp=0.2" + mosOf
	decks["level 2 short"] = strings.Replace(".model m nmos(level=2 vmax=6e4 neff=3 xj=0.3u nfs=1e11 uexp=0.1"+mosOf, "l=2u", "l=0.7u", 1)
	decks["level 2 short without vmax"] = strings.Replace(".model m nmos(level=2 xj=0.3u nfs=1e11 uexp=0.1"+mosOf, "l=2u", "l=0.7u", 1)
	decks["level 3 plain"] = ".model m nmos(level=3" + mosOf
	decks["level 3 all"] = ".model m nmos(level=3 vmax=1.2e5 theta=0.05 xj=0.3u nfs=3e11 eta=0.05 kappa=0.5 delta=1" + mosOf
	decks["level 3 short"] = strings.Replace(".model m nmos(level=3 vmax=1.2e5 theta=0.05 xj=0.3u nfs=3e11 eta=0.05 kappa=5 delta=1"+mosOf, "l=2u", "l=0.8u", 1)
	decks["level 3 short without vmax"] = strings.Replace(".model m nmos(level=3 theta=0.05 xj=0.3u nfs=3e11 eta=0.05 kappa=5 delta=1"+mosOf, "l=2u", "l=0.8u", 1)
	rnd := rand.New(rand.NewPCG(8, 1))
	for name, deck := range decks {
		g := nth[*mosGroup](compile(t, deck), 0)
		m, z, sat := &g.model, &g.sizes[0], 0.0
		for k := range 4000 {
			gs, ds, bs := 8*rnd.Float64()-1, 6*rnd.Float64(), 1.0-5*rnd.Float64()
			switch k % 8 {
			case 0:
				bs = 0
			case 1:
				ds = 0
			case 2:
				ds *= 0.1
			case 3:
				gs = 1.5 * rnd.Float64()
			}
			var o output
			last := sat // of another bias, and sometimes a voltage from which the search fails
			if k%5 == 0 {
				last = 20*rnd.Float64() - 10
			}
			var von float64
			o.i, o.gm, o.gds, o.gmbs, von, sat = m.law.channel(m, 0, gs, ds, bs, last)
			i, von2, sat2 := m.law.(dualChannels).dualChannel(m, z, dual{v: gs, g: 1}, dual{v: ds, d: 1}, dual{v: bs, b: 1})
			size := math.Abs(i.g) + math.Abs(i.d) + math.Abs(i.b)
			far := math.Abs(von-von2) + math.Abs(sat-sat2)
			// Near the threshold, currents are differences of voltages that are alike.
			far += math.Abs(o.i-i.v) / (math.Abs(i.v) + 1e-9)
			far += (math.Abs(o.gm-i.g) + math.Abs(o.gds-i.d) + math.Abs(o.gmbs-i.b)) / (size + 1e-9)
			if !(far < 1e-9) {
				t.Errorf("%s at gs %g ds %g bs %g: got %+v von %g sat %g, want %+v %g %g", name, gs, ds, bs, o, von, sat, i, von2, sat2)
				break
			}
		}
	}
}
