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
	third   float64 // of cox: half of the capacitance to the source in saturation
	perVolt float64 // growth of half of the capacitance to the bulk below the threshold, F/V
	overlap [3]float64
	charge  [3]int32 // which follow each other
	// Positions: gate with itself, row gate and bulk's column gate.
	gg  int32
	row [3]int32
	bg  int32
}

// newMeyer returns the gate of a transistor of model m with an oxide of cox.
func newMeyer(m *mosModel, cox float64, overlap [3]float64) meyer {
	return meyer{cox: cox, third: cox / 3, perVolt: cox / (2 * m.phi), overlap: overlap}
}

// What a transistor with an oxide keeps of an evaluation: its bias in three places,
// threshold and saturation voltage, and then halves of capacitances, charges, and bias and
// charges of the accepted step, three each.
const (
	keptOn     = 3
	keptSat    = 4
	keptHalf   = 5
	keptCharge = 8
	keptBefore = 11
	keptThen   = 14
	keptAll    = 17
)

// leastSaturation keeps the capacitances from jumping at drain voltage 0.
const leastSaturation = 0.025

// charging computes the charges of the gate at p and their currents. The gate is over the
// threshold, the drain is at ds against the terminal that acts as source, and the current
// saturates from sat. state and then have what is kept of this evaluation and of the
// accepted step.
func (y *meyer) charging(m *mosModel, p bias, over, ds, sat float64, state, then *[keptAll]float64, e *newton.Eval, o *gated) {
	hs, hd, hb := y.third, 0.0, 0.0 // halves of the capacitances
	if over <= 0 {
		hb = -over * y.perVolt
		hs -= hb * (4.0 / 3)
		if over <= -m.phi/2 {
			hs = 0
		}
		if over <= -m.phi {
			hb = y.cox / 2
		}
	}
	if sat < leastSaturation {
		sat = leastSaturation
	}
	if ds < sat {
		rest := sat - ds
		part := 1 / (sat + rest)
		part *= part
		hs, hd = hs*(1-rest*rest*part), hs*(1-sat*sat*part)
	}
	if p.ds < 0 {
		hs, hd = hd, hs
	}
	state[keptHalf], state[keptHalf+1], state[keptHalf+2] = hs, hd, hb
	cs, cd, cb := hs+y.overlap[toSource], hd+y.overlap[toDrain], hb+y.overlap[toBulk] // in the middle of the step
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
	state[keptCharge], state[keptCharge+1], state[keptCharge+2] = qs, qd, qb
	q, past, a0 := numbersOf(e.Q).three(y.charge[0]), numbersOf(e.Hist).three(y.charge[0]), e.A0
	qs, qd, qb = m.sign*qs, m.sign*qd, m.sign*qb
	q[0], q[1], q[2] = qs, qd, qb
	o.source, o.drain, o.bulk = a0*cs, a0*cd, a0*cb
	o.toSource, o.toDrain, o.toBulk = a0*qs+past[0], a0*qd+past[1], a0*qb+past[2]
}
