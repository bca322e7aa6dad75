package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// jfetGroup is the junction FETs of one model: Shichman and Hodges' equations with
// Parker and Skellern's doping tail [1].
//
// [1] A. E. Parker and D. J. Skellern, IEEE Trans. CAD 9:551–553, 1990.
type jfetGroup struct {
	model jfetModel
	list  []jfet
}

// jfetModel has the parameters at the temperature of the devices, for a unit of
// area.
type jfetModel struct {
	sign          float64 // 1 for n channel, -1 for p channel
	vto, beta     float64
	lambda        float64
	b, tail       float64
	rd, rs        float64
	is, vt, vcrit float64
	cgs, cgd      float64
	junction      depletion
}

// A jfet is a transistor with drain, gate and source as collector, base and emitter.
type jfet struct {
	triple
	outerD, outerS int32
	qgs, qgd       int32 // charges, -1 for none
	state          int32 // of vgs and vgd
	area, gmins    float64
	icDS, icGS     float64 // initial voltages; NaN when not given
	off            bool
}

var jfetParams = []parameter{
	{"vto", -2, "V", "threshold"}, {"beta", 1e-4, "A/V²", "transconductance"}, {"lambda", 0, "1/V", "channel length modulation"},
	{"b", 1, "", "doping tail"}, {"rd", 0, "Ω", "drain resistance"}, {"rs", 0, "Ω", "source resistance"},
	{"is", 1e-14, "A", "saturation current of the gate"}, {"cgs", 0, "F", "capacitance of gate and source at 0 V"}, {"cgd", 0, "F", "capacitance of gate and drain at 0 V"},
	{"pb", 1, "V", "built-in potential"}, {"fc", 0.5, "", "forward bias of depletion over its potential"}, {"tnom", 27, "°C", "temperature of the parameters"},
}

var jfetAliases = map[string]string{"vt0": "vto", "tref": "tnom"}

func newJFETs(_ *builder, m *netlist.Model, t temps) (family, error) {
	silent := []string{"kf", "af", "level", "alpha", "vk", "n", "isr", "nr"} // the last five are of other programs
	if t.device == t.nominal {
		silent = append(silent, "betatce", "bex", "vtotc", "tcv", "xti")
	}
	p, err := readParameters(m, jfetParams, jfetAliases, silent, 1)
	if err != nil {
		return nil, err
	}
	if err := t.check(m); err != nil {
		return nil, err
	}
	v, vt := p.v, thermal(t.device)
	d := jfetModel{sign: 1, vto: v["vto"], beta: v["beta"], lambda: v["lambda"], b: v["b"], rd: v["rd"], rs: v["rs"], vt: vt}
	if m.Type == netlist.PJF {
		d.sign = -1
	}
	if !(v["is"] > 0) || !(v["pb"] > 0) || !(v["fc"] < 1) || !(d.rd >= 0) || !(d.rs >= 0) || v["pb"] == v["vto"] {
		return nil, modelError(m, "got is=%g pb=%g fc=%g rd=%g rs=%g vto=%g, want is and pb positive, fc below 1, rd and rs not negative, vto other than pb",
			v["is"], v["pb"], v["fc"], d.rd, d.rs, d.vto)
	}
	d.is = v["is"] * math.Exp((t.device/t.nominal-1)*1.11/vt)
	d.tail = (1 - d.b) / (v["pb"] - d.vto)
	c := t.capacitance(0.5, v["pb"])
	d.cgs, d.cgd = v["cgs"]*c, v["cgd"]*c
	d.junction = newDepletion(t.potential(v["pb"]), 0.5, min(v["fc"], 0.95))
	d.vcrit = critical(vt, d.is)
	return &jfetGroup{model: d}, nil
}

func (g *jfetGroup) inner(b *builder, e *netlist.Element) inner {
	in := inner{outer(e, 0), outer(e, 2)}
	if g.model.rd != 0 {
		in[0] = b.innerNode(e, "drain")
	}
	if g.model.rs != 0 {
		in[1] = b.innerNode(e, "source")
	}
	return in
}

func (g *jfetGroup) add(b *builder, e *netlist.Element, at place) error {
	if !(e.Area*e.M > 0) {
		return elementError(e, "got area %g, want it positive", e.Area*e.M)
	}
	t := jfet{triple: triple{c: at.in[0], b: b.node[e.Nodes[1]], e: at.in[1]}, outerD: b.node[e.Nodes[0]], outerS: b.node[e.Nodes[2]],
		qgs: -1, qgd: -1, state: b.voltages(2), area: e.Area * e.M, gmins: e.M, off: e.Off,
		icDS: valueOr(e, "icvds", math.NaN()), icGS: valueOr(e, "icvgs", math.NaN())}
	if g.model.cgs != 0 {
		t.qgs = b.checkedCharge()
	}
	if g.model.cgd != 0 {
		t.qgd = b.checkedCharge()
	}
	g.list = append(g.list, t)
	return nil
}

func (g *jfetGroup) parts() int { return len(g.list) }

func (g *jfetGroup) visit(f visit) {
	m := &g.model
	for k := range g.list {
		t := &g.list[k]
		if m.rd != 0 {
			f.branch(t.outerD, t.c, t.area/m.rd, 0)
		}
		if m.rs != 0 {
			f.branch(t.outerS, t.e, t.area/m.rs, 0)
		}
		t.triple.visit(f)
	}
}

func (g *jfetGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	rows := []int32{at.in[0], s.node(e, 1), at.in[1]}
	s.pairs(group, rows)
	for k, u := range [2]int32{s.node(e, 0), s.node(e, 2)} {
		if u != at.in[k] {
			s.admittance(group, u, at.in[k])
			rows = append(rows, u, at.in[k])
		}
	}
	s.finish(group, e, rows, e.Area*e.M, s.volts(rows[1], rows[2]), s.volts(rows[1], rows[0]))
}

func (g *jfetGroup) load(c *Circuit, e *newton.Eval) {
	m, x := &g.model, e.X
	for list := g.list; len(list) > 0; list = list[1:] { // a pointer that moves takes fewer instructions than a place in a list
		t := &list[0]
		if m.rd != 0 {
			contribute(e, t.outerD, t.c, t.area/m.rd*(x[t.outerD]-x[t.c]))
		}
		if m.rs != 0 {
			contribute(e, t.outerS, t.e, t.area/m.rs*(x[t.outerS]-x[t.e]))
		}
		gs, gd := m.sign*(x[t.b]-x[t.e]), m.sign*(x[t.b]-x[t.c])
		memory := (*[2]float64)(c.last[t.state:])
		pgs, pgd := m.point(t, gs, gd, memory, e)
		memory[0], memory[1] = pgs, pgd
		var o currents
		o.transport = m.channel(t.area, pgs, pgd)
		gmin := e.Gmin * t.gmins
		i, cond := diffusion(pgs, m.is*t.area, m.vt)
		o.be = slope{i + gmin*pgs, cond + gmin, 0}
		i, cond = diffusion(pgd, m.is*t.area, m.vt)
		o.bc = slope{i + gmin*pgd, 0, cond + gmin}
		if t.qgs >= 0 {
			q, cap := m.junction.at(pgs)
			o.be.charge(slope{q * m.cgs * t.area, cap * m.cgs * t.area, 0}, t.qgs, m.sign, e)
		}
		if t.qgd >= 0 {
			q, cap := m.junction.at(pgd)
			o.bc.charge(slope{q * m.cgd * t.area, 0, cap * m.cgd * t.area}, t.qgd, m.sign, e)
		}
		o.move(gs-pgs, gd-pgd)
		o.stamp(&t.triple, m.sign, e)
	}
}

// point returns the gate voltages at which a transistor is evaluated.
func (m *jfetModel) point(t *jfet, gs, gd float64, last *[2]float64, e *newton.Eval) (float64, float64) {
	switch e.Mode {
	case newton.Guess:
		e.Limited++
		if t.off {
			return 0, 0
		}
		return -1, -1
	case newton.Initial:
		if t.icGS == t.icGS {
			gs = m.sign * t.icGS
		}
		if t.icDS == t.icDS {
			gd = gs - m.sign*t.icDS
		}
		return gs, gd
	}
	gs, one := limitBase(gs, last[0], m.vt, m.vcrit)
	gd, two := limitBase(gd, last[1], m.vt, m.vcrit)
	if one || two {
		e.Limited++
	}
	return limitGate(gs, last[0], m.vto), limitGate(gd, last[1], m.vto)
}

// channel returns the current from drain to source with its derivatives by vgs and
// vgd. The lower of drain and source acts as source.
func (m *jfetModel) channel(area, gs, gd float64) slope {
	if gs >= gd {
		i, gm, gds := m.forward(m.beta*area, gs-m.vto, gs-gd)
		return slope{i, gm + gds, -gds}
	}
	i, gm, gds := m.forward(m.beta*area, gd-m.vto, gd-gs)
	return slope{-i, gds, -gm - gds}
}

// forward returns the current for a gate that is over above the threshold, with its
// derivatives by over and by the drain voltage.
//
//	saturation  i = β·(1+λ·vds)·over²·(b + tail·over)
//	linear      i = β·(1+λ·vds)·vds·(over·(2b + 3·tail·(over-vds)) + vds·(tail·vds - b))
func (m *jfetModel) forward(beta, over, vds float64) (i, gm, gds float64) {
	if over <= 0 {
		return 0, 0, 0
	}
	scale := beta * (1 + m.lambda*vds)
	if over < vds {
		shape := over * over * (m.b + m.tail*over)
		return scale * shape, scale * over * (2*m.b + 3*m.tail*over), m.lambda * beta * shape
	}
	apart := 2*m.b + 3*m.tail*(over-vds)
	shape := vds * (vds*(m.tail*vds-m.b) + over*apart)
	return scale * shape, scale * vds * (apart + 3*m.tail*over), scale*(over-vds)*apart + m.lambda*beta*shape
}
