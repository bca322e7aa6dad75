package circuit

import "github.com/nrkit/nrkit/newton"

// Terminals that a gate has a capacitance to.
const (
	toSource = iota
	toDrain
	toBulk
)

// A meyer is the gate of a MOSFET with an oxide: three capacitances that depend
// on the bias, with the overlaps added [1]. There is no charge of which they are
// the derivatives, so that charges grow by increments: the voltage's since the
// last accepted step times the mean of the capacitances there and here. As in
// SPICE the Jacobian has the capacitances but not their derivatives.
//
// [1] J. E. Meyer, RCA Review 32:42–63, 1971.
type meyer struct {
	cox     float64 // of the whole gate
	overlap [3]float64
	charge  [3]int32 // which follow each other
	// Positions: gate with itself, row gate and bulk's column gate.
	gg  int32
	row [3]int32
	bg  int32
}

// What a transistor with an oxide keeps of an evaluation: its bias in three places,
// threshold and saturation voltage of levels above 1, the bias of the accepted step,
// and then halves of capacitances, charges and charges of the accepted step, three each.
const (
	keptOn     = 3
	keptSat    = 4
	keptBefore = 5
	keptHalf   = 8
	keptCharge = 11
	keptThen   = 14
	keptAll    = 17
)

// charging computes the charges of the gate at p and their currents, along the
// tangents up to the bias now. state and then have what is kept of this evaluation and
// of the accepted step.
func (y *meyer) charging(m *mosModel, now, p bias, state, then *[keptAll]float64, e *newton.Eval, o *gated) {
	hs, hd, hb := m.gateCapacitances(p, state, y.cox)
	cs, cd, cb := hs+y.overlap[toSource], hd+y.overlap[toDrain], hb+y.overlap[toBulk]
	var qs, qd, qb float64
	if e.A0 == 0 { // at rest
		cs, cd, cb = cs+hs, cd+hd, cb+hb
		qs, qd, qb = p.gs*cs, (p.gs-p.ds)*cd, (p.gs-p.bs)*cb
	} else {
		cs, cd, cb = cs+then[keptHalf], cd+then[keptHalf+1], cb+then[keptHalf+2]
		qs, qd, qb = then[keptCharge], then[keptCharge+1], then[keptCharge+2]
		if e.Mode == newton.Predict { // charges go on as they did
			r := e.Step / e.Before
			qs, qd, qb = qs+r*(qs-then[keptThen]), qd+r*(qd-then[keptThen+1]), qb+r*(qb-then[keptThen+2])
		} else {
			vs := p.gs - then[1]
			qs, qd, qb = qs+vs*cs, qd+(vs-(p.ds-then[0]))*cd, qb+(vs-(p.bs-then[2]))*cb
		}
	}
	state[keptHalf], state[keptHalf+1], state[keptHalf+2] = hs, hd, hb
	state[keptCharge], state[keptCharge+1], state[keptCharge+2] = qs, qd, qb
	state[keptThen], state[keptThen+1], state[keptThen+2] = then[keptCharge], then[keptCharge+1], then[keptCharge+2]
	q, past := numbersOf(e.Q).three(y.charge[0]), numbersOf(e.Hist).three(y.charge[0])
	q[0], q[1], q[2] = m.sign*qs, m.sign*qd, m.sign*qb
	o.source, o.drain, o.bulk = e.A0*cs, e.A0*cd, e.A0*cb
	o.toSource, o.toDrain, o.toBulk = e.A0*q[0]+past[0], e.A0*q[1]+past[1], e.A0*q[2]+past[2]
	if now != p {
		gs := m.sign * (now.gs - p.gs)
		o.toSource += o.source * gs
		o.toDrain += o.drain * (gs - m.sign*(now.ds-p.ds))
		o.toBulk += o.bulk * (gs - m.sign*(now.bs-p.bs))
	}
}

// leastSaturation keeps the capacitances from jumping at drain voltage 0.
const leastSaturation = 0.025

// gateCapacitances returns half of each capacitance of the gate at p, where cox
// is the capacitance of its oxide. kept is what the transistor keeps of its evaluation.
func (m *mosModel) gateCapacitances(p bias, kept *[keptAll]float64, cox float64) (source, drain, bulk float64) {
	if p.ds < 0 {
		drain, source, bulk = m.gateSides(p, p.gs-p.ds, -p.ds, kept, cox)
		return source, drain, bulk
	}
	return m.gateSides(p, p.gs, p.ds, kept, cox)
}

// gateSides is gateCapacitances for the terminal that acts as source: the gate is at
// gs against it, the drain at ds.
func (m *mosModel) gateSides(p bias, gs, ds float64, kept *[keptAll]float64, cox float64) (source, drain, bulk float64) {
	var over, sat float64
	if m.law == nil {
		over = gs - m.threshold(p)
		sat = max(over, leastSaturation)
	} else {
		over, sat = gs-kept[keptOn], kept[keptSat]
		if sat < leastSaturation {
			sat = leastSaturation
		}
	}
	channel := cox / 3
	switch {
	case over <= -m.phi:
		return 0, 0, cox / 2
	case over <= -m.phi/2:
		return 0, 0, -over * cox / (2 * m.phi)
	case over <= 0:
		bulk = -over * cox / (2 * m.phi)
		channel += over * cox / (1.5 * m.phi)
	}
	if ds >= sat {
		return channel, 0, bulk
	}
	rest := sat - ds
	part := 1 / (sat + rest)
	part *= part
	return channel * (1 - rest*rest*part), channel * (1 - sat*sat*part), bulk
}
