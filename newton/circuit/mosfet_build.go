package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton/netlist"
)

func newMOSFETs(b *builder, m *netlist.Model, t temps) (family, error) {
	d, err := newMOSModel(m, t)
	return &mosGroup{model: d}, err
}

func (g *mosGroup) inner(b *builder, e *netlist.Element) inner {
	in := inner{outer(e, 0), outer(e, 2)}
	drain, source := g.model.ohms(e)
	if drain != 0 {
		in[0] = b.innerNode(e, "drain")
	}
	if source != 0 {
		in[1] = b.innerNode(e, "source")
	}
	return in
}

func (g *mosGroup) add(b *builder, e *netlist.Element, at place) error {
	m := &g.model
	length, width := e.L-2*m.ld+m.xl, e.W+m.xw
	if !(length > 0) || !(width > 0) || !(e.M > 0) {
		return elementError(e, "got w=%g, l=%g, ld=%g, m=%g, want w, l-2*ld and m positive", e.W, e.L, m.ld, e.M)
	}
	kept := int32(3)
	if m.keeps() {
		kept = keptAll
	}
	t := mosfet{d: at.in[0], g: b.node[e.Nodes[1]], s: at.in[1], b: b.node[e.Nodes[3]],
		outerD: b.node[e.Nodes[0]], outerS: b.node[e.Nodes[2]], state: b.voltages(kept), off: e.Off,
		qd: -1, qs: -1, gate: [3]int32{-1, -1, -1}}
	t.tied, t.grounded = t.s == t.b, t.b == b.c.ground
	z := m.size(e, length, width)
	t.ohmic = z.drain != 0 || z.src != 0
	if z.cd != 0 || z.cdsw != 0 {
		t.qd = b.uncheckedCharge()
	}
	if (z.cs != 0 || z.cssw != 0) && !t.tied {
		t.qs = b.uncheckedCharge()
	}
	if m.keeps() {
		y := newMeyer(m, m.cox*length*e.M*width, z.overlap)
		z.overlap = [3]float64{}
		for k := range y.charge {
			y.charge[k] = b.checkedCharge()
		}
		g.gates = append(g.gates, y)
	}
	for k, c := range z.overlap {
		if c != 0 {
			t.gate[k] = b.checkedCharge()
		}
	}
	t.size = b.size(g, z)
	none := math.NaN()
	if ic := (bias{valueOr(e, "icvds", none), valueOr(e, "icvgs", none), valueOr(e, "icvbs", none)}); ic.ds == ic.ds || ic.gs == ic.gs || ic.bs == ic.bs {
		if g.ics == nil {
			g.ics = map[int]bias{}
		}
		g.ics[len(g.list)] = ic
	}
	g.list = append(g.list, t)
	return nil
}

// size returns what e makes of the model with an effective length and width.
func (m *mosModel) size(e *netlist.Element, length, width float64) mosSize {
	z := mosSize{beta: m.kp * e.M * width / length, isd: e.M * m.is, iss: e.M * m.is,
		cd: e.M * m.cj * e.AD, cs: e.M * m.cj * e.AS, cdsw: e.M * m.cjsw * e.PD, cssw: e.M * m.cjsw * e.PS,
		overlap: [3]float64{toSource: m.cgso * e.M * width, toDrain: m.cgdo * e.M * width, toBulk: m.cgbo * e.M * length}}
	if m.law != nil {
		z.width, z.copies, z.length = width, e.M, length
	}
	if m.js != 0 && e.AD != 0 && e.AS != 0 {
		z.isd, z.iss = e.M*m.js*e.AD, e.M*m.js*e.AS
	}
	if m.hasCBD {
		z.cd = e.M * m.cbd
	}
	if m.hasCBS {
		z.cs = e.M * m.cbs
	}
	z.critd = m.vt * math.Log(m.vt/(math.Sqrt2*z.isd))
	z.crits = m.vt * math.Log(m.vt/(math.Sqrt2*z.iss))
	drain, source := m.ohms(e)
	if drain != 0 {
		z.drain = e.M / drain
	}
	if source != 0 {
		z.src = e.M / source
	}
	return z
}

// size returns the number of z among the sizes of g.
func (b *builder) size(g *mosGroup, z mosSize) int32 {
	key := sized{g, z}
	k, ok := b.sizes[key]
	if !ok {
		k = int32(len(g.sizes))
		g.sizes = append(g.sizes, z)
		b.sizes[key] = k
		if g.model.law != nil {
			g.model.law.prepare(&g.model, &z)
		}
	}
	return k
}

func (g *mosGroup) parts() int { return len(g.list) }

// renumber puts the charges that are not checked behind those that are.
func (g *mosGroup) renumber(checked int32) {
	for k := range g.list {
		t := &g.list[k]
		if t.qd >= 0 {
			t.qd += checked
		}
		if t.qs >= 0 {
			t.qs += checked
		}
	}
}

func (g *mosGroup) visit(f visit) {
	for k := range g.list {
		t := &g.list[k]
		f.mosfet(t, &g.sizes[t.size])
	}
	for k := range g.gates {
		f.gate(&g.list[k], &g.gates[k])
	}
}

// mosfet visits all sixteen positions, also those that nothing is added to
// without gate-bulk capacitance, as other simulators have them.
func (f visit) mosfet(t *mosfet, z *mosSize) {
	if z.drain != 0 {
		f.branch(t.outerD, t.d, z.drain, 0)
	}
	if z.src != 0 {
		f.branch(t.outerS, t.s, z.src, 0)
	}
	for k, u := range [3]int32{toSource: t.s, toDrain: t.d, toBulk: t.b} {
		if z.overlap[k] != 0 {
			f.branch(t.g, u, 0, z.overlap[k])
		}
	}
	f(t.d, t.d, &t.dd, 0, 0)
	f(t.d, t.g, &t.dg, 0, 0)
	f(t.d, t.s, &t.ds, 0, 0)
	f(t.d, t.b, &t.db, 0, 0)
	f(t.s, t.d, &t.sd, 0, 0)
	f(t.s, t.g, &t.sg, 0, 0)
	f(t.s, t.s, &t.ss, 0, 0)
	f(t.s, t.b, &t.sb, 0, 0)
	f(t.b, t.d, &t.bd, 0, 0)
	f(t.b, t.s, &t.bs, 0, 0)
	f(t.b, t.b, &t.bb, 0, 0)
	for _, u := range [...]int32{t.d, t.g, t.s, t.b} {
		f(t.g, u, nil, 0, 0)
	}
	f(t.b, t.g, nil, 0, 0)
}

// gate visits the positions of the capacitances of a gate.
func (f visit) gate(t *mosfet, y *meyer) {
	f(t.g, t.g, &y.gg, 0, 0)
	for k, u := range [3]int32{t.s, t.d, t.b} {
		f(t.g, u, &y.row[k], 0, 0)
	}
	f(t.b, t.g, &y.bg, 0, 0)
}

// stamp lists all pairs of the terminals of a transistor, and its resistances.
func (g *mosGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	outer := [4]int32{s.node(e, 0), s.node(e, 1), s.node(e, 2), s.node(e, 3)}
	t := [4]int32{at.in[0], outer[1], at.in[1], outer[3]}
	rows := t[:]
	s.pairs(group, rows)
	for _, k := range [...]int{0, 2} {
		if t[k] != outer[k] {
			s.admittance(group, outer[k], t[k])
			rows = append(rows, outer[k], t[k])
		}
	}
	m := e.M
	s.finish(group, e, rows, m*e.W, e.L, m*e.AD, m*e.AS, m*e.PD, m*e.PS, e.NRD, e.NRS, s.volts(t[1], t[2]), s.volts(t[0], t[2]), s.volts(t[3], t[2]))
}
