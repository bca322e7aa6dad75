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
	sizes             []mos3Size
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
	length   float64
	per      float64 // 1/length
	unit     float64 // stretch/(2·length)
	tied     bulk3   // with the bulk at the source
}

// bulk3 is what depends on the bulk voltage alone, each with its derivative by it.
type bulk3 struct {
	charge, chargeBy float64 // of the depletion at the source, over the oxide's capacitance
	slope, slopeBy   float64 // 1 more than the growth of this charge along the channel
	flat             float64 // 1/slope, without derivative
	swing, swingBy   float64 // gate voltage over which the current falls by e below the threshold
}

func (l *mos3) prepare(m *mosModel, z *mosSize) {
	s := mos3Size{beta: z.beta, length: z.length, narrow: l.narrow / z.width,
		feedback: l.eta * 8.15e-22 / (m.cox * z.length * z.length * z.length), stretch: l.kappa * l.xd * l.xd}
	if l.vmax > 0 {
		s.field = z.length * l.vmax / l.mobility
	}
	if l.xd != 0 {
		s.depth = l.xj / z.length
	}
	s.per, s.unit = 1/z.length, 0.5*s.stretch/z.length
	l.bulk(m, &s, 0, &s.tied)
	l.sizes = append(l.sizes, s)
}

func (l *mos3) channel(m *mosModel, k int32, gs, ds, bs float64, o *output) (von, vdsat float64) {
	z := &l.sizes[k]
	b, free := &z.tied, bulk3{}
	if bs != 0 {
		l.bulk(m, z, bs, &free)
		b = &free
	}
	threshold := m.vbi + b.charge - z.feedback*ds
	von = threshold + b.swing
	switch {
	case gs >= von && gs > threshold:
		i, byDrive, bySlope, byDrain, sat := l.strong(z, b, gs-threshold, ds)
		o.i, o.gm, o.gds, o.gmbs = i, byDrive, byDrain+byDrive*z.feedback, bySlope*b.slopeBy-byDrive*b.chargeBy
		vdsat = sat
	case b.swing != 0: // the current where strong inversion begins, and an exponential from there
		top, byDrive, bySlope, byDrain, sat := l.strong(z, b, b.swing, ds)
		r := 1 / b.swing
		x := (gs - von) * r
		e := exp(x)
		i := top * r
		o.i, o.gm, o.gds = e*top, e*i, e*(byDrain+i*z.feedback)
		o.gmbs = e * (byDrive*b.swingBy + bySlope*b.slopeBy - i*(b.chargeBy+b.swingBy+x*b.swingBy))
		vdsat = sat
	}
	return von, vdsat
}

// bulk computes the charge of the bulk: Dang's correction for short channels, and
// the edges of narrow ones.
func (l *mos3) bulk(m *mosModel, z *mos3Size, bs float64, b *bulk3) {
	root, by := m.surface(bs)
	gamma, change := m.gamma, 0.0 // and its derivative by the root
	if z.depth != 0 {
		ratio := l.xd / l.xj
		wp := root * ratio // width of the depletion over the depth of the junction
		wc := 0.0631353 + wp*(0.8013292-0.01110777*wp)
		in := 1 / (1 + wp)
		share := wp * in
		left := math.Sqrt(1 - share*share)
		lateral := l.ld / l.xj
		gamma *= 1 - z.depth*((lateral+wc)*left-lateral)
		change = -m.gamma * z.depth * ratio * ((0.8013292-0.02221554*wp)*left - (lateral+wc)*share*in*in/left)
	}
	r := 1 / root
	b.charge = root * (gamma + z.narrow*root)
	b.chargeBy = by * (gamma + root*(change+2*z.narrow))
	b.slope = 1 + 0.25*gamma*r + z.narrow
	b.flat = 1 / b.slope
	b.slopeBy = by * 0.25 * r * (change - gamma*r)
	if l.fast != 0 {
		b.swing = m.vt * (1 + l.fast/m.cox + 0.5*(gamma*r+z.narrow))
		b.swingBy = m.vt * 2 * b.slopeBy
	}
}

// strong computes the current for a gate drive above 0, with its derivatives by gate
// drive, slope and drain voltage, and the drain voltage from which it saturates.
//
// As in SPICE, derivatives in saturation are not exact with a largest velocity of the
// carriers: gate and bulk also act through the saturation voltage, where the current does
// not depend on that voltage without this velocity. Newton's method gets to the same
// point, by the iterates of SPICE.
func (l *mos3) strong(z *mos3Size, b *bulk3, drive, ds float64) (i, byDrive, bySlope, byDrain, sat float64) {
	fall := 1 + l.theta*drive
	thin := 1 / fall // mobility over the mobility without gate voltage
	slope := b.slope
	sat = drive * b.flat
	satDrive, satSlope := b.flat, -sat*b.flat
	field, fieldDrive := z.field*fall, z.field*l.theta
	if field != 0 {
		pinch := sat
		rest := math.Sqrt(pinch*pinch + field*field)
		sat = pinch + field - rest
		in := 1 / rest
		far, near := 1-pinch*in, 1-field*in
		satDrive, satSlope = satDrive*far+fieldDrive*near, satSlope*far
	}
	v := ds
	if v > sat {
		v = sat
	}
	g := z.beta * thin
	i = g * v * (drive - 0.5*slope*v)
	byDrive, bySlope, byDrain = g*v-i*l.theta*thin, -0.5*g*v*v, g*(drive-slope*v)
	if field != 0 {
		in := 1 / (field + v)
		slow := field * in
		byDrive, bySlope, byDrain = byDrive*slow+i*v*in*in*fieldDrive, bySlope*slow, (byDrain-i*in)*slow
		i *= slow
	}
	if ds > sat {
		byDrain = 0
	}
	var lost, lostDrive, lostSlope, lostDrain float64 // m
	switch {
	case z.stretch <= 0 || ds <= sat && field > 0:
		return i, byDrive, bySlope, byDrain, sat
	case ds <= sat: // grows to its value at saturation with the fourth power
		q := ds / sat
		top := math.Sqrt(z.stretch*sat/8) * q * q * q
		lost, lostDrain = top*q, 4*top/sat
		bySat := -3.5 * lost / sat
		lostDrive, lostSlope = bySat*satDrive, bySat*satSlope
	case field == 0:
		lost = math.Sqrt(z.stretch * (ds - 7.0/8*sat))
		lostDrain = 0.5 * z.stretch / lost
		lostDrive, lostSlope = -7.0/8*lostDrain*satDrive, -7.0/8*lostDrain*satSlope
	default:
		// The field at the end of the channel goes on into the depletion: half is half of the
		// length over which it would fall.
		ratio := field / sat
		half, halfDrive, halfSlope := z.unit*ratio*(field+sat), z.unit*(2*ratio+1)*fieldDrive, 0.0
		if least := leastConductance * half; i*z.unit < least {
			k := z.unit / leastConductance
			half, halfDrive, halfSlope = k*i, k*byDrive, k*bySlope
		}
		root := math.Sqrt(half*half + z.stretch*(ds-sat))
		in := 1 / root
		lost, lostDrain = root-half, 0.5*z.stretch*in
		lostDrive, lostSlope = half*in*halfDrive-lostDrain*satDrive-halfDrive, half*in*halfSlope-lostDrain*satSlope-halfSlope
	}
	more, by := z.stretched(lost)
	by *= i
	return i * more, byDrive*more + by*lostDrive, bySlope*more + by*lostSlope, byDrain*more + by*lostDrain, sat
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
