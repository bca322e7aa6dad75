package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
)

// mosGroup is the MOSFETs of one model.
type mosGroup struct {
	model    mosModel
	list     []mosfet
	overlaps []capacitor // of gate and source, drain, bulk
}

// A mosfet with what its instance makes of the model. Unknowns and positions
// in the Jacobian are of the drain and the source behind their resistances.
type mosfet struct {
	d, g, s, b int32
	// Rows d and s, columns d g s b; row b, columns d s b.
	dd, dg, ds, db, sd, sg, ss, sb, bd, bs, bb int32
	qd, qs                                     int32 // charges of the bulk junctions, -1 for none
	state                                      int32 // of vds, vgs, vbs, in the limiter's
	off                                        bool

	beta           float64 // kp·w/l
	isd, iss       float64 // saturation currents of the bulk junctions
	critd, crits   float64
	cd, cs         float64 // bottom capacitances at 0 V
	cdsw, cssw     float64 // sidewall capacitances
	drain, gs      float64 // conductance in front of drain and source; 0 for none
	outerD, outerS int32   // unknowns in front of them
}

// load adds the currents and derivatives of all MOSFETs of the group.
func (g *mosGroup) load(e *newton.Eval, last []float64) {
	m, x := &g.model, e.X
	for k := range g.list {
		t := &g.list[k]
		if t.drain != 0 {
			contribute(e, t.outerD, t.d, t.drain*(x[t.outerD]-x[t.d]))
		}
		if t.gs != 0 {
			contribute(e, t.outerS, t.s, t.gs*(x[t.outerS]-x[t.s]))
		}
		s := x[t.s]
		now := bias{m.sign * (x[t.d] - s), m.sign * (x[t.g] - s), m.sign * (x[t.b] - s)}
		p := now
		memory := last[t.state : t.state+3 : t.state+3]
		if e.Mode != newton.Initial {
			p = m.point(t, now, bias{memory[0], memory[1], memory[2]}, e)
		}
		memory[0], memory[1], memory[2] = p.ds, p.gs, p.bs
		m.channel(t, now, p, e)
		m.bulk(t, now.bs, p.bs, t.s, t.iss, t.cs, t.cssw, t.qs, t.ss, t.sb, t.bs, t.bb, e)
		m.bulk(t, now.bs-now.ds, p.bs-p.ds, t.d, t.isd, t.cd, t.cdsw, t.qd, t.dd, t.db, t.bd, t.bb, e)
	}
}

// A bias is where a transistor is evaluated: voltages of drain, gate and bulk
// against the source, of the other sign for a p channel.
type bias struct{ ds, gs, bs float64 }

// point returns the bias at which t is evaluated, when the iterate says now and
// the evaluation before was at last.
func (m *mosModel) point(t *mosfet, now, last bias, e *newton.Eval) bias {
	if e.Mode == newton.Guess {
		e.Limited++
		if t.off {
			return bias{}
		}
		return bias{0, m.sign * m.vto, -1}
	}
	p := now
	if gs, ds := math.Abs(now.gs-last.gs), math.Abs(now.ds-last.ds); gs >= 0.25 || ds >= 0.25 {
		p = m.limitChannel(now, last) // no limit is met by smaller steps
	}
	if p.bs <= 0 && p.bs > -1 && p.bs-p.ds <= 0 && p.bs-p.ds > -1 {
		return p // nor a junction's
	}
	var changed bool
	if p.ds >= 0 {
		p.bs, changed = limitJunction(p.bs, last.bs, thermal, t.crits)
	} else {
		var bd float64
		bd, changed = limitJunction(p.bs-p.ds, last.bs-last.ds, thermal, t.critd)
		p.bs = bd + p.ds
	}
	if changed {
		e.Limited++
	}
	return p
}

// limitChannel limits gate and drain voltages, from the side that was the
// source in the last evaluation.
func (m *mosModel) limitChannel(now, last bias) bias {
	von := m.threshold(last)
	if last.ds >= 0 {
		gs := limitGate(now.gs, last.gs, von)
		ds := gs - (now.gs - now.ds) // vgd is kept
		if gs == now.gs {
			ds = now.ds
		}
		return bias{limitDrain(ds, last.ds), gs, now.bs}
	}
	gd := limitGate(now.gs-now.ds, last.gs-last.ds, von)
	ds := now.gs - gd
	if gd == now.gs-now.ds {
		ds = now.ds
	}
	ds = -limitDrain(-ds, -last.ds)
	return bias{ds, gd + ds, now.bs}
}

// threshold returns the gate voltage from which there is a channel, against
// the terminal that acts as source.
func (m *mosModel) threshold(p bias) float64 {
	_, root := m.body(p)
	return m.vbi + m.gamma*root
}

// body returns the bulk voltage against the terminal that acts as source, and
// the root of the surface potential there, continued linearly where the
// junction conducts.
func (m *mosModel) body(p bias) (vb, root float64) {
	vb = p.bs
	if p.ds < 0 {
		vb -= p.ds
	}
	if vb <= 0 {
		return vb, math.Sqrt(m.phi - vb)
	}
	return vb, max(0, m.rootPhi-vb/(m.rootPhi+m.rootPhi))
}

// channel adds the current from drain to source.
func (m *mosModel) channel(t *mosfet, now, p bias, e *newton.Eval) {
	_, root := m.body(p)
	over := p.gs - (m.vbi + m.gamma*root)
	vds := p.ds
	if vds < 0 {
		over -= vds
		vds = -vds
	}
	if over <= 0 {
		return
	}
	i, gm, gds := m.square(t.beta, over, vds)
	var gmbs float64
	if root > 0 {
		gmbs = gm * m.gamma / (root + root)
	}
	j := e.J
	sum := gm + gds + gmbs
	if p.ds >= 0 {
		if now != p {
			i += gds*(now.ds-p.ds) + gm*(now.gs-p.gs) + gmbs*(now.bs-p.bs)
		}
		contribute(e, t.d, t.s, m.sign*i)
		j[t.dd] += gds
		j[t.dg] += gm
		j[t.ds] -= sum
		j[t.db] += gmbs
		j[t.sd] -= gds
		j[t.sg] -= gm
		j[t.ss] += sum
		j[t.sb] -= gmbs
		return
	}
	if now != p {
		dds := now.ds - p.ds
		i += -gds*dds + gm*(now.gs-p.gs-dds) + gmbs*(now.bs-p.bs-dds)
	}
	contribute(e, t.s, t.d, m.sign*i)
	j[t.ss] += gds
	j[t.sg] += gm
	j[t.sd] -= sum
	j[t.sb] += gmbs
	j[t.ds] -= gds
	j[t.dg] -= gm
	j[t.dd] += sum
	j[t.db] -= gmbs
}

// square returns the current of the channel with its derivatives by gate and
// drain voltage: Shichman and Hodges' equations.
func (m *mosModel) square(beta, over, vds float64) (i, gm, gds float64) {
	b := beta * (1 + m.lambda*vds)
	if over <= vds {
		half := over * over * 0.5
		return b * half, b * over, m.lambda * beta * half
	}
	shape := vds * (over - 0.5*vds)
	return b * shape, b * vds, b*(over-vds) + m.lambda*beta*shape
}

// bulk adds the junction from the bulk to terminal n, at p by the limiter and
// at now by the iterate.
func (m *mosModel) bulk(t *mosfet, now, p float64, n int32, is, c0, csw float64, charge, nn, nb, bn, bb int32, e *newton.Eval) {
	i, g := diffusion(p, is, thermal)
	i += e.Gmin * p
	g += e.Gmin
	if charge >= 0 {
		q, c := m.bottom.at(p)
		q, c = q*c0, c*c0
		if csw != 0 {
			qs, cs := m.side.at(p)
			q, c = q+qs*csw, c+cs*csw
		}
		e.Q[charge] = m.sign * q
		i += m.sign * (m.sign*e.A0*q + e.Hist[charge])
		g += e.A0 * c
	}
	i += g * (now - p)
	contribute(e, t.b, n, m.sign*i)
	j := e.J
	j[nn] += g
	j[bb] += g
	j[nb] -= g
	j[bn] -= g
}
