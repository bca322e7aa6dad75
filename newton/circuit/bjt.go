package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
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
	sub                    int32
	outerC, outerB, outerE int32

	rb        [4]int32 // base resistance: both diagonals, both others
	bx        quad
	substrate quad

	qbe, qbc, qbx, qsub   int32 // charges, -1 for none
	state                 int32 // of vbe, vbc, vsub, and two of the excess phase
	area, areaBC, areaSub float64
	gc, ge                float64 // conductances in front of collector and emitter; 0 for none
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
		if m.rb != 0 {
			f(t.outerB, t.outerB, &t.rb[0], 0, 0)
			f(t.b, t.b, &t.rb[1], 0, 0)
			f(t.outerB, t.b, &t.rb[2], 0, 0)
			f(t.b, t.outerB, &t.rb[3], 0, 0)
		}
		t.triple.visit(f)
		t.bx.visit(f, t.outerB, t.c)
		t.substrate.visit(f, t.sub, g.over(t))
	}
}

// over returns the unknown that the substrate is under.
func (g *bjtGroup) over(t *bjt) int32 {
	if g.model.lateral {
		return t.b
	}
	return t.c
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

func (g *bjtGroup) load(c *Circuit, e *newton.Eval) {
	m, x := &g.model, e.X
	for k := range g.list {
		t := &g.list[k]
		if t.gc != 0 {
			contribute(e, t.outerC, t.c, t.gc*(x[t.outerC]-x[t.c]))
		}
		if t.ge != 0 {
			contribute(e, t.outerE, t.e, t.ge*(x[t.outerE]-x[t.e]))
		}
		over := g.over(t)
		now := bjtBias{m.sign * (x[t.b] - x[t.e]), m.sign * (x[t.b] - x[t.c]), m.substrateSign() * (x[t.sub] - x[over])}
		memory, accepted := (*[8]float64)(c.last[t.state:]), (*[8]float64)(c.accepted[t.state:])
		at := now // in the first iteration of a step, what was kept goes on, as in SPICE
		if e.Mode == newton.Predict {
			r := e.Step / e.Before
			at = bjtBias{accepted[0] + r*(accepted[0]-accepted[5]), accepted[1] + r*(accepted[1]-accepted[6]), accepted[2]}
		}
		p := m.point(t, at, bjtBias{memory[0], memory[1], memory[2]}, e)
		memory[5], memory[6], memory[7] = accepted[0], accepted[1], accepted[2]
		memory[0], memory[1], memory[2] = p.be, p.bc, p.sub
		var o bjtOutput
		m.direct(t, p, e.Gmin*t.gmins, &o)
		if m.phase != 0 {
			m.delay(&o, memory[3:5], accepted[3:5], e)
		}
		if m.rb != 0 {
			o.base(m, t)
			contribute(e, t.outerB, t.b, o.gx*(x[t.outerB]-x[t.b]))
			e.J[t.rb[0]] += o.gx
			e.J[t.rb[1]] += o.gx
			e.J[t.rb[2]] -= o.gx
			e.J[t.rb[3]] -= o.gx
		}
		m.charges(t, p, &o, e)
		m.outerCharge(t, e)
		m.substrateCurrent(t, over, p.sub, now.sub, e)
		o.move(now.be-p.be, now.bc-p.bc)
		o.stamp(&t.triple, m.sign, e)
	}
}

// A bjtBias is where a transistor is evaluated, for a pnp with the other sign.
type bjtBias struct{ be, bc, sub float64 }

// substrateSign is the sign of the voltage of the substrate's junction.
func (m *bjtModel) substrateSign() float64 {
	if m.lateral {
		return -m.sign
	}
	return m.sign
}

// point returns the bias at which a transistor is evaluated.
func (m *bjtModel) point(t *bjt, now, last bjtBias, e *newton.Eval) bjtBias {
	switch e.Mode {
	case newton.Guess:
		e.Limited++
		if t.off {
			return bjtBias{}
		}
		return bjtBias{be: t.vcrit}
	case newton.Initial:
		if t.icBE == t.icBE {
			now.be = m.sign * t.icBE
		}
		if t.icCE == t.icCE {
			now.bc = now.be - m.sign*t.icCE
		}
		return now
	}
	var be, bc, sub bool
	now.be, be = limitBase(now.be, last.be, m.vt, t.vcrit)
	now.bc, bc = limitBase(now.bc, last.bc, m.vt, t.vcrit)
	now.sub, sub = limitBase(now.sub, last.sub, m.vt, t.vcritSub)
	if be || bc || sub {
		e.Limited++
	}
	return now
}

// bjtOutput is what a transistor does at a bias: the current from collector to
// emitter and the currents from the base to both.
type bjtOutput struct {
	currents
	forward, reverse slope // transport over the base charge's share: currents of ideal junctions
	qb               slope // base charge over its value at equilibrium
	gx               float64
}

// direct computes the currents at p without charges.
//
//	transport = (forward - reverse)/qb
func (m *bjtModel) direct(t *bjt, p bjtBias, gmin float64, o *bjtOutput) {
	o.forward.i, o.forward.be = diffusion(p.be, m.is*t.area, m.vf)
	o.reverse.i, o.reverse.bc = diffusion(p.bc, m.is*t.area*t.areaBC/t.gmins, m.vr) // ngspice has both areas
	o.be = slope{o.forward.i/m.bf + gmin*p.be, o.forward.be/m.bf + gmin, 0}
	if m.ise != 0 {
		i, g := diffusion(p.be, m.ise*t.area, m.ve)
		o.be.i, o.be.be = o.be.i+i, o.be.be+g
	}
	o.bc = slope{o.reverse.i/m.br + gmin*p.bc, 0, o.reverse.bc/m.br + gmin}
	if m.isc != 0 {
		i, g := diffusion(p.bc, m.isc*t.areaBC, m.vc)
		o.bc.i, o.bc.bc = o.bc.i+i, o.bc.bc+g
	}
	o.qb = m.baseCharge(t, p, o)
	o.transport = over(o.forward.i-o.reverse.i, o.forward.be, -o.reverse.bc, o.qb)
}

// over returns i/q for a current i with its derivatives.
func over(i, be, bc float64, q slope) slope {
	in := 1 / q.i
	r := i * in
	return slope{r, (be - r*q.be) * in, (bc - r*q.bc) * in}
}

// baseCharge returns the charge of the base: Early's effect and high injection.
func (m *bjtModel) baseCharge(t *bjt, p bjtBias, o *bjtOutput) slope {
	q1 := 1 / (1 - m.vaf*p.bc - m.var_*p.be)
	q := slope{q1, q1 * q1 * m.var_, q1 * q1 * m.vaf}
	if m.ikf == 0 && m.ikr == 0 {
		return q
	}
	f, r := m.ikf/t.area, m.ikr/t.area
	arg := max(0, 1+4*(f*o.forward.i+r*o.reverse.i))
	bend, slopeOf := 1.0, 2.0 // of arg^nkf, and its derivative by q2
	switch {
	case arg != 0 && m.root:
		bend = math.Sqrt(arg)
		slopeOf = 2 / bend
	case arg != 0:
		bend = math.Pow(arg, m.nkf)
		slopeOf = 4 * m.nkf * bend / arg
	}
	half := (1 + bend) / 2
	return slope{q1 * half, q1 * (q1*half*m.var_ + slopeOf/2*f*o.forward.be), q1 * (q1*half*m.vaf + slopeOf/2*r*o.reverse.bc)}
}

// base computes the conductance of the base resistance, which Newton's method sees
// as constant, as in SPICE.
func (o *bjtOutput) base(m *bjtModel, t *bjt) {
	least, more := m.rbm/t.area, (m.rb-m.rbm)/t.area
	r := least + more/o.qb.i
	if m.irb != 0 {
		a := max((o.be.i+o.bc.i)/(m.irb*t.area), 1e-9)
		z := (math.Sqrt(1+14.59025*a) - 1) / 2.4317 / math.Sqrt(a)
		tan := math.Tan(z)
		r = least + 3*more*(tan-z)/(z*tan*tan)
	}
	if r != 0 {
		o.gx = 1 / r
	}
}

// delay gives the transport current its excess phase: Weil and
// McNamee's second-order filter by backward Euler [1].
//
// [1] P. B. Weil and L. P. McNamee, IEEE Trans. Circuits and Systems 25:114–116, 1978.
func (m *bjtModel) delay(o *bjtOutput, now, then []float64, e *newton.Eval) {
	if e.A0 == 0 {
		now[0] = o.forward.i / o.qb.i
		now[1] = now[0]
		return
	}
	a := e.Step / m.phase
	b, ratio := 3*a*a, e.Step/e.Before
	denominator := 1 + 3*a + b
	share := b / denominator
	past := (then[0]*(1+ratio+3*a) - then[1]*ratio) / denominator
	now[0], now[1] = past+share*o.forward.i/o.qb.i, then[0]
	o.transport = over(share*o.forward.i-o.reverse.i, share*o.forward.be, -o.reverse.bc, o.qb)
	o.transport.i += past
}

// charges adds the currents that charge the junctions.
func (m *bjtModel) charges(t *bjt, p bjtBias, o *bjtOutput, e *newton.Eval) {
	if t.qbe >= 0 {
		q, c := m.be.at(p.be)
		q, c = q*m.cje*t.area, c*m.cje*t.area
		s := slope{q, c, 0}
		if d := m.diffusionCharge(t, p, o); m.tf != 0 {
			s = slope{q + m.tf*d.i, c + m.tf*d.be, m.tf * d.bc}
		}
		o.be.charge(s, t.qbe, m.sign, e)
	}
	if t.qbc >= 0 {
		q, c := m.bc.at(p.bc)
		cjc := m.cjc * m.xcjc * t.areaBC
		o.bc.charge(slope{m.tr*o.reverse.i + cjc*q, 0, m.tr*o.reverse.bc + cjc*c}, t.qbc, m.sign, e)
	}
}

// diffusionCharge returns the charge of the forward transport for a transit time
// of 1 s.
func (m *bjtModel) diffusionCharge(t *bjt, p bjtBias, o *bjtOutput) slope {
	f := o.forward
	if p.be <= 0 {
		return f
	}
	grow, steep, early := 0.0, 0.0, 0.0
	if m.xtf != 0 {
		grow = m.xtf
		if m.vtf != 0 {
			grow *= math.Exp(p.bc * m.vtf)
		}
		steep = grow
		if m.itf != 0 {
			share := f.i / (f.i + m.itf*t.area)
			grow *= share * share
			steep = grow * (3 - 2*share)
		}
		early = f.i * grow * m.vtf
	}
	return over(f.i*(1+grow), f.be*(1+steep), early, o.qb)
}

// outerCharge adds the current of the capacitance in front of the base resistance.
func (m *bjtModel) outerCharge(t *bjt, e *newton.Eval) {
	if t.qbx < 0 {
		return
	}
	q, c := m.bc.at(m.sign * (e.X[t.outerB] - e.X[t.c]))
	c0 := m.cjc * (1 - m.xcjc) * t.areaBC
	e.Q[t.qbx] = m.sign * q * c0
	contribute(e, t.outerB, t.c, e.A0*e.Q[t.qbx]+e.Hist[t.qbx])
	t.bx.add(e.J, e.A0*c*c0)
}

// substrateCurrent adds the current of the junction from the substrate.
func (m *bjtModel) substrateCurrent(t *bjt, over int32, v, now float64, e *newton.Eval) {
	gmin := e.Gmin * t.gmins
	i, g := gmin*v, gmin
	sign := m.substrateSign()
	if m.iss != 0 {
		is, gs := diffusion(v, m.iss*t.area, m.vs)
		i, g = i+is, g+gs
	}
	if t.qsub >= 0 {
		q, c := m.sub.at(v)
		q, c = q*m.cjs*t.areaSub, c*m.cjs*t.areaSub
		e.Q[t.qsub] = sign * q
		i += e.A0*q + sign*e.Hist[t.qsub]
		g += e.A0 * c
	}
	contribute(e, t.sub, over, sign*(i+g*(now-v)))
	t.substrate.add(e.J, g)
}
