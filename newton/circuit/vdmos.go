package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// vdmosGroup is the vertical power MOSFETs of one model: a channel with the equations of
// level 1, a body diode in parallel, and capacitances of the gate, as ngspice's manual
// describes them.
type vdmosGroup struct {
	model vdmosModel
	list  []vdmos
	body  diodeGroup
	bulk  []int32 // nodes inside the body diodes, where they have a resistance
}

// A vdmos is a transistor with drain, gate and source inside as collector, base and
// emitter.
type vdmos struct {
	triple
	outerD, outerG, outerS int32
	qgs, qgd               int32 // charges, -1 for none
	state                  int32 // of vgs and vds
	area                   float64
	icDS, icGS             float64 // initial voltages; NaN when not given
	off                    bool
	drain                  terminals // of quasi saturation, with the voltage of drain and source
	own                    quad      // its resistance
}

func newVDMOSs(_ *builder, m *netlist.Model, t temps) (family, error) {
	d, err := newVDMOSModel(m, t)
	return &vdmosGroup{model: d, body: diodeGroup{model: d.body}}, err
}

func (g *vdmosGroup) inner(b *builder, e *netlist.Element) inner {
	m, in := &g.model, inner{outer(e, 0), outer(e, 1), outer(e, 2)}
	if m.rd != 0 || m.rq != 0 {
		in[0] = b.innerNode(e, "drain")
	}
	if m.rg != 0 {
		in[1] = b.innerNode(e, "gate")
	}
	if m.rs != 0 {
		in[2] = b.innerNode(e, "source")
	}
	if m.body.rs != 0 {
		g.bulk = append(g.bulk, b.innerNode(e, "body"))
	}
	return in
}

func (g *vdmosGroup) add(b *builder, e *netlist.Element, at place) error {
	m := &g.model
	t := vdmos{triple: triple{c: at.in[0], b: at.in[1], e: at.in[2]}, outerD: b.node[e.Nodes[0]], outerG: b.node[e.Nodes[1]], outerS: b.node[e.Nodes[2]],
		qgs: -1, qgd: -1, state: b.voltages(2), area: e.M, off: e.Off,
		icDS: valueOr(e, "icvds", math.NaN()), icGS: valueOr(e, "icvgs", math.NaN())}
	if m.rq != 0 {
		t.drain = terminals{a: t.outerD, b: t.c, branch: -1, by: []control{{plus: t.outerD, minus: t.outerS}}}
	}
	if m.cgs != 0 {
		t.qgs = b.checkedCharge()
	}
	if m.swing != 0 || m.middle != 0 {
		t.qgd = b.checkedCharge()
	}
	body, inside := g.bodyOf(e), at
	inside.in[0] = b.node[body.Nodes[0]]
	if m.body.rs != 0 {
		inside.in[0] = g.bulk[len(g.list)]
	}
	g.list = append(g.list, t)
	return g.body.add(b, &body, inside)
}

// bodyOf is the diode from source to drain of an n channel.
func (g *vdmosGroup) bodyOf(e *netlist.Element) netlist.Element {
	d := netlist.Element{Kind: netlist.Diode, Name: e.Name, Nodes: [4]int32{e.Nodes[2], e.Nodes[0]}, Off: e.Off, Line: e.Line, File: e.File}
	if g.model.sign < 0 {
		d.Nodes[0], d.Nodes[1] = d.Nodes[1], d.Nodes[0]
	}
	d.Area, d.M = e.M, 1 // all in parallel have the current ibv at bv, as in ngspice
	return d
}

func (g *vdmosGroup) parts() int { return len(g.list) }

func (g *vdmosGroup) visit(f visit) {
	m := &g.model
	for k := range g.list {
		t := &g.list[k]
		f.branch(t.outerD, t.outerS, m.leak(t.area), 0)
		switch {
		case m.rq != 0:
			t.drain.visit(f, 0)
			t.own.visit(f, t.outerD, t.c)
		case m.rd != 0:
			f.branch(t.outerD, t.c, t.area/m.rd, 0)
		}
		if m.rg != 0 {
			f.branch(t.outerG, t.b, t.area/m.rg, 0)
		}
		if m.rs != 0 {
			f.branch(t.outerS, t.e, t.area/m.rs, 0)
		}
		t.triple.visit(f)
	}
	g.body.visit(f)
}

func (g *vdmosGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	rows := []int32{at.in[0], at.in[1], at.in[2]}
	s.pairs(group, rows)
	d, src := s.node(e, 0), s.node(e, 2)
	s.admittance(group, d, src) // body diode and resistance
	rows = append(rows, d, src)
	for k := range 3 {
		if u := s.node(e, k); u != at.in[k] {
			s.admittance(group, u, at.in[k])
			rows = append(rows, u, at.in[k])
		}
	}
	s.finish(group, e, rows, e.M, s.volts(at.in[1], at.in[2]), s.volts(at.in[0], at.in[2]))
}

func (g *vdmosGroup) load(c *Circuit, e *newton.Eval) {
	m, x := &g.model, e.X
	for k := range g.list {
		t := &g.list[k]
		g.resistances(t, e)
		gs, gd := m.sign*(x[t.b]-x[t.e]), m.sign*(x[t.b]-x[t.c])
		memory := (*[2]float64)(c.last[t.state:])
		pgs, pds := m.point(t, gs, gs-gd, memory, e)
		memory[0], memory[1] = pgs, pds
		pgd := pgs - pds
		o := currents{transport: m.channel(t.area, pgs, pgd)}
		if t.qgs >= 0 {
			cap := m.cgs * t.area
			o.be.charge(slope{cap * pgs, cap, 0}, t.qgs, m.sign, e)
		}
		if t.qgd >= 0 {
			q, cap := m.feedback(pgd)
			o.bc.charge(slope{q * t.area, 0, cap * t.area}, t.qgd, m.sign, e)
		}
		o.move(gs-pgs, gd-pgd)
		o.stamp(&t.triple, m.sign, e)
	}
	g.body.load(c, e)
}

// resistances adds the currents of the resistances.
func (g *vdmosGroup) resistances(t *vdmos, e *newton.Eval) {
	m, x := &g.model, e.X
	contribute(e, t.outerD, t.outerS, m.leak(t.area)*(x[t.outerD]-x[t.outerS]))
	switch {
	case m.rq != 0:
		ds := m.sign * (x[t.outerD] - x[t.outerS])
		i, own, by := m.drain(t.area, x[t.outerD]-x[t.c], ds)
		t.drain.supply(e, i)
		t.own.add(e.J, own)
		t.drain.derive(e.J, []float64{m.sign * by}, 1)
	case m.rd != 0:
		contribute(e, t.outerD, t.c, t.area/m.rd*(x[t.outerD]-x[t.c]))
	}
	if m.rg != 0 {
		contribute(e, t.outerG, t.b, t.area/m.rg*(x[t.outerG]-x[t.b]))
	}
	if m.rs != 0 {
		contribute(e, t.outerS, t.e, t.area/m.rs*(x[t.outerS]-x[t.e]))
	}
}

// point returns the voltages of gate and drain at which a transistor is evaluated.
func (m *vdmosModel) point(t *vdmos, gs, ds float64, last *[2]float64, e *newton.Eval) (float64, float64) {
	switch e.Mode {
	case newton.Guess:
		e.Limited++
		if t.off {
			return 0, 0
		}
		return m.vto, 0
	case newton.Initial:
		if t.icGS == t.icGS {
			gs = m.sign * t.icGS
		}
		if t.icDS == t.icDS {
			ds = m.sign * t.icDS
		}
		return gs, ds
	}
	pgs, pds := gs, ds
	if last[1] >= 0 {
		pgs = limitGate(gs, last[0], m.vto)
		if pgs != gs {
			pds = pgs - (gs - ds) // vgd is kept
		}
		pds = limitDrain(pds, last[1])
	} else {
		gd := limitGate(gs-ds, last[0]-last[1], m.vto)
		if gd != gs-ds {
			pds = gs - gd
		}
		if pds = -limitDrain(-pds, -last[1]); gd != gs-ds || pds != ds {
			pgs = gd + pds
		}
	}
	if pgs != gs || pds != ds {
		e.Limited++
	}
	return pgs, pds
}
