package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton/netlist"
)

// bjtGroup is the bipolar transistors of one model, by Gummel and Poon [1].
//
// [1] H. K. Gummel and H. C. Poon, Bell System Technical Journal 49:827–852, 1970.
type bjtGroup struct {
	model bjtModel
	list  []bjt
}

// A bjt is a transistor. Unknowns and positions in the Jacobian are of collector,
// base and emitter behind their resistances.
type bjt struct {
	triple
	sub, over              int32 // the substrate, and what it is under
	outerC, outerB, outerE int32

	rb        [4]int32 // base resistance that is not constant: both diagonals, both others
	bx        quad
	substrate quad

	qbe, qbc, qbx, qsub   int32 // charges, -1 for none
	state                 int32 // of vbe, vbc, vsub, and two of the excess phase
	area, areaBC, areaSub float64
	gc, ge                float64 // conductances in front of collector and emitter; 0 for none
	gx                    float64 // conductance in front of the base where it is constant; 0 for none
	is, reverse, ise, isc float64 // saturation currents
	ikf, ikr              float64 // inverse knee currents
	cje, cjs              float64 // capacitances at 0 V
	cjc, cjx              float64 // of base and collector behind and in front of the base resistance
	vcrit, vcritSub       float64
	icBE, icCE            float64 // initial voltages; NaN when not given
	gmins                 float64 // parallel transistors, each with gmin at its junctions
	off                   bool
}

func newBJTs(_ *builder, m *netlist.Model, t temps) (family, error) {
	d, err := newBJTModel(m, t)
	return &bjtGroup{model: d}, err
}

func (g *bjtGroup) inner(b *builder, e *netlist.Element) inner {
	in := inner{outer(e, 0), outer(e, 1), outer(e, 2)}
	m := &g.model
	for k, r := range [...]float64{m.rc, m.rb, m.re} {
		if r != 0 {
			in[k] = b.innerNode(e, [...]string{"collector", "base", "emitter"}[k])
		}
	}
	return in
}

func (g *bjtGroup) add(b *builder, e *netlist.Element, at place) error {
	m := &g.model
	if !(e.Area*e.M > 0) {
		return elementError(e, "got area %g, want it positive", e.Area*e.M)
	}
	t := bjt{triple: triple{c: at.in[0], b: at.in[1], e: at.in[2]}, sub: b.node[e.Nodes[3]],
		outerC: b.node[e.Nodes[0]], outerB: b.node[e.Nodes[1]], outerE: b.node[e.Nodes[2]],
		qbe: -1, qbc: -1, qbx: -1, qsub: -1, state: b.voltages(8), area: e.Area * e.M, gmins: e.M, off: e.Off,
		icBE: valueOr(e, "icvbe", math.NaN()), icCE: valueOr(e, "icvce", math.NaN())}
	underBase, underCollector := valueOr(e, "areab", e.Area)*e.M, valueOr(e, "areac", e.Area)*e.M
	t.areaBC, t.areaSub = underBase, underCollector
	if m.lateral {
		t.areaBC, t.areaSub = underCollector, underBase
	}
	if m.cje != 0 || m.tf != 0 {
		t.qbe = b.checkedCharge()
	}
	if m.cjc*m.xcjc != 0 || m.tr != 0 {
		t.qbc = b.checkedCharge()
	}
	if m.cjs != 0 {
		t.qsub = b.checkedCharge()
	}
	if m.cjc*(1-m.xcjc) != 0 {
		t.qbx = b.uncheckedCharge()
	}
	if m.rc != 0 {
		t.gc = t.area / m.rc
	}
	if m.re != 0 {
		t.ge = t.area / m.re
	}
	if r := m.rbm / t.area; m.rbm == m.rb && m.irb == 0 && r != 0 {
		t.gx = 1 / r
	}
	t.is, t.reverse = m.is*t.area, m.is*t.area*t.areaBC/t.gmins // ngspice has both areas
	t.ise, t.isc = m.ise*t.area, m.isc*t.areaBC
	t.ikf, t.ikr = m.ikf/t.area, m.ikr/t.area
	t.cje, t.cjs = m.cje*t.area, m.cjs*t.areaSub
	t.cjc, t.cjx = m.cjc*m.xcjc*t.areaBC, m.cjc*(1-m.xcjc)*t.areaBC
	if t.over = t.c; m.lateral {
		t.over = t.b
	}
	t.vcrit = critical(m.vt, m.is*e.Area)
	t.vcritSub = critical(m.vt, m.iss*e.Area)
	g.list = append(g.list, t)
	return nil
}

func (g *bjtGroup) parts() int { return len(g.list) }

func (g *bjtGroup) renumber(checked int32) {
	for k := range g.list {
		if t := &g.list[k]; t.qbx >= 0 {
			t.qbx += checked
		}
	}
}

func (g *bjtGroup) visit(f visit) {
	m := &g.model
	for k := range g.list {
		t := &g.list[k]
		if m.rc != 0 {
			f.branch(t.outerC, t.c, t.gc, 0)
		}
		if m.re != 0 {
			f.branch(t.outerE, t.e, t.ge, 0)
		}
		if t.gx != 0 {
			f.branch(t.outerB, t.b, t.gx, 0)
		} else if m.rb != 0 {
			f(t.outerB, t.outerB, &t.rb[0], 0, 0)
			f(t.b, t.b, &t.rb[1], 0, 0)
			f(t.outerB, t.b, &t.rb[2], 0, 0)
			f(t.b, t.outerB, &t.rb[3], 0, 0)
		}
		t.triple.visit(f)
		t.bx.visit(f, t.outerB, t.c)
		t.substrate.visit(f, t.sub, t.over)
	}
}

func (g *bjtGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	outer, rows := [3]int32{s.node(e, 0), s.node(e, 1), s.node(e, 2)}, []int32{at.in[0], at.in[1], at.in[2]}
	s.pairs(group, rows)
	for k, u := range outer {
		if u != at.in[k] {
			s.admittance(group, u, at.in[k])
			rows = append(rows, u, at.in[k])
		}
	}
	over := at.in[0]
	if g.model.lateral {
		over = at.in[1]
	}
	s.admittance(group, s.node(e, 3), over)
	s.finish(group, e, append(rows, s.node(e, 3), over), e.Area*e.M, s.volts(at.in[1], at.in[2]), s.volts(at.in[1], at.in[0]))
}
