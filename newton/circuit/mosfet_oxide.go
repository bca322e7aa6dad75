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
	m, x, o := &g.model, e.X, &g.out
	for k := range g.list {
		t, y := &g.list[k], &g.gates[k]
		z := &g.sizes[t.size]
		if z.drain != 0 || z.src != 0 {
			z.ohmic(t, e)
		}
		s := x[t.s]
		now := bias{m.sign * (x[t.d] - s), m.sign * (x[t.g] - s), m.sign * (x[t.b] - s)}
		state, then := (*[keptAll]float64)(c.last[t.state:]), (*[keptAll]float64)(c.accepted[t.state:])
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
}

// stampOxide adds the output to residuals and Jacobian.
func (o *gated) stampOxide(t *mosfet, y *meyer, normal bool, sign float64, e *newton.Eval) {
	f, j := e.F, e.J
	f[t.d] += sign*(o.i-o.id) - o.toDrain
	f[t.s] -= sign*(o.i+o.is) + o.toSource
	f[t.b] += sign*(o.id+o.is) - o.toBulk
	f[t.g] += o.toSource + o.toDrain + o.toBulk
	if e.Scale != nil {
		o.raise(t, e.Scale)
	}
	// Row of the drain, columns of drain, gate, source and bulk; the channel's part of
	// the row of the source is the opposite.
	dd, dg, ds, db := o.gds, o.gm, -(o.gm + o.gds + o.gmbs), o.gmbs
	if !normal {
		dd, dg, ds, db = -ds, -dg, -dd, -db
	}
	j[t.dd] += dd + o.gd + o.drain
	j[t.dg] += dg - o.drain
	j[t.ds] += ds
	j[t.db] += db - o.gd
	j[t.sd] -= dd
	j[t.sg] -= dg + o.source
	j[t.ss] += o.gs + o.source - ds
	j[t.sb] -= db + o.gs
	j[t.bd] -= o.gd
	j[t.bs] -= o.gs
	j[t.bb] += o.gd + o.gs + o.bulk
	j[y.bg] -= o.bulk
	j[y.gg] += o.source + o.drain + o.bulk
	j[y.row[toSource]] -= o.source
	j[y.row[toDrain]] -= o.drain
	j[y.row[toBulk]] -= o.bulk
}

// stampTied is stampOxide for a transistor whose bulk is its source: what flows between
// the two adds nothing.
func (o *gated) stampTied(t *mosfet, y *meyer, normal bool, sign float64, e *newton.Eval) {
	f, j := e.F, e.J
	channel := sign * (o.i - o.id)
	f[t.d] += channel - o.toDrain
	f[t.s] -= channel + o.toSource + o.toBulk
	f[t.g] += o.toSource + o.toDrain + o.toBulk
	if e.Scale != nil {
		o.raise(t, e.Scale)
	}
	dd, dg := o.gds, o.gm
	if !normal {
		dd, dg = o.gm+o.gds+o.gmbs, -o.gm
	}
	dd += o.gd
	source := o.source + o.bulk
	j[t.dd] += dd + o.drain
	j[t.dg] += dg - o.drain
	j[t.ds] -= dd + dg
	j[t.sd] -= dd
	j[t.sg] -= dg + source
	j[t.ss] += dd + dg + source
	j[y.gg] += source + o.drain
	j[y.row[toSource]] -= source
	j[y.row[toDrain]] -= o.drain
}

// raise raises the scales of the residuals to the largest current of each terminal.
func (o *gated) raise(t *mosfet, scale []float64) {
	i, id, is := size(o.i), size(o.id), size(o.is)
	source, drain, bulk := size(o.toSource), size(o.toDrain), size(o.toBulk)
	raiseTo(scale, t.g, source, drain, bulk)
	raiseTo(scale, t.s, i, is, source)
	raiseTo(scale, t.d, i, id, drain)
	raiseTo(scale, t.b, id, is, bulk)
}
