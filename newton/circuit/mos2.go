package circuit

import "math"

// mos2 is the equations of level 2: Ihantola and Moll's channel with depletion,
// short and narrow channels, velocity saturation, modulation of the channel's length
// and current below the threshold [1, 2].
//
// Derivatives are exact, and worked out by hand. SPICE leaves out some of the
// dependences of mobility and of the slope below the threshold.
//
// Without fast surface states, there is no current where the saturation voltage is not positive, which
// means below the threshold. With a largest velocity, ngspice evaluates the channel there too: as the gate falls
// from the threshold, the current grows again, and jumps to zero from microamperes. SPICE3 ends the
// current at the threshold, but jumps there if the bulk junction conducts.
//
// [1] A. Vladimirescu and S. Liu, ERL-M80/7, Univ. of California, Berkeley, 1980.
// [2] P. Antognetti and G. Massobrio, Semiconductor Device Modeling with SPICE, 1988.
type mos2 struct {
	mosProcess
	delta, lambda      float64
	critical, exponent float64 // of the mobility: gate drive in V from which it falls
	neff               float64
	bulk               float64 // built-in potential of the junctions
	sizes              []mos2Size
}

// mos2Params are parameters that level 2 has and other levels have not.
var mos2Params = []parameter{
	{"lambda", 0, "1/V", "channel length modulation (from nsub)"}, {"ucrit", 1e4, "V/cm", "critical field of mobility"}, {"uexp", 0, "", "its exponent"}, {"utra", 0, "", "has no effect"},
	{"vmax", 0, "m/s", "largest drift velocity"}, {"neff", 1, "", "share of fixed and free charge in the channel"}, {"xj", 0, "m", "depth of the junctions"},
	{"nfs", 0, "1/cm²", "fast surface states"}, {"delta", 0, "", "narrow channel"},
}

// mos2Size is what the equations need of a size.
type mos2Size struct {
	beta         float64
	narrow       float64 // growth of the depletion's charge at the edges of the width
	steep, flat  float64 // 1 + narrow, and its reciprocal
	half         float64 // half of the depth of the junctions over the length
	ratio        float64 // twice the width of the depletion at 1 V over this depth
	pull         float64 // gamma·xd/(2·length); 0 without correction of short channels
	field        float64 // voltage along the channel at which carriers have vmax; 0 for none
	reach        float64 // width of the depletion behind the pinch-off at 1 V, over the length; 0 for none
	brake        float64 // √V, what the largest velocity takes off
	least, spare float64 // length at punch-through over the length; what is lost of it until then
	tied         end2    // at a source with the bulk
}

// end2 is the depletion at one end of the channel: the root of the surface potential,
// with its two derivatives by the voltage of the bulk, and the part of the body
// effect that the junction takes over, with its two derivatives.
type end2 struct {
	root, slope, curve float64
	taken, by, by2     float64
}

// A partial is the derivatives of a number by gate, drain and bulk voltage.
type partial struct{ g, d, b float64 }

// channel2 is an evaluation of a channel.
type channel2 struct {
	source, drain end2
	potential     float64 // of the surface, against the bulk
	base          float64 // gate voltage without the charge of the depletion
	gamma         float64 // body effect
	gammaBy       partial
	on            float64 // gate voltage from which there is strong inversion
	onBy          partial
	swing         float64 // gate voltage over which the current falls by e below; 0 for no current there
	swingBy       partial
	gate          float64 // voltage of the gate in strong inversion
	gateBy        partial
	mobility      float64 // over the mobility at low fields
	mobilityBy    partial
	sat           float64 // drain voltage at which the current saturates
	satBy         partial
	more          float64 // whole length over the length that is left
	moreBy        partial
}

func (l *mos2) prepare(m *mosModel, z *mosSize) {
	s := mos2Size{beta: z.beta, narrow: 0.25 * l.delta * math.Pi * silicon / (m.cox * z.width * z.copies)} // of all of them, as in ngspice
	s.steep, s.flat = 1+s.narrow, 1/(1+s.narrow)
	if l.xj > 0 && l.doped {
		s.half, s.ratio, s.pull = 0.5*l.xj/z.length, 2*l.xd/l.xj, m.gamma*0.5*l.xd/z.length
	}
	xd := l.xd
	if l.vmax > 0 {
		xd /= math.Sqrt(l.neff)
		s.field, s.brake = l.vmax*z.length/l.mobility, l.vmax*xd/(2*l.mobility)
	}
	if l.lambda <= 0 && l.doped {
		s.reach = xd / z.length
	}
	least := l.xd * math.Sqrt(l.bulk)
	s.spare = 1 - least/z.length
	if !l.doped {
		least = 0.25e-6
	}
	s.least = least / z.length
	s.end(m, 0, &s.tied)
	l.sizes = append(l.sizes, s)
}

func (l *mos2) channel(m *mosModel, k int32, gs, ds, bs float64, o *output) (von, vdsat float64) {
	z := &l.sizes[k]
	var c channel2
	z.depletion(m, ds, bs, &c)
	if l.fast != 0 {
		l.tail(m, z, bs, &c)
	} else if gs <= c.base {
		return c.on, 0
	}
	weak := l.fast != 0 && gs <= c.on
	l.drive(gs, weak, &c)
	l.saturation(z, ds, &c)
	if (weak || l.fast == 0) && c.sat <= 0 && ds > atRest {
		return c.on, c.sat
	}
	l.shorten(z, ds, &c)
	switch {
	case ds > atRest:
		z.current(m, ds, bs, &c, o)
	case weak || gs > c.on: // only the derivative by the drain voltage is not 0
		o.gds = z.beta * c.mobility * c.more * (c.gate - c.base - c.gamma*c.source.root)
	}
	if weak {
		r := 1 / c.swing
		x := (gs - c.on) * r
		e := exp(x)
		i := o.i * r
		o.i, o.gm = e*o.i, e*(o.gm+i)
		o.gds = e * (o.gds - i*(c.onBy.d+x*c.swingBy.d))
		o.gmbs = e * (o.gmbs - i*(c.onBy.b+x*c.swingBy.b))
	}
	return c.on, c.sat
}

// atRest is the drain voltage up to which there is no current.
const atRest = 1e-10

// end computes the depletion at an end where the bulk is at v.
func (z *mos2Size) end(m *mosModel, v float64, e *end2) {
	e.root, e.slope = m.surface(v)
	e.curve = 2 * e.slope * e.slope * e.slope
	if v > 0 {
		e.curve = -e.root * e.slope / (m.phi * m.rootPhi)
	}
	if z.pull != 0 {
		width := math.Sqrt(1 + z.ratio*e.root)
		r := 1 / width
		e.taken = z.half * (width - 1)
		e.by = z.pull * e.slope * r
		e.by2 = z.pull * r * (e.curve - 0.5*z.ratio*e.slope*e.slope*r*r)
	}
}

// depletion computes the charge under the channel, and the threshold of strong
// inversion that follows from it.
func (z *mos2Size) depletion(m *mosModel, ds, bs float64, c *channel2) {
	if bs == 0 {
		c.source = z.tied
	} else {
		z.end(m, bs, &c.source)
	}
	z.end(m, bs-ds, &c.drain)
	s, d := &c.source, &c.drain
	c.potential = m.phi - bs
	c.base = m.vbi + z.narrow*c.potential
	c.gamma = m.gamma * (1 - (s.taken + d.taken))
	c.gammaBy = partial{0, d.by, -s.by - d.by}
	c.on = c.base + c.gamma*s.root
	c.onBy = partial{0, c.gammaBy.d * s.root, c.gammaBy.b*s.root + c.gamma*s.slope - z.narrow}
}

// tail moves the threshold up to where current below strong inversion begins. Its
// swing grows with the capacitance of the depletion, which is the derivative of the
// threshold by the bulk voltage.
func (l *mos2) tail(m *mosModel, z *mos2Size, bs float64, c *channel2) {
	s, d := &c.source, &c.drain
	c.swing = m.vt * (1 + l.fast/m.cox - c.onBy.b)
	c.swingBy.d = -m.vt * (d.by2*s.root + d.by*s.slope)
	c.swingBy.b = m.vt * ((s.by2+d.by2)*s.root - 2*c.gammaBy.b*s.slope - c.gamma*s.curve)
	c.on += c.swing
	c.onBy.d += c.swingBy.d
	c.onBy.b += c.swingBy.b
}

// drive computes the voltage of the gate, at least the voltage from which there is
// strong inversion, and the mobility, which falls with the drive.
func (l *mos2) drive(gs float64, weak bool, c *channel2) {
	c.gate, c.gateBy.g, c.mobility = gs, 1, 1
	if weak {
		c.gate, c.gateBy = c.on, c.onBy
		return
	}
	if drive := gs - c.on; drive > l.critical && l.exponent != 0 {
		c.mobility = math.Pow(l.critical/drive, l.exponent)
		by := -l.exponent * c.mobility / drive
		c.mobilityBy = partial{by, -by * c.onBy.d, -by * c.onBy.b}
	}
}

// shorten computes the length of the channel that is left.
func (l *mos2) shorten(z *mos2Size, ds float64, c *channel2) {
	lost, byDrain, bySat, byMobility := l.lambda*ds, l.lambda, 0.0, 0.0 // over the length
	switch beyond := ds - c.sat; {
	case z.reach == 0 || ds == 0:
	case z.field == 0:
		beyond *= 0.25
		root := math.Sqrt(1 + beyond*beyond)
		lost = z.reach * math.Sqrt(beyond+root)
		byDrain = 0.125 * lost / root
		bySat = -byDrain
	case beyond > 0:
		slow := z.brake / c.mobility
		root := math.Sqrt(slow*slow + beyond)
		in := 1 / root
		lost = z.reach * (root - slow)
		byDrain = 0.5 * z.reach * in
		bySat = -byDrain
		byMobility = lost * in * slow / c.mobility
	default:
		lost, byDrain = 0, 0
	}
	c.more = 1 / (1 - lost)
	by := c.more * c.more
	if 1-lost < z.least { // punch-through
		by = 1 / (z.least * z.least)
		c.more = (z.least + lost - z.spare) * by
	}
	c.moreBy = partial{by * (bySat*c.satBy.g + byMobility*c.mobilityBy.g), by * (byDrain + bySat*c.satBy.d + byMobility*c.mobilityBy.d),
		by * (bySat*c.satBy.b + byMobility*c.mobilityBy.b)}
}

// current computes the current of strong inversion: the integral of the charge along
// the channel, up to where it is pinched off.
func (z *mos2Size) current(m *mosModel, ds, bs float64, c *channel2, o *output) {
	end, by := ds, partial{d: 1}
	root, slope := c.drain.root, c.drain.slope
	if ds > c.sat {
		end, by = c.sat, c.satBy
		root, slope = m.surface(bs - end)
	}
	s := &c.source
	over := c.gate - c.base
	rise := root*root*root - s.root*s.root*s.root // a difference, so that the order of what follows shows in small currents
	body := rise * (2.0 / 3)
	shape := (over-0.5*z.steep*end)*end - c.gamma*rise*(1/1.5)
	byEnd := over - z.steep*end + 2*c.gamma*root*root*slope
	shapeBy := partial{
		c.gateBy.g*end + byEnd*by.g,
		c.gateBy.d*end + byEnd*by.d - body*c.gammaBy.d,
		(c.gateBy.b+z.narrow)*end + byEnd*by.b - body*c.gammaBy.b - 2*c.gamma*(root*root*slope-s.root*s.root*s.slope)}
	moving := z.beta * c.mobility
	scale, current, all := moving*c.more, moving*shape, z.beta*shape*c.more
	o.i = scale * shape
	o.gm = scale*shapeBy.g + current*c.moreBy.g + all*c.mobilityBy.g
	o.gds = scale*shapeBy.d + current*c.moreBy.d + all*c.mobilityBy.d
	o.gmbs = scale*shapeBy.b + current*c.moreBy.b + all*c.mobilityBy.b
}
