package circuit

import "github.com/nrkit/nrkit/newton"

// gated is the output of a transistor with an oxide: currents from the gate and
// conductances of its capacitances besides.
type gated struct {
	output
	toSource, toDrain, toBulk float64
	source, drain, bulk       float64
}

// loadOxide is load for models with an oxide.
func (g *mosGroup) loadOxide(c *Circuit, e *newton.Eval) {
	for k := range g.list {
		t := &g.list[k]
		g.loadOne(k, t, &g.gates[k], &g.sizes[t.size], c, e)
	}
}

// loadOne is loadOxide for transistor k. Pointers that are arguments take fewer instructions
// than elements of a list at a place that changes.
func (g *mosGroup) loadOne(k int, t *mosfet, y *meyer, z *mosSize, c *Circuit, e *newton.Eval) {
	m, x, o := &g.model, numbersOf(e.X), &g.out
	if t.ohmic {
		z.ohmic(t, e)
	}
	s := x.at(t.s)
	now := bias{m.sign * (x.at(t.d) - s), m.sign * (x.at(t.g) - s), m.sign * (x.at(t.b) - s)}
	state, then := numbersOf(c.last).kept(t.state), numbersOf(c.accepted).kept(t.state)
	p := now
	if e.Mode != newton.Initial {
		at := now // in the first iteration of a step, what was kept goes on, as in SPICE
		if e.Mode == newton.Predict {
			r := e.Step / e.Before
			at = bias{then[0] + r*(then[0]-then[keptBefore]), then[1] + r*(then[1]-then[keptBefore+1]), then[2] + r*(then[2]-then[keptBefore+2])}
		}
		state[keptBefore], state[keptBefore+1], state[keptBefore+2] = then[0], then[1], then[2]
		p = m.point(t.off, z, at, bias{state[0], state[1], state[2]}, state[keptOn], e)
	} else if ic, ok := g.ics[k]; ok {
		p = m.initial(now, ic)
	}
	state[0], state[1], state[2] = p.ds, p.gs, p.bs
	o.output = output{}
	if m.law == nil {
		m.channel(z.beta, p, &o.output)
	} else {
		state[keptOn], state[keptSat] = m.evaluate(t.size, p, &o.output)
	}
	if !t.tied {
		o.is, o.gs = m.bulk(p.bs, z.iss, z.cs, z.cssw, t.qs, e)
	}
	o.id, o.gd = m.bulk(p.bs-p.ds, z.isd, z.cd, z.cdsw, t.qd, e)
	y.charging(m, now, p, state, then, e, o)
	if now != p {
		o.move(now, p)
	}
	if t.tied {
		o.stampTied(t, y, p.ds >= 0, m.sign, e)
	} else {
		o.stampOxide(t, y, p.ds >= 0, m.sign, e)
	}
}

// stampOxide adds the output to residuals and Jacobian.
func (o *gated) stampOxide(t *mosfet, y *meyer, normal bool, sign float64, e *newton.Eval) {
	f, j := numbersOf(e.F), numbersOf(e.J)
	f.add(t.d, sign*(o.i-o.id)-o.toDrain)
	f.sub(t.s, sign*(o.i+o.is)+o.toSource)
	f.add(t.b, sign*(o.id+o.is)-o.toBulk)
	f.add(t.g, o.toSource+o.toDrain+o.toBulk)
	if e.Scale != nil {
		o.raise(t, numbersOf(e.Scale))
	}
	// Row of the drain, columns of drain, gate, source and bulk; the channel's part of
	// the row of the source is the opposite.
	dd, dg, ds, db := o.gds, o.gm, -(o.gm + o.gds + o.gmbs), o.gmbs
	if !normal {
		dd, dg, ds, db = -ds, -dg, -dd, -db
	}
	j.add(t.dd, dd+o.gd+o.drain)
	j.add(t.dg, dg-o.drain)
	j.add(t.ds, ds)
	j.add(t.db, db-o.gd)
	j.sub(t.sd, dd)
	j.sub(t.sg, dg+o.source)
	j.add(t.ss, o.gs+o.source-ds)
	j.sub(t.sb, db+o.gs)
	j.sub(t.bd, o.gd)
	j.sub(t.bs, o.gs)
	j.add(t.bb, o.gd+o.gs+o.bulk)
	j.sub(y.bg, o.bulk)
	j.add(y.gg, o.source+o.drain+o.bulk)
	j.sub(y.row[toSource], o.source)
	j.sub(y.row[toDrain], o.drain)
	j.sub(y.row[toBulk], o.bulk)
}

// stampTied is stampOxide for a transistor whose bulk is its source: what flows between
// the two adds nothing.
func (o *gated) stampTied(t *mosfet, y *meyer, normal bool, sign float64, e *newton.Eval) {
	f, j := numbersOf(e.F), numbersOf(e.J)
	channel := sign * (o.i - o.id)
	f.add(t.d, channel-o.toDrain)
	f.sub(t.s, channel+o.toSource+o.toBulk)
	f.add(t.g, o.toSource+o.toDrain+o.toBulk)
	if e.Scale != nil {
		o.raise(t, numbersOf(e.Scale))
	}
	dd, dg := o.gds, o.gm
	if !normal {
		dd, dg = o.gm+o.gds+o.gmbs, -o.gm
	}
	dd += o.gd
	source := o.source + o.bulk
	j.add(t.dd, dd+o.drain)
	j.add(t.dg, dg-o.drain)
	j.sub(t.ds, dd+dg)
	j.sub(t.sd, dd)
	j.sub(t.sg, dg+source)
	j.add(t.ss, dd+dg+source)
	j.add(y.gg, source+o.drain)
	j.sub(y.row[toSource], source)
	j.sub(y.row[toDrain], o.drain)
}

// raise raises the scales of the residuals to the largest current of each terminal.
func (o *gated) raise(t *mosfet, scale numbers) {
	i, id, is := size(o.i), size(o.id), size(o.is)
	source, drain, bulk := size(o.toSource), size(o.toDrain), size(o.toBulk)
	scale.raise(t.g, source, drain, bulk)
	scale.raise(t.s, i, is, source)
	scale.raise(t.d, i, id, drain)
	scale.raise(t.b, id, is, bulk)
}
