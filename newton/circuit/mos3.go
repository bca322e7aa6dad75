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
	tied     bulk3 // with the bulk at the source
}

// bulk3 is what depends on the bulk voltage alone, each with its derivative by it.
type bulk3 struct {
	charge, chargeBy float64 // of the depletion at the source, over the oxide's capacitance
	slope, slopeBy   float64 // 1 more than the growth of this charge along the channel
	swing, swingBy   float64 // gate voltage over which the current falls by e below the threshold
}

// strong3 is the current of a channel in strong inversion, with its derivatives by
// gate drive, slope and drain voltage.
type strong3 struct {
	i, byDrive, bySlope, byDrain float64
	sat                          float64
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
	var s strong3
	switch {
	case gs >= von && gs > threshold:
		l.strong(z, gs-threshold, b.slope, ds, &s)
		o.i, o.gm, o.gds, o.gmbs = s.i, s.byDrive, s.byDrain+s.byDrive*z.feedback, s.bySlope*b.slopeBy-s.byDrive*b.chargeBy
	case b.swing != 0: // the current where strong inversion begins, and an exponential from there
		l.strong(z, b.swing, b.slope, ds, &s)
		r := 1 / b.swing
		x := (gs - von) * r
		e := exp(x)
		i := s.i * r
		o.i, o.gm, o.gds = e*s.i, e*i, e*(s.byDrain+i*z.feedback)
		o.gmbs = e * (s.byDrive*b.swingBy + s.bySlope*b.slopeBy - i*(b.chargeBy+b.swingBy+x*b.swingBy))
	}
	return von, s.sat
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
	b.slopeBy = by * 0.25 * r * (change - gamma*r)
	if l.fast != 0 {
		b.swing = m.vt * (1 + l.fast/m.cox + 0.5*(gamma*r+z.narrow))
		b.swingBy = m.vt * 2 * b.slopeBy
	}
}

// strong computes the current for a gate drive above 0.
//
// As in SPICE, derivatives in saturation are not exact with a largest velocity of the
// carriers: gate and bulk also act through the saturation voltage, where the current does
// not depend on that voltage without this velocity. Newton's method gets to the same
// point, by the iterates of SPICE.
func (l *mos3) strong(z *mos3Size, drive, slope, ds float64, s *strong3) {
	fall := 1 + l.theta*drive
	thin := 1 / fall // mobility over the mobility without gate voltage
	r := 1 / slope
	sat := drive * r
	satDrive, satSlope := r, -sat*r
	field, fieldDrive := 0.0, z.field*l.theta
	if z.field != 0 {
		field = z.field * fall
		pinch := sat
		rest := math.Sqrt(pinch*pinch + field*field)
		sat = pinch + field - rest
		in := 1 / rest
		far, near := 1-pinch*in, 1-field*in
		satDrive, satSlope = satDrive*far+fieldDrive*near, satSlope*far
	}
	s.sat = sat
	v := min(ds, sat)
	g := z.beta * thin
	i := g * v * (drive - 0.5*slope*v)
	byDrive, bySlope, byV := g*v-i*l.theta*thin, -0.5*g*v*v, g*(drive-slope*v)
	if z.field != 0 {
		in := 1 / (field + v)
		slow := field * in
		byDrive, bySlope, byV = byDrive*slow+i*v*in*in*fieldDrive, bySlope*slow, (byV-i*in)*slow
		i *= slow
	}
	s.i, s.byDrive, s.bySlope = i, byDrive, bySlope
	if ds <= sat {
		s.byDrain = byV
	}
	if z.stretch > 0 {
		z.shorten(s, ds, field, fieldDrive, satDrive, satSlope)
	}
}

// shorten divides the current by the length of the channel that is left over its
// whole length. field is the voltage along the channel at which carriers have their
// largest velocity, 0 for none.
func (z *mos3Size) shorten(s *strong3, ds, field, fieldDrive, satDrive, satSlope float64) {
	var lost, byDrive, bySlope, byDrain float64 // m
	sat := s.sat
	switch {
	case ds <= sat && field > 0:
		return
	case ds <= sat: // grows to its value at saturation with the fourth power
		q := ds / sat
		top := math.Sqrt(z.stretch*sat/8) * q * q * q
		lost, byDrain = top*q, 4*top/sat
		bySat := -3.5 * lost / sat
		byDrive, bySlope = bySat*satDrive, bySat*satSlope
	case field == 0:
		lost = math.Sqrt(z.stretch * (ds - 7.0/8*sat))
		byDrain = 0.5 * z.stretch / lost
		byDrive, bySlope = -7.0/8*byDrain*satDrive, -7.0/8*byDrain*satSlope
	default:
		byDrain, byDrive, bySlope, lost = z.pinched(s, ds, field, fieldDrive, satDrive, satSlope)
	}
	more, by := 1/(1-lost/z.length), 0.0
	if by = more * more / z.length; lost > 0.5*z.length { // punch-through
		by = 4 / z.length
		more = lost * by
	}
	by *= s.i
	s.byDrive, s.bySlope, s.byDrain = s.byDrive*more+by*byDrive, s.bySlope*more+by*bySlope, s.byDrain*more+by*byDrain
	s.i *= more
}

// leastConductance bounds the conductance at the pinch-off, in S.
const leastConductance = 1e-12

// pinched returns how much of the length is lost beyond the point where carriers have
// their largest velocity, with its derivatives: the field at the end of the channel
// goes on into the depletion.
func (z *mos3Size) pinched(s *strong3, ds, field, fieldDrive, satDrive, satSlope float64) (byDrain, byDrive, bySlope, lost float64) {
	sat, unit := s.sat, 0.5*z.stretch/z.length
	half := unit * field * (field + sat) / sat
	halfDrive, halfSlope := unit*(2*field/sat+1)*fieldDrive, 0.0
	if s.i*unit < leastConductance*half {
		k := unit / leastConductance
		half, halfDrive, halfSlope = k*s.i, k*s.byDrive, k*s.bySlope
	}
	root := math.Sqrt(half*half + z.stretch*(ds-sat))
	in := 1 / root
	byDrain = 0.5 * z.stretch * in
	byDrive = half*in*halfDrive - byDrain*satDrive - halfDrive
	bySlope = half*in*halfSlope - byDrain*satSlope - halfSlope
	return byDrain, byDrive, bySlope, root - half
}
