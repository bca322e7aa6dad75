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
	own, drain         end2 // of the transistor at hand; on the stack they would be cleared each time
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
	rest         float64 // swing over the thermal voltage without the depletion's capacitance
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

// channel2 is an evaluation of a channel.
type channel2 struct {
	potential float64 // of the surface, against the bulk
	over      float64 // gate voltage, at least the one at strong inversion, without the charge of the depletion
	gamma     float64 // body effect
	mobility  float64 // over the mobility at low fields

	// The drain voltage at which the current saturates, and its derivatives by gate
	// voltage, body effect, bulk voltage and mobility.
	sat, satOver, satGamma, satBulk, satMobility float64

	// The whole length over the length that is left, and its derivatives by drain
	// voltage, saturation voltage and mobility.
	more, moreDrain, moreSat, moreMobility float64
}

func (l *mos2) prepare(m *mosModel, z *mosSize) {
	s := mos2Size{beta: z.beta, narrow: 0.25 * l.delta * math.Pi * silicon / (m.cox * z.width * z.copies), // of all of them, as in ngspice
		rest: 1 + l.fast/m.cox}
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

// channel differentiates backwards: from the current to the numbers that it is computed
// from, and from these to the three voltages.
func (l *mos2) channel(m *mosModel, k int32, gs, ds, bs, last float64) (i, gm, gds, gmbs, von, vdsat float64) {
	z := &l.sizes[k]
	source, drain := &z.tied, &l.drain
	if bs != 0 {
		source = &l.own
		z.end(m, bs, source)
	}
	z.end(m, bs-ds, drain)
	var c channel2
	c.potential, c.gamma, c.mobility = m.phi-bs, m.gamma*(1-(source.taken+drain.taken)), 1
	gammaD, gammaB := drain.by, -source.by-drain.by
	base := m.vbi + z.narrow*c.potential // gate voltage without the charge of the depletion
	on := base + c.gamma*source.root
	onD, onB := gammaD*source.root, gammaB*source.root+c.gamma*source.slope-z.narrow
	var swing, swingD, swingB float64
	if l.fast != 0 {
		// The swing grows with the capacitance of the depletion, which is the derivative of the
		// threshold by the bulk voltage. Strong inversion begins at a swing above the threshold.
		swing = m.vt * (z.rest - onB)
		swingD = -m.vt * (drain.by2*source.root + drain.by*source.slope)
		swingB = m.vt * ((source.by2+drain.by2)*source.root - 2*gammaB*source.slope - c.gamma*source.curve)
		on, onD, onB = on+swing, onD+swingD, onB+swingB
	} else if gs <= base {
		return 0, 0, 0, 0, on, 0
	}
	weak := l.fast != 0 && gs <= on
	fall := 0.0 // of the mobility by the gate voltage
	if c.over = gs - base; weak {
		c.over = on - base
	} else if drive := gs - on; l.exponent != 0 && drive > l.critical {
		c.mobility = power(l.critical/drive, l.exponent)
		fall = -l.exponent * c.mobility / drive
	}
	l.saturation(z, source, ds, last, &c)
	if (weak || l.fast == 0) && c.sat <= 0 && ds > atRest {
		return 0, 0, 0, 0, on, c.sat
	}
	l.shorten(z, ds, &c)
	if ds <= atRest { // only the derivative by the drain voltage is not 0
		if weak || gs > on {
			gds = z.beta * c.mobility * c.more * (c.over - c.gamma*source.root)
		}
	} else {
		var byOver, byGamma, byMobility float64
		i, byOver, byGamma, gds, gmbs, byMobility = z.current(m, source, drain, ds, bs, &c)
		gds += byGamma * gammaD
		gmbs += byOver*z.narrow + byGamma*gammaB
		if weak {
			gds += byOver * onD
			gmbs += byOver * onB
		} else {
			byMobility *= fall
			gm = byOver + byMobility
			gds -= byMobility * onD
			gmbs -= byMobility * onB
		}
	}
	if !weak {
		return i, gm, gds, gmbs, on, c.sat
	}
	r := 1 / swing
	x := (gs - on) * r
	e := exp(x)
	per := i * r
	return e * i, e * per, e * (gds - per*(onD+x*swingD)), e * (gmbs - per*(onB+x*swingB)), on, c.sat
}

// atRest is the drain voltage up to which there is no current.
const atRest = 1e-10

// end computes the depletion at an end where the bulk is at v.
func (z *mos2Size) end(m *mosModel, v float64, e *end2) {
	e.root, _, e.slope = m.surface(v)
	e.curve = 2 * e.slope * e.slope * e.slope
	if v > 0 {
		e.curve = -e.root * e.slope / (m.phi * m.rootPhi)
	}
	e.taken, e.by, e.by2 = 0, 0, 0
	if z.pull != 0 {
		width := math.Sqrt(1 + z.ratio*e.root)
		r := 1 / width
		e.taken = z.half * (width - 1)
		e.by = z.pull * e.slope * r
		e.by2 = z.pull * r * (e.curve - 0.5*z.ratio*e.slope*e.slope*r*r)
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
		slow, per := z.brake, 1.0
		if c.mobility != 1 {
			per = 1 / c.mobility
			slow *= per
		}
		root := math.Sqrt(slow*slow + beyond)
		in := 1 / root
		lost = z.reach * (root - slow)
		byDrain = 0.5 * z.reach * in
		bySat = -byDrain
		byMobility = lost * in * slow * per
	default:
		lost, byDrain = 0, 0
	}
	left := 1 - lost
	more := 1 / left
	by := more * more
	if left < z.least { // punch-through
		by = 1 / (z.least * z.least)
		more = (z.least + lost - z.spare) * by
	}
	c.more, c.moreDrain, c.moreSat, c.moreMobility = more, by*byDrain, by*bySat, by*byMobility
}

// current computes the current of strong inversion: the integral of the charge along
// the channel, up to where it is pinched off. Its derivatives are by gate voltage, body
// effect, drain voltage, bulk voltage and mobility.
func (z *mos2Size) current(m *mosModel, source, drain *end2, ds, bs float64, c *channel2) (i, byOver, byGamma, byDrain, byBulk, byMobility float64) {
	end, root, slope := ds, drain.root, drain.slope
	if ds > c.sat {
		end = c.sat
		root, _, slope = m.surface(bs - end)
	}
	square, first := root*root, source.root*source.root
	rise := root*square - source.root*first // a difference, so that the order of what follows shows in small currents
	wide := z.steep * end
	shape := (c.over-0.5*wide)*end - c.gamma*rise*(1/1.5)
	charge := c.gamma * 2 * square * slope // what the body effect adds at the end
	moving := z.beta * c.mobility
	scale, current := moving*c.more, moving*shape
	bySat, byEnd := current*c.moreSat, scale*(c.over-wide+charge)
	byDrain = current * c.moreDrain
	if ds > c.sat {
		bySat += byEnd
	} else {
		byDrain += byEnd
	}
	byOver = scale*end + bySat*c.satOver
	byGamma = bySat*c.satGamma - scale*rise*(2.0/3)
	byBulk = bySat*c.satBulk - scale*(charge-c.gamma*2*first*source.slope)
	byMobility = z.beta*shape*c.more + current*c.moreMobility + bySat*c.satMobility
	return scale * shape, byOver, byGamma, byDrain, byBulk, byMobility
}
