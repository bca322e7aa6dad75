package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
)

// mosGroup is the MOSFETs of one model.
type mosGroup struct {
	model mosModel
	sizes []mosSize // those of the list, each once
	list  []mosfet
	gates []meyer      // of all of them, if the model has an oxide
	ics   map[int]bias // initial voltages of the list, NaN where not given
	out   gated        // of the transistor at hand; on the stack it would be cleared each time
}

// A mosSize is what the geometry of an instance makes of the model; most
// circuits have few.
type mosSize struct {
	beta         float64 // kp·w/l
	width        float64 // of one transistor; these three for levels above 1
	copies       float64 // in parallel
	length       float64
	isd, iss     float64    // saturation currents of the bulk junctions
	critd, crits float64    // their critical voltages
	cd, cs       float64    // their bottom capacitances at 0 V
	cdsw, cssw   float64    // and those of their sidewalls
	drain, src   float64    // conductance in front of drain and source; 0 for none
	overlap      [3]float64 // capacitances of the gate that do not change; to source, drain, bulk
}

// A mosfet is a transistor. Unknowns and positions in the Jacobian are of the
// drain and the source behind their resistances.
type mosfet struct {
	d, g, s, b int32
	// Rows d and s, columns d g s b; row b, columns d s b.
	dd, dg, ds, db, sd, sg, ss, sb, bd, bs, bb int32
	qd, qs                                     int32    // charges of the bulk junctions, -1 for none
	gate                                       [3]int32 // charges of the overlaps, -1 for none
	state                                      int32    // of vds, vgs, vbs, in the limiter's
	size                                       int32
	outerD, outerS                             int32 // unknowns in front of drain and source
	tied                                       bool  // the bulk is at the source: its junction there has no voltage
	grounded                                   bool  // the bulk is at the reference
	ohmic                                      bool  // there are resistances in front of drain or source
	off                                        bool
}

// load adds the currents and derivatives of all MOSFETs of the group.
func (g *mosGroup) load(c *Circuit, e *newton.Eval) {
	if g.model.keeps() {
		g.loadOxide(c, e)
		return
	}
	m, x, last := &g.model, numbersOf(e.X), numbersOf(c.last)
	for k := range g.list {
		t := &g.list[k]
		z := &g.sizes[t.size]
		if t.ohmic {
			z.ohmic(t, e)
		}
		d, gate, s, b := x.at(t.d), x.at(t.g), x.at(t.s), x.at(t.b)
		if q := t.gate[toSource]; q >= 0 {
			overlap(e, t.g, t.s, q, z.overlap[toSource], gate-s)
		}
		if q := t.gate[toDrain]; q >= 0 {
			overlap(e, t.g, t.d, q, z.overlap[toDrain], gate-d)
		}
		if q := t.gate[toBulk]; q >= 0 {
			overlap(e, t.g, t.b, q, z.overlap[toBulk], gate-b)
		}
		now := bias{m.sign * (d - s), m.sign * (gate - s), m.sign * (b - s)}
		p := now
		memory := last.three(t.state)
		if e.Mode != newton.Initial {
			p = m.point(t.off, z, now, bias{memory[0], memory[1], memory[2]}, 0, e)
		} else if ic, ok := g.ics[k]; ok {
			p = m.initial(now, ic)
		}
		memory[0], memory[1], memory[2] = p.ds, p.gs, p.bs
		var o output
		m.channel(z.beta, p, &o)
		if !t.tied {
			o.is, o.gs = m.bulk(p.bs, z.iss, z.cs, z.cssw, t.qs, e)
		}
		o.id, o.gd = m.bulk(p.bs-p.ds, z.isd, z.cd, z.cdsw, t.qd, e)
		if now != p {
			o.move(now, p)
		}
		o.stamp(t, p.ds >= 0, m.sign, e)
	}
}

// ohmic adds the currents through the resistances in front of drain and source.
func (z *mosSize) ohmic(t *mosfet, e *newton.Eval) {
	if z.drain != 0 {
		contribute(e, t.outerD, t.d, z.drain*(e.X[t.outerD]-e.X[t.d]))
	}
	if z.src != 0 {
		contribute(e, t.outerS, t.s, z.src*(e.X[t.outerS]-e.X[t.s]))
	}
}

// overlap adds the current of a capacitance c between unknowns a and b at v; its
// part of the Jacobian is in the linear one.
func overlap(e *newton.Eval, a, b, charge int32, c, v float64) {
	q := c * v
	*numbersOf(e.Q).place(charge) = q
	contribute(e, a, b, e.A0*q+numbersOf(e.Hist).at(charge))
}

// output is what a transistor does at a bias: the current of the channel from
// drain to source with its derivatives by the voltages against the terminal
// that acts as source, and currents and conductances of the junctions from the
// bulk to drain and source.
type output struct {
	i, gm, gds, gmbs float64
	id, gd, is, gs   float64
}

// move changes the currents from bias p to bias now along their tangents.
func (o *output) move(now, p bias) {
	ds, gs, bs := now.ds-p.ds, now.gs-p.gs, now.bs-p.bs
	o.is += o.gs * bs
	o.id += o.gd * (bs - ds)
	if p.ds >= 0 {
		o.i += o.gds*ds + o.gm*gs + o.gmbs*bs
	} else {
		o.i += o.gds*ds - o.gm*(gs-ds) - o.gmbs*(bs-ds)
	}
}

// stamp adds the output to residuals and Jacobian.
func (o *output) stamp(t *mosfet, normal bool, sign float64, e *newton.Eval) {
	f, j := numbersOf(e.F), numbersOf(e.J)
	f.add(t.d, sign*(o.i-o.id))
	f.sub(t.s, sign*(o.i+o.is))
	f.add(t.b, sign*(o.id+o.is))
	if e.Scale != nil {
		raise(e.Scale, t.d, t.s, o.i)
		raise(e.Scale, t.b, t.d, o.id)
		raise(e.Scale, t.b, t.s, o.is)
	}
	j.sub(t.bd, o.gd)
	j.sub(t.bs, o.gs)
	j.add(t.bb, o.gd+o.gs)
	if o.gm == 0 && o.gds == 0 {
		j.add(t.dd, o.gd)
		j.sub(t.db, o.gd)
		j.add(t.ss, o.gs)
		j.sub(t.sb, o.gs)
		return
	}
	sum := o.gm + o.gds + o.gmbs
	if normal {
		j.add(t.dd, o.gds+o.gd)
		j.add(t.dg, o.gm)
		j.sub(t.ds, sum)
		j.add(t.db, o.gmbs-o.gd)
		j.sub(t.sd, o.gds)
		j.sub(t.sg, o.gm)
		j.add(t.ss, sum+o.gs)
		j.sub(t.sb, o.gmbs+o.gs)
		return
	}
	j.add(t.dd, sum+o.gd)
	j.sub(t.dg, o.gm)
	j.sub(t.ds, o.gds)
	j.sub(t.db, o.gmbs+o.gd)
	j.sub(t.sd, sum)
	j.add(t.sg, o.gm)
	j.add(t.ss, o.gds+o.gs)
	j.add(t.sb, o.gmbs-o.gs)
}

// A bias is where a transistor is evaluated: voltages of drain, gate and bulk
// against the source, of the other sign for a p channel.
type bias struct{ ds, gs, bs float64 }

// point returns the bias at which a transistor of size z is evaluated, when the iterate says now and
// the evaluation before was at last. von is the threshold there, for levels above 1.
func (m *mosModel) point(off bool, z *mosSize, now, last bias, von float64, e *newton.Eval) bias {
	if e.Mode == newton.Guess {
		e.Limited++
		if off {
			return bias{}
		}
		return bias{0, m.sign * m.vto, -1}
	}
	p := now
	if gs, ds := math.Abs(now.gs-last.gs), math.Abs(now.ds-last.ds); gs >= 0.25 || ds >= 0.25 {
		p = m.limitChannel(now, last, von) // no limit is met by smaller steps
		if p != now {                      // a saturated channel has the same current at both places
			e.Limited++
		}
		if p.ds < 0 {
			p.bs += p.ds - now.ds // the junction to the lower terminal keeps its voltage
		}
	}
	if p.bs <= 0 && p.bs > -1 && p.bs-p.ds <= 0 && p.bs-p.ds > -1 {
		return p // nor a junction's
	}
	var changed bool
	if p.ds >= 0 {
		p.bs, changed = limitJunction(p.bs, last.bs, m.vt, z.crits)
	} else {
		var bd float64
		bd, changed = limitJunction(p.bs-p.ds, last.bs-last.ds, m.vt, z.critd)
		p.bs = bd + p.ds
	}
	if changed {
		e.Limited++
	}
	return p
}

// initial returns bias now with the initial voltages that are given.
func (m *mosModel) initial(now, ic bias) bias {
	for _, q := range [...]struct {
		at    *float64
		given float64
	}{{&now.ds, ic.ds}, {&now.gs, ic.gs}, {&now.bs, ic.bs}} {
		if q.given == q.given {
			*q.at = m.sign * q.given
		}
	}
	return now
}

// limitChannel limits gate and drain voltages, from the side that was the
// source in the last evaluation.
func (m *mosModel) limitChannel(now, last bias, von float64) bias {
	if m.law == nil {
		von = m.threshold(last)
	}
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
	vb := p.bs
	if p.ds < 0 {
		vb -= p.ds
	}
	return m.vbi + m.gamma*m.root(vb)
}

// root returns the root of the surface potential with the bulk at vb against the
// terminal that acts as source, continued by a line where the junction conducts.
func (m *mosModel) root(vb float64) float64 {
	switch {
	case vb == 0:
		return m.rootPhi
	case vb < 0:
		return math.Sqrt(m.phi - vb)
	}
	return max(0, m.rootPhi-vb/(m.rootPhi+m.rootPhi))
}

// channel computes the current from drain to source at p and its derivatives.
//
// As in SPICE the derivative by the bulk voltage is not exact where the bulk is
// above the source: the root that it is divided by is not that at 0 V. Newton's
// method gets to the same point, by other iterates.
func (m *mosModel) channel(beta float64, p bias, o *output) {
	gs, vb, vds := p.gs, p.bs, p.ds
	if vds < 0 {
		gs, vb, vds = gs-vds, vb-vds, -vds
	}
	if vb <= 0 && gs <= m.von {
		return // the body effect raises the threshold: no need to know how much
	}
	root := m.root(vb)
	over := gs - (m.vbi + m.gamma*root)
	if over <= 0 {
		return
	}
	o.i, o.gm, o.gds = m.square(beta, over, vds)
	if root > 0 {
		o.gmbs = o.gm * m.gamma / (root + root)
	}
	if p.ds < 0 {
		o.i = -o.i
	}
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

// bulk returns current and conductance of the junction from the bulk at v, with
// capacitances c0 of its bottom and csw of its sidewall at 0 V.
func (m *mosModel) bulk(v, is, c0, csw float64, charge int32, e *newton.Eval) (i, g float64) {
	if v == 0 { // most junctions in logic
		g = is*m.perVt + e.Gmin
		if charge >= 0 {
			*numbersOf(e.Q).place(charge) = 0
			i, g = m.sign*numbersOf(e.Hist).at(charge), g+e.A0*(c0+csw)
		}
		return i, g
	}
	switch x := v * m.perVt; {
	case x <= -3 && m.tails:
		i, g = blocking(v, is, m.vt)
	case x <= -3: // constant, as in ngspice
		i = -is
	case math.Abs(x) < nearZero:
		more := growthNear(x)
		i, g = is*more, is*(more+1)*m.perVt
	default:
		more := growth(x)
		i, g = is*more, is*(more+1)*m.perVt
	}
	i += e.Gmin * v
	g += e.Gmin
	if charge >= 0 {
		q, c := m.bottom.both(&m.side, v, c0, csw)
		*numbersOf(e.Q).place(charge) = m.sign * q
		i += e.A0*q + m.sign*numbersOf(e.Hist).at(charge)
		g += e.A0 * c
	}
	return i, g
}
