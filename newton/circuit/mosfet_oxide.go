package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
)

// gated is the output of a transistor with an oxide: currents from the gate and
// conductances of its capacitances besides.
type gated struct {
	output
	toSource, toDrain, toBulk float64
	source, drain, bulk       float64
}

// loadOxide is load for models with an oxide.
func (g *mosGroup) loadOxide(c *Circuit, e *newton.Eval) {
	list, gates, sizes := g.list, g.gates[:len(g.list)], g.sizes
	for k := range list {
		t := &list[k]
		g.loadOne(k, t, &gates[k], &sizes[t.size], c, e)
	}
}

// loadOne is loadOxide for transistor k. Pointers that are arguments take fewer instructions
// than elements of a list at a place that changes.
func (g *mosGroup) loadOne(k int, t *mosfet, y *meyer, z *mosSize, c *Circuit, e *newton.Eval) {
	m, x := &g.model, numbersOf(e.X)
	if t.ohmic {
		z.ohmic(t, e)
	}
	s := x.at(t.s)
	now := bias{m.sign * (x.at(t.d) - s), m.sign * (x.at(t.g) - s), m.sign * (x.at(t.b) - s)}
	state, then := numbersOf(c.last).kept(t.state), numbersOf(c.accepted).kept(t.state)
	p, moved := now, false
	if e.Mode != newton.Iterate || e.A0 == 0 || !(math.Abs(now.gs-state[1]) < 0.25 && math.Abs(now.ds-state[0]) < 0.25) ||
		now.ds >= 0 && !within(now.bs, state[2], m.vt, z.crits) || now.ds < 0 && !within(now.bs-now.ds, state[2]-state[0], m.vt, z.critd) {
		p = g.start(k, t, z, now, state, then, e) // otherwise it would return now
		moved = p != now
	}
	state[0], state[1], state[2] = p.ds, p.gs, p.bs
	gs, ds, bs := p.gs, p.ds, p.bs // against the terminal that acts as source
	if p.ds < 0 {
		gs, ds, bs = gs-ds, -ds, bs-ds
	}
	o := &g.out
	var von, sat float64
	if m.law == nil {
		o.output = output{}
		m.channel(z.beta, bias{ds, gs, bs}, &o.output)
		von = m.threshold(p)
		sat = gs - von
	} else {
		o.i, o.gm, o.gds, o.gmbs, von, sat = m.law.channel(m, t.size, gs, ds, bs, state[keptSat])
	}
	state[keptOn], state[keptSat] = von, sat
	y.charging(m, p, gs-von, ds, sat, state, then, e, o)
	if p.ds < 0 {
		o.i = -o.i
	}
	o.id, o.gd = m.bulk(p.bs-p.ds, z.isd, z.cd, z.cdsw, t.qd, e)
	if !t.tied {
		o.is, o.gs = m.bulk(p.bs, z.iss, z.cs, z.cssw, t.qs, e)
	}
	if moved {
		o.move(now, p)
		o.moveGate(m.sign, now, p)
	}
	if t.tied {
		o.stampTied(t, y, p.ds >= 0, m.sign, e)
	} else {
		o.stampOxide(t, y, p.ds >= 0, m.sign, e)
	}
}

// start returns the bias at which transistor k is evaluated, and keeps what the next time
// step needs of the accepted step.
func (g *mosGroup) start(k int, t *mosfet, z *mosSize, now bias, state, then *[keptAll]float64, e *newton.Eval) bias {
	m := &g.model
	state[keptThen], state[keptThen+1], state[keptThen+2] = then[keptCharge], then[keptCharge+1], then[keptCharge+2]
	if e.Mode == newton.Initial {
		if ic, ok := g.ics[k]; ok {
			return m.initial(now, ic)
		}
		return now
	}
	at := now // in the first iteration of a step, what was kept goes on, as in SPICE
	if e.Mode == newton.Predict {
		r := e.Step / e.Before
		at = bias{then[0] + r*(then[0]-then[keptBefore]), then[1] + r*(then[1]-then[keptBefore+1]), then[2] + r*(then[2]-then[keptBefore+2])}
	}
	state[keptBefore], state[keptBefore+1], state[keptBefore+2] = then[0], then[1], then[2]
	return m.point(t.off, z, at, bias{state[0], state[1], state[2]}, state[keptOn], e)
}

// moveGate is move for the currents of the gate.
func (o *gated) moveGate(sign float64, now, p bias) {
	gs := sign * (now.gs - p.gs)
	o.toSource += o.source * gs
	o.toDrain += o.drain * (gs - sign*(now.ds-p.ds))
	o.toBulk += o.bulk * (gs - sign*(now.bs-p.bs))
}

// stampOxide adds the output to residuals and Jacobian. What it would add to the row and
// the column of the reference is left out where the bulk is there: nothing reads it, and the
// sums of many transistors in one place are a long chain of operations.
func (o *gated) stampOxide(t *mosfet, y *meyer, normal bool, sign float64, e *newton.Eval) {
	f, j := numbersOf(e.F), numbersOf(e.J)
	f.add(t.d, sign*(o.i-o.id)-o.toDrain)
	f.sub(t.s, sign*(o.i+o.is)+o.toSource)
	f.add(t.g, o.toSource+o.toDrain+o.toBulk)
	// Row of the drain, columns of drain, gate, source and bulk; the channel's part of
	// the row of the source is the opposite.
	dd, dg, ds, db := o.gds, o.gm, -(o.gm + o.gds + o.gmbs), o.gmbs
	if !normal {
		dd, dg, ds, db = -ds, -dg, -dd, -db
	}
	j.add(t.dd, dd+o.gd+o.drain)
	j.add(t.dg, dg-o.drain)
	j.add(t.ds, ds)
	j.sub(t.sd, dd)
	j.sub(t.sg, dg+o.source)
	j.add(t.ss, o.gs+o.source-ds)
	j.add(y.gg, o.source+o.drain+o.bulk)
	j.sub(y.row[toSource], o.source)
	j.sub(y.row[toDrain], o.drain)
	if e.Scale != nil {
		o.raise(t, numbersOf(e.Scale))
	}
	if t.grounded {
		return
	}
	f.add(t.b, sign*(o.id+o.is)-o.toBulk)
	j.add(t.db, db-o.gd)
	j.sub(t.sb, db+o.gs)
	j.sub(t.bd, o.gd)
	j.sub(t.bs, o.gs)
	j.add(t.bb, o.gd+o.gs+o.bulk)
	j.sub(y.bg, o.bulk)
	j.sub(y.row[toBulk], o.bulk)
}

// raise raises the scales of the residuals to the largest current of each terminal.
func (o *gated) raise(t *mosfet, scale numbers) {
	i, id, is := size(o.i), size(o.id), size(o.is)
	source, drain, bulk := size(o.toSource), size(o.toDrain), size(o.toBulk)
	scale.raise(t.g, source, drain, bulk)
	scale.raise(t.s, i, is, source)
	scale.raise(t.d, i, id, drain)
	if !t.grounded {
		scale.raise(t.b, id, is, bulk)
	}
}

// stampTied is stampOxide for a transistor whose bulk is its source: what flows between
// the two adds nothing.
func (o *gated) stampTied(t *mosfet, y *meyer, normal bool, sign float64, e *newton.Eval) {
	f, j := numbersOf(e.F), numbersOf(e.J)
	channel := sign * (o.i - o.id)
	dd, dg := o.gds, o.gm
	if !normal {
		dd, dg = o.gm+o.gds+o.gmbs, -o.gm
	}
	dd += o.gd
	source := o.source + o.bulk
	f.add(t.d, channel-o.toDrain)
	f.add(t.g, o.toSource+o.toDrain+o.toBulk)
	j.add(t.dd, dd+o.drain)
	j.add(t.dg, dg-o.drain)
	j.add(y.gg, source+o.drain)
	j.sub(y.row[toDrain], o.drain)
	currents, charges, drain := max(size(o.i), size(o.id)), max(size(o.toSource), size(o.toBulk)), size(o.toDrain)
	if e.Scale != nil {
		scale := numbersOf(e.Scale)
		scale.lift(t.g, max(charges, drain))
		scale.lift(t.d, max(currents, drain))
	}
	if t.grounded {
		return
	}
	if e.Scale != nil {
		numbersOf(e.Scale).lift(t.s, max(currents, charges))
	}
	f.sub(t.s, channel+o.toSource+o.toBulk)
	j.sub(t.ds, dd+dg)
	j.sub(t.sd, dd)
	j.sub(t.sg, dg+source)
	j.add(t.ss, dd+dg+source)
	j.sub(y.row[toSource], source)
}
