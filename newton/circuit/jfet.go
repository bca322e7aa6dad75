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
	gateModel
	beta, lambda float64
	b, tail      float64
	cgs, cgd     float64
	junction     depletion
}

type jfet struct {
	gateFET
	qgs, qgd int32 // charges, -1 for none
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
	d := jfetModel{gateModel: gateModel{sign: 1, vto: v["vto"], rd: v["rd"], rs: v["rs"], vt: vt}, beta: v["beta"], lambda: v["lambda"], b: v["b"]}
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

func (g *jfetGroup) inner(b *builder, e *netlist.Element) inner { return g.model.inner(b, e) }

func (g *jfetGroup) add(b *builder, e *netlist.Element, at place) error {
	f, err := newGateFET(b, e, at, 2)
	if err != nil {
		return err
	}
	t := jfet{f, -1, -1}
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
	for k := range g.list {
		g.model.visit(&g.list[k].gateFET, f)
	}
}

func (g *jfetGroup) stamp(s *stamper, group *assembly.Group, e *netlist.Element, at place) {
	g.model.stamp(s, group, e, at)
}

func (g *jfetGroup) load(c *Circuit, e *newton.Eval) {
	m := &g.model
	for list := g.list; len(list) > 0; list = list[1:] { // a pointer that moves takes fewer instructions than a place in a list
		t := &list[0]
		gs, gd := m.start(&t.gateFET, e)
		memory := (*[2]float64)(c.last[t.state:])
		pgs, pgd := m.point(&t.gateFET, gs, gd, memory, e)
		memory[0], memory[1] = pgs, pgd
		var o currents
		over, ds, normal := m.drive(pgs, pgd)
		i, gm, gds := m.forward(m.beta*t.area, over, ds)
		o.transport = channelOf(i, gm, gds, normal)
		o.be, o.bc = m.junctions(&t.gateFET, pgs, pgd, e.Gmin)
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
