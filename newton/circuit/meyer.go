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
	mosfet  int     // index in the group
	cox     float64 // of the whole gate
	overlap [3]float64
	charge  [3]int32
	state   int32 // of capacitances, charges and charges of the step before, three each
	// Positions: gate with itself, then row gate, column gate and diagonal of
	// each terminal.
	gg            int32
	row, col, dia [3]int32
}

// load adds the charging currents of the gate of t. last and accepted have
// biases, capacitances and charges of this evaluation and the accepted step.
func (y *meyer) load(m *mosModel, t *mosfet, last, accepted []float64, e *newton.Eval) {
	p := biasAt(last, t.state)
	v, before := p.gate(), biasAt(accepted, t.state).gate()
	half := m.gateCapacitances(p, last[t.state:], y.cox)
	now := (*[9]float64)(last[y.state:])
	then := (*[9]float64)(accepted[y.state:])
	copy(now[6:], then[3:6])
	x := e.X
	for k, other := range [3]int32{t.s, t.d, t.b} {
		var c, q float64
		if e.A0 == 0 { // at rest
			c = 2*half[k] + y.overlap[k]
			q = v[k] * c
		} else {
			c = half[k] + then[k] + y.overlap[k]
			q = then[3+k] + (v[k]-before[k])*c
			if e.Mode == newton.Predict { // charges go on as they did
				q = then[3+k] + e.Step/e.Before*(then[3+k]-then[6+k])
			}
		}
		now[k], now[3+k] = half[k], q
		e.Q[y.charge[k]] = m.sign * q
		g := e.A0 * c
		i := e.A0*m.sign*q + e.Hist[y.charge[k]] + g*(x[t.g]-x[other]-m.sign*v[k])
		contribute(e, t.g, other, i)
		e.J[y.gg] += g
		e.J[y.row[k]] -= g
		e.J[y.col[k]] -= g
		e.J[y.dia[k]] += g
	}
}

// gate returns the voltages of the gate against source, drain and bulk.
func (p bias) gate() [3]float64 { return [3]float64{p.gs, p.gs - p.ds, p.gs - p.bs} }

// biasAt returns the bias kept at k.
func biasAt(state []float64, k int32) bias { return bias{state[k], state[k+1], state[k+2]} }

// leastSaturation keeps the capacitances from jumping at drain voltage 0.
const leastSaturation = 0.025

// gateCapacitances returns half of each capacitance of the gate at p, where cox
// is the capacitance of its oxide. kept is what the transistor keeps of its evaluation.
func (m *mosModel) gateCapacitances(p bias, kept []float64, cox float64) (c [3]float64) {
	source, drain := toSource, toDrain
	gs, ds := p.gs, p.ds
	if ds < 0 {
		source, drain = toDrain, toSource
		gs, ds = gs-ds, -ds
	}
	var over, sat float64
	if m.law == nil {
		over = gs - m.threshold(p)
		sat = max(over, leastSaturation)
	} else {
		over, sat = gs-kept[3], max(kept[4], leastSaturation)
	}
	channel := cox / 3
	switch {
	case over <= -m.phi:
		c[toBulk] = cox / 2
		return c
	case over <= -m.phi/2:
		c[toBulk] = -over * cox / (2 * m.phi)
		return c
	case over <= 0:
		c[toBulk] = -over * cox / (2 * m.phi)
		channel += over * cox / (1.5 * m.phi)
	}
	if ds >= sat {
		c[source] = channel
		return c
	}
	whole, rest := 2*sat-ds, sat-ds
	c[source] = channel * (1 - rest*rest/(whole*whole))
	c[drain] = channel * (1 - sat*sat/(whole*whole))
	return c
}
