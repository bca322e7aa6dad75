package circuit

import "math"

// mos3 is the equations of level 3: a semi-empirical channel with static feedback,
// mobility that falls with the gate voltage, velocity saturation and modulation of
// the channel's length [1, 2].
//
// The bulk voltage acts through the threshold and through the slope of the charge of
// the bulk along the channel only. So the current is a function of three numbers: the
// gate drive, this slope and the drain voltage. Its derivatives are worked out by
// hand for these three, and the chain rule does the rest.
//
// [1] A. Vladimirescu and S. Liu, ERL-M80/7, Univ. of California, Berkeley, 1980.
// [2] P. Antognetti and G. Massobrio, Semiconductor Device Modeling with SPICE, 1988.
type mos3 struct {
	mosProcess
	eta, theta, kappa float64
	narrow            float64 // m
	ratio, lateral    float64 // xd/xj and ld/xj
	sizes             []mos3Size
	free              bulk3  // of the transistor at hand, unless the bulk is at the source
	own               drive3 // too; on the stack both would be cleared each time
}

// mos3Params are parameters that level 3 has and other levels have not.
var mos3Params = []parameter{
	{"eta", 0, "", "static feedback"}, {"theta", 0, "1/V", "mobility by gate voltage"}, {"kappa", 0.2, "", "channel length modulation"},
	{"vmax", 0, "m/s", "largest drift velocity"}, {"xj", 0, "m", "depth of the junctions"}, {"nfs", 0, "1/cm²", "fast surface states"},
	{"delta", 0, "", "narrow channel"}, {"xl", 0, "m", "correction of the length"}, {"xw", 0, "m", "correction of the width"},
	{"wd", 0, "m", "narrowing of the width on each side"}, {"delvto", 0, "V", "correction of the threshold"},
}

// mos3Size is what the equations need of a size.
type mos3Size struct {
	beta     float64
	narrow   float64 // share of the bulk's charge at the edges of the width
	feedback float64 // of the drain voltage on the threshold
	field    float64 // voltage along the channel at which carriers have vmax; 0 for none
	depth    float64 // of the junctions over the length; 0 without correction of short channels
	stretch  float64 // kappa·xd², m²; 0 without modulation of the length
	per      float64 // 1/length
	unit     float64 // stretch/(2·length)
	rest     float64 // swing over the thermal voltage without the bulk's charge
	tied     bulk3   // with the bulk at the source
	weak     drive3  // there, where strong inversion begins
}

// bulk3 is what depends on the bulk voltage alone, each with its derivative by it.
type bulk3 struct {
	charge, chargeBy float64 // of the depletion at the source, over the oxide's capacitance
	slope, slopeBy   float64 // 1 more than the growth of this charge along the channel
	flat             float64 // 1/slope, without derivative
	swing, swingBy   float64 // gate voltage over which the current falls by e below the threshold
}

// drive3 is what depends on the gate drive and the bulk voltage: the drain voltage from
// which the current saturates, and the voltage along the channel at which carriers have
// their largest velocity, with their derivatives by the drive and the bulk's slope.
type drive3 struct {
	drive             float64
	thin              float64 // mobility over the mobility without gate voltage
	gain              float64 // beta with this mobility
	sat               float64
	satDrive          float64
	satSlope          float64
	field, fieldDrive float64
}

func (l *mos3) prepare(m *mosModel, z *mosSize) {
	s := mos3Size{beta: z.beta, narrow: l.narrow / z.width, rest: 1 + l.fast/m.cox,
		feedback: l.eta * 8.15e-22 / (m.cox * z.length * z.length * z.length), stretch: l.kappa * l.xd * l.xd}
	if l.vmax > 0 {
		s.field = z.length * l.vmax / l.mobility
	}
	if l.xd != 0 {
		s.depth = l.xj / z.length
	}
	if l.xj != 0 {
		l.ratio, l.lateral = l.xd/l.xj, l.ld/l.xj
	}
	s.per, s.unit = 1/z.length, 0.5*s.stretch/z.length
	l.bulk(m, &s, 0, &s.tied)
	l.driven(&s, &s.tied, s.tied.swing, &s.weak)
	l.sizes = append(l.sizes, s)
}

func (l *mos3) channel(m *mosModel, k int32, gs, ds, bs, _ float64) (i, gm, gds, gmbs, von, vdsat float64) {
	z := &l.sizes[k]
	b, d, own := &z.tied, &z.weak, &l.own
	if bs != 0 {
		b = &l.free
		l.bulk(m, z, bs, b)
	}
	threshold := m.vbi + b.charge - z.feedback*ds
	von = threshold + b.swing
	if gs >= von && gs > threshold {
		l.driven(z, b, gs-threshold, own)
		i, byDrive, bySlope, byDrain := l.strong(z, b, own, ds)
		return i, byDrive, byDrain + byDrive*z.feedback, bySlope*b.slopeBy - byDrive*b.chargeBy, von, own.sat
	}
	if b.swing == 0 {
		return 0, 0, 0, 0, von, 0
	}
	// The current where strong inversion begins, and an exponential from there.
	if bs != 0 {
		l.driven(z, b, b.swing, own)
		d = own
	}
	top, byDrive, bySlope, byDrain := l.strong(z, b, d, ds)
	r := 1 / b.swing
	x := (gs - von) * r
	e := exp(x)
	per := top * r
	return e * top, e * per, e * (byDrain + per*z.feedback),
		e * (byDrive*b.swingBy + bySlope*b.slopeBy - per*(b.chargeBy+b.swingBy+x*b.swingBy)), von, d.sat
}

// bulk computes the charge of the bulk: Dang's correction for short channels, and
// the edges of narrow ones.
func (l *mos3) bulk(m *mosModel, z *mos3Size, bs float64, b *bulk3) {
	root, r, by := m.surface(bs)
	gamma, change := m.gamma, 0.0 // and its derivative by the root
	if z.depth != 0 {
		wp := root * l.ratio // width of the depletion over the depth of the junction
		wc := 0.0631353 + wp*(0.8013292-0.01110777*wp)
		in, sum := 1/(1+wp), math.Sqrt(1+2*wp)
		left := sum * in // √(1-(wp·in)²)
		gamma *= 1 - z.depth*((l.lateral+wc)*left-l.lateral)
		change = -m.gamma * z.depth * l.ratio * ((0.8013292-0.02221554*wp)*left - (l.lateral+wc)*wp*in*in/sum)
	}
	b.charge = root * (gamma + z.narrow*root)
	b.chargeBy = by * (gamma + root*(change+2*z.narrow))
	b.slope = 1 + 0.25*gamma*r + z.narrow
	b.flat = 1 / b.slope
	b.slopeBy = by * 0.25 * r * (change - gamma*r)
	if l.fast != 0 {
		b.swing = m.vt * (z.rest + 0.5*(gamma*r+z.narrow))
		b.swingBy = m.vt * 2 * b.slopeBy
	}
}

// driven computes what the gate drive, which is above 0, makes of mobility and saturation.
func (l *mos3) driven(z *mos3Size, b *bulk3, drive float64, d *drive3) {
	fall := 1 + l.theta*drive
	d.drive, d.thin = drive, 1/fall
	d.gain = z.beta * d.thin
	d.sat = drive * b.flat
	d.satDrive, d.satSlope = b.flat, -d.sat*b.flat
	if z.field == 0 {
		return
	}
	field, by, pinch := z.field*fall, z.field*l.theta, d.sat
	rest := math.Sqrt(pinch*pinch + field*field)
	in := 1 / rest
	far, near := 1-pinch*in, 1-field*in
	d.field, d.fieldDrive = field, by
	d.sat = pinch + field - rest
	d.satDrive, d.satSlope = d.satDrive*far+by*near, d.satSlope*far
}

// strong computes the current in strong inversion, with its derivatives by gate drive, slope
// and drain voltage.
//
// As in SPICE, derivatives in saturation are not exact with a largest velocity of the
// carriers: gate and bulk also act through the saturation voltage, where the current does
// not depend on that voltage without this velocity. Newton's method gets to the same
// point, by the iterates of SPICE.
func (l *mos3) strong(z *mos3Size, b *bulk3, d *drive3, ds float64) (i, byDrive, bySlope, byDrain float64) {
	drive, sat, field, slope, g := d.drive, d.sat, d.field, b.slope, d.gain
	v := ds
	if v > sat {
		v = sat
	}
	i = g * v * (drive - 0.5*slope*v)
	byDrive, bySlope, byDrain = g*v-i*l.theta*d.thin, -0.5*g*v*v, g*(drive-slope*v)
	if field != 0 {
		in := 1 / (field + v)
		slow := field * in
		byDrive, bySlope, byDrain = byDrive*slow+i*v*in*in*d.fieldDrive, bySlope*slow, (byDrain-i*in)*slow
		i *= slow
	}
	if ds > sat {
		byDrain = 0
	}
	var lost, lostDrive, lostSlope, lostDrain float64 // m
	switch {
	case z.stretch <= 0 || ds <= sat && field > 0:
		return i, byDrive, bySlope, byDrain
	case ds <= sat: // grows to its value at saturation with the fourth power
		q := ds / sat
		top := math.Sqrt(z.stretch*sat/8) * q * q * q
		lost, lostDrain = top*q, 4*top/sat
		bySat := -3.5 * lost / sat
		lostDrive, lostSlope = bySat*d.satDrive, bySat*d.satSlope
	case field == 0:
		lost = math.Sqrt(z.stretch * (ds - 7.0/8*sat))
		lostDrain = 0.5 * z.stretch / lost
		lostDrive, lostSlope = -7.0/8*lostDrain*d.satDrive, -7.0/8*lostDrain*d.satSlope
	default:
		// The field at the end of the channel goes on into the depletion: half is half of the
		// length over which it would fall.
		ratio := field / sat
		half, halfDrive, halfSlope := z.unit*ratio*(field+sat), z.unit*(2*ratio+1)*d.fieldDrive, 0.0
		if least := leastConductance * half; i*z.unit < least {
			k := z.unit / leastConductance
			half, halfDrive, halfSlope = k*i, k*byDrive, k*bySlope
		}
		root := math.Sqrt(half*half + z.stretch*(ds-sat))
		in := 1 / root
		lost, lostDrain = root-half, 0.5*z.stretch*in
		lostDrive, lostSlope = half*in*halfDrive-lostDrain*d.satDrive-halfDrive, half*in*halfSlope-lostDrain*d.satSlope-halfSlope
	}
	more, by := z.stretched(lost)
	by *= i
	return i * more, byDrive*more + by*lostDrive, bySlope*more + by*lostSlope, byDrain*more + by*lostDrain
}

// leastConductance bounds the conductance at the pinch-off, in S.
const leastConductance = 1e-12

// stretched returns the whole length over what is left when lost m of it are lost, and its
// derivative.
func (z *mos3Size) stretched(lost float64) (more, by float64) {
	share := lost * z.per
	if share > 0.5 { // punch-through
		return 4 * share, 4 * z.per
	}
	more = 1 / (1 - share)
	return more, more * more * z.per
}
