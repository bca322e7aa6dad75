package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// mesfetGroup is the gallium arsenide FETs of one model: Statz's equations [1]. As in
// ngspice, temperatures have no effect.
//
// [1] H. Statz, P. Newman, I. W. Smith, R. A. Pucel and H. A. Haus, IEEE Trans. Electron
// Devices 34:160–169, 1987.
type mesfetGroup struct {
	model mesfetModel
	list  []mesfet
}

// mesfetModel has the parameters for a unit of area.
type mesfetModel struct {
	sign           float64 // 1 for n channel, -1 for p channel
	vto, beta      float64
	b, alpha       float64
	lambda         float64
	rd, rs         float64
	is, vt, vcrit  float64
	cgs, cgd, pb   float64
	corner, inside float64 // of the charge: 1/alpha, and the root at the largest depletion voltage
}

// A mesfet is a transistor with drain, gate and source as collector, base and emitter.
type mesfet struct {
	triple
	outerD, outerS int32
	charge         int32 // of gate and source, in front of that of gate and drain; -1 for none
	state          int32 // of mesfetKept
	area, gmins    float64
	icDS, icGS     float64 // initial voltages; NaN when not given
	off            bool
}

// mesfetKept is what a transistor keeps of an evaluation: vgs, vgd and both charges.
const mesfetKept = 4

var mesfetParams = []parameter{
	{"vto", -2, "V", "threshold"}, {"beta", 2.5e-3, "A/V²", "transconductance"}, {"b", 0.3, "1/V", "doping tail"},
	{"alpha", 2, "1/V", "saturation voltage"}, {"lambda", 0, "1/V", "channel length modulation"},
	{"rd", 0, "Ω", "drain resistance"}, {"rs", 0, "Ω", "source resistance"}, {"is", 1e-14, "A", "saturation current of the gate"},
	{"cgs", 0, "F", "capacitance of gate and source at 0 V"}, {"cgd", 0, "F", "capacitance of gate and drain at 0 V"}, {"pb", 1, "V", "built-in potential"},
}

func newMESFETs(_ *builder, m *netlist.Model, _ temps) (family, error) {
	// tnom and fc have no place in the equations.
	p, err := readParameters(m, mesfetParams, map[string]string{"vt0": "vto"}, []string{"kf", "af", "level", "tnom", "fc"}, 1)
	if err != nil {
		return nil, err
	}
	v, vt := p.v, thermal(reference)
	d := mesfetModel{sign: 1, vto: v["vto"], beta: v["beta"], b: v["b"], alpha: v["alpha"], lambda: v["lambda"], rd: v["rd"], rs: v["rs"],
		is: v["is"], vt: vt, vcrit: critical(vt, v["is"]), cgs: v["cgs"], cgd: v["cgd"], pb: v["pb"]}
	if m.Type == netlist.PMF {
		d.sign = -1
	}
	if !(d.is > 0) || !(d.pb > widest) || !(d.alpha > 0) || !(d.rd >= 0) || !(d.rs >= 0) {
		return nil, modelError(m, "got is=%g pb=%g alpha=%g rd=%g rs=%g, want is and alpha positive, pb above %g, rd and rs not negative", d.is, d.pb, d.alpha, d.rd, d.rs, widest)
	}
	d.corner, d.inside = 1/d.alpha, math.Sqrt(1-widest/d.pb)
	return &mesfetGroup{model: d}, nil
}

func (g *mesfetGroup) inner(b *builder, e *netlist.Element) inner {
	in := inner{outer(e, 0), outer(e, 2)}
	if g.model.rd != 0 {
		in[0] = b.innerNode(e, "drain")
	}
	if g.model.rs != 0 {
		in[1] = b.innerNode(e, "source")
	}
	return in
}

func (g *mesfetGroup) add(b *builder, e *netlist.Element, at place) error {
	if !(e.Area*e.M > 0) {
		return elementError(e, "got area %g, want it positive", e.Area*e.M)
	}
	t := mesfet{triple: triple{c: at.in[0], b: b.node[e.Nodes[1]], e: at.in[1]}, outerD: b.node[e.Nodes[0]], outerS: b.node[e.Nodes[2]],
		charge: -1, state: b.voltages(mesfetKept), area: e.Area * e.M, gmins: e.M, off: e.Off,
		icDS: valueOr(e, "icvds", math.NaN()), icGS: valueOr(e, "icvgs", math.NaN())}
	if g.model.cgs != 0 || g.model.cgd != 0 {
		t.charge = b.checkedCharge()
		b.checkedCharge()
	}
	g.list = append(g.list, t)
	return nil
}

func (g *mesfetGroup) parts() int { return len(g.list) }

func (g *mesfetGroup) visit(f visit) {
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

func (g *mesfetGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
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

func (g *mesfetGroup) load(c *Circuit, e *newton.Eval) {
	m, x := &g.model, e.X
	for k := range g.list {
		t := &g.list[k]
		if m.rd != 0 {
			contribute(e, t.outerD, t.c, t.area/m.rd*(x[t.outerD]-x[t.c]))
		}
		if m.rs != 0 {
			contribute(e, t.outerS, t.e, t.area/m.rs*(x[t.outerS]-x[t.e]))
		}
		gs, gd := m.sign*(x[t.b]-x[t.e]), m.sign*(x[t.b]-x[t.c])
		kept, then := (*[mesfetKept]float64)(c.last[t.state:]), (*[mesfetKept]float64)(c.accepted[t.state:])
		pgs, pgd := m.point(t, gs, gd, kept, e)
		kept[0], kept[1] = pgs, pgd
		var o currents
		o.transport = m.channel(t.area, pgs, pgd)
		gmin := e.Gmin * t.gmins
		i, cond := diffusion(pgs, m.is*t.area, m.vt)
		o.be = slope{i + gmin*pgs, cond + gmin, 0}
		i, cond = diffusion(pgd, m.is*t.area, m.vt)
		o.bc = slope{i + gmin*pgd, 0, cond + gmin}
		if t.charge >= 0 {
			source, drain := m.charges(t.area, pgs, pgd, then, e.A0 == 0)
			kept[2], kept[3] = source.i, drain.i
			o.be.charge(source, t.charge, m.sign, e)
			o.bc.charge(drain, t.charge+1, m.sign, e)
		}
		o.move(gs-pgs, gd-pgd)
		o.stamp(&t.triple, m.sign, e)
	}
}

// point returns the gate voltages at which a transistor is evaluated.
func (m *mesfetModel) point(t *mesfet, gs, gd float64, last *[mesfetKept]float64, e *newton.Eval) (float64, float64) {
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
func (m *mesfetModel) channel(area, gs, gd float64) slope {
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
//	i = β·(1+λ·vds)·over²/(1+b·over)·(1 - (1-α·vds/3)³)
//
// where the last factor is 1 from vds = 3/α on.
func (m *mesfetModel) forward(beta, over, vds float64) (i, gm, gds float64) {
	if over <= 0 {
		return 0, 0, 0
	}
	in := 1 / (1 + m.b*over)
	square := beta * over * over * in
	by := beta * over * (2 - m.b*over*in) * in
	share, bend := 1.0, 0.0
	if rest := 1 - m.alpha*vds/3; rest > 0 {
		share, bend = 1-rest*rest*rest, m.alpha*rest*rest
	}
	long := 1 + m.lambda*vds
	return long * square * share, long * by * share, square * (long*bend + m.lambda*share)
}

const (
	widest = 0.5 // V, at which the depletion of the gate is no longer a root of the voltage
	smooth = 0.2 // V, over which the gate's charge stops at the threshold
)

// gate returns the charge of the gate with its derivatives by vgs and vgd.
func (m *mesfetModel) gate(gs, gd float64) slope {
	ds := gs - gd
	root := math.Sqrt(ds*ds + m.corner*m.corner)
	upper := 0.5 * (gs + gd + root) // near the larger of both
	lower := upper - root
	bend := math.Sqrt((upper-m.vto)*(upper-m.vto) + smooth*smooth)
	v := 0.5 * (upper + m.vto + bend) // not below the threshold
	left, beyond := m.inside, 0.0
	if v < widest {
		left = math.Sqrt(1 - v/m.pb)
	} else {
		beyond = (v - widest) / left
	}
	q := m.cgs*(2*m.pb*(1-left)+beyond) + m.cgd*lower
	c := m.cgs / left * 0.5 * (1 + (upper-m.vto)/bend)
	more := 0.5 * (1 + ds/root)
	less := more - ds/root
	return slope{q, c*more + m.cgd*less, c*less + m.cgd*more}
}

// charges returns the charges of gate and source and of gate and drain. Each grows by the
// mean of what the charge of the gate grows by when its voltage changes first, or last.
// then has the voltages and charges of the accepted step.
func (m *mesfetModel) charges(area, gs, gd float64, then *[mesfetKept]float64, rest bool) (source, drain slope) {
	q := m.gate(gs, gd)
	q = slope{q.i * area, q.be * area, q.bc * area}
	if rest {
		return q, q
	}
	before, source1, drain1 := m.gate(then[0], then[1]), m.gate(gs, then[1]), m.gate(then[0], gd)
	half := 0.5 * area
	source = slope{then[2] + half*(source1.i-before.i) + 0.5*q.i - half*drain1.i, 0.5*q.be + half*source1.be, 0.5*q.bc - half*drain1.bc}
	drain = slope{then[3] + half*(drain1.i-before.i) + 0.5*q.i - half*source1.i, 0.5*q.be - half*source1.be, 0.5*q.bc + half*drain1.bc}
	return source, drain
}
