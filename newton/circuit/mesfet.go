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
	gateModel
	beta, lambda   float64
	b, alpha       float64
	cgs, cgd, pb   float64
	corner, inside float64 // of the charge: 1/alpha, and the root at the largest depletion voltage
}

type mesfet struct {
	gateFET
	charge int32 // of the gate's source side, and behind it of its drain side; -1 for none
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
	d := mesfetModel{gateModel: gateModel{sign: 1, vto: v["vto"], rd: v["rd"], rs: v["rs"], is: v["is"], vt: vt, vcrit: critical(vt, v["is"])},
		beta: v["beta"], b: v["b"], alpha: v["alpha"], lambda: v["lambda"], cgs: v["cgs"], cgd: v["cgd"], pb: v["pb"]}
	if m.Type == netlist.PMF {
		d.sign = -1
	}
	if !(d.is > 0) || !(d.pb > widest) || !(d.alpha > 0) || !(d.rd >= 0) || !(d.rs >= 0) {
		return nil, modelError(m, "got is=%g pb=%g alpha=%g rd=%g rs=%g, want is and alpha positive, pb above %g, rd and rs not negative", d.is, d.pb, d.alpha, d.rd, d.rs, widest)
	}
	d.corner, d.inside = 1/d.alpha, math.Sqrt(1-widest/d.pb)
	return &mesfetGroup{model: d}, nil
}

func (g *mesfetGroup) inner(b *builder, e *netlist.Element) inner { return g.model.inner(b, e) }

func (g *mesfetGroup) add(b *builder, e *netlist.Element, at place) error {
	f, err := newGateFET(b, e, at, mesfetKept)
	if err != nil {
		return err
	}
	t := mesfet{f, -1}
	if g.model.cgs != 0 || g.model.cgd != 0 {
		t.charge = b.checkedCharge()
		b.checkedCharge()
	}
	g.list = append(g.list, t)
	return nil
}

func (g *mesfetGroup) parts() int { return len(g.list) }

func (g *mesfetGroup) visit(f visit) {
	for k := range g.list {
		g.model.visit(&g.list[k].gateFET, f)
	}
}

func (g *mesfetGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	g.model.stamp(s, group, e, at)
}

func (g *mesfetGroup) load(c *Circuit, e *newton.Eval) {
	m := &g.model
	for k := range g.list {
		t := &g.list[k]
		gs, gd := m.start(&t.gateFET, e)
		kept, then := (*[mesfetKept]float64)(c.last[t.state:]), (*[mesfetKept]float64)(c.accepted[t.state:])
		pgs, pgd := m.point(&t.gateFET, gs, gd, (*[2]float64)(kept[:]), e)
		kept[0], kept[1] = pgs, pgd
		var o currents
		over, ds, normal := m.drive(pgs, pgd)
		i, gm, gds := m.forward(m.beta*t.area, over, ds)
		o.transport = channelOf(i, gm, gds, normal)
		o.be, o.bc = m.junctions(&t.gateFET, pgs, pgd, e.Gmin)
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
