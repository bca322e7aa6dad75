package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// smoothSwitches are the switches of one model of PSpice: a resistance that changes
// smoothly between two values with the voltage or the current that controls it.
type smoothSwitches struct {
	outside
	model smoothSwitchModel
	list  []smoothSwitch
}

// smoothSwitchModel has logarithms, of the resistance halfway and of the ratio of both
// resistances, and the control voltage or current halfway with its span.
type smoothSwitchModel struct{ middle, ratio, center, span float64 }

// A smoothSwitch from a to b.
type smoothSwitch struct {
	terminals
	at quad
	m  float64
}

var smoothSwitchParams = []parameter{
	{"von", 1, "V", "control at which it is on"}, {"voff", 0, "V", "control at which it is off"}, {"ron", 1, "Ω", "resistance when on"}, {"roff", 1e6, "Ω", "resistance when off"},
}

var smoothCurrentSwitchParams = []parameter{
	{"ion", 1e-3, "A", "control at which it is on"}, {"ioff", 0, "A", "control at which it is off"}, {"ron", 1, "Ω", "resistance when on"}, {"roff", 1e6, "Ω", "resistance when off"},
}

func newSmoothSwitches(_ *builder, m *netlist.Model, _ temps) (family, error) {
	table, on, off := smoothSwitchParams, "von", "voff"
	if m.Type == netlist.ISW {
		table, on, off = smoothCurrentSwitchParams, "ion", "ioff"
	}
	p, err := readParameters(m, table, map[string]string{"on": on, "off": off}, []string{"level"}, 1)
	if err != nil {
		return nil, err
	}
	v := p.v
	if !(v["ron"] > 0) || !(v["roff"] > 0) || v[on] == v[off] {
		return nil, modelError(m, "got ron=%g roff=%g %s=%g %s=%g, want both resistances positive and %s other than %s",
			v["ron"], v["roff"], on, v[on], off, v[off], on, off)
	}
	return &smoothSwitches{model: smoothSwitchModel{middle: (math.Log(v["ron"]) + math.Log(v["roff"])) / 2, ratio: math.Log(v["ron"] / v["roff"]),
		center: (v[on] + v[off]) / 2, span: v[on] - v[off]}}, nil
}

func (f *smoothSwitches) add(b *builder, e *netlist.Element, _ place) error {
	by, err := b.controls(e)
	if err != nil {
		return err
	}
	f.list = append(f.list, smoothSwitch{terminals: terminals{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], branch: -1, by: by}, m: e.M})
	return nil
}

func (f *smoothSwitches) parts() int { return len(f.list) }

func (f *smoothSwitches) visit(v visit) {
	for k := range f.list {
		s := &f.list[k]
		s.terminals.visit(v, 0)
		s.at.visit(v, s.a, s.b)
	}
}

func (f *smoothSwitches) load(_ *Circuit, e *newton.Eval) {
	x := e.X
	for k := range f.list {
		s := &f.list[k]
		g, d := f.model.conductance(x[s.by[0].plus] - x[s.by[0].minus])
		v := x[s.a] - x[s.b]
		s.supply(e, s.m*g*v)
		s.at.add(e.J, s.m*g)
		s.derive(e.J, []float64{d * v}, s.m)
	}
}

// conductance returns the conductance and its derivative by the control. With u from -1/2
// (off) to 1/2 (on) the logarithm of the resistance is middle + ratio·(3/2·u - 2·u³).
func (m *smoothSwitchModel) conductance(by float64) (g, d float64) {
	u := (by - m.center) / m.span
	if u <= -0.5 || u >= 0.5 {
		return math.Exp(-m.middle - math.Copysign(m.ratio/2, u*m.ratio)), 0
	}
	g = math.Exp(-m.middle - m.ratio*u*(1.5-2*u*u))
	return g, -g * m.ratio * (1.5 - 6*u*u) / m.span
}

func (f *smoothSwitches) stamp(s *stamper, g *assembly.Group, e *netlist.Element, _ place) {
	u, v := s.node(e, 0), s.node(e, 1)
	by, err := s.b.controls(e)
	if err != nil {
		by = nil // [New] says it
	}
	s.admittance(g, u, v)
	s.controlled(g, u, v, -1, by)
	s.finish(g, e, []int32{u, v})
}
