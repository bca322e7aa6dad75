package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// switchGroup is the switches of one model: a conductance that is on or off, by the
// voltage or the current that controls it.
type switchGroup struct {
	outside
	model switchModel
	list  []switcher
}

type switchModel struct {
	threshold, hysteresis float64
	on, off               float64 // S
	margin                float64 // by which a step may lead past the threshold
}

// A switcher from a to b. Its states are kept among the voltages of limiters.
type switcher struct {
	a, b  int32
	by    control
	at    quad
	state int32 // of the state, and of the control
	start float64
	m     float64
}

// States of a switch. Two are for a hysteresis below 0, inside of which a switch
// changes at every new value.
const (
	off = iota
	on
	offInside
	onInside
)

var switchParams = []parameter{
	{"vt", 0, "V", "threshold"}, {"vh", 0, "V", "hysteresis"}, {"ron", 1, "Ω", "resistance when on"}, {"roff", 1e12, "Ω", "resistance when off (1/gmin)"},
}

var currentSwitchParams = []parameter{
	{"it", 0, "A", "threshold"}, {"ih", 0, "A", "hysteresis"}, {"ron", 1, "Ω", "resistance when on"}, {"roff", 1e12, "Ω", "resistance when off (1/gmin)"},
}

func newSwitches(b *builder, m *netlist.Model, _ temps) (family, error) {
	table, threshold, hysteresis, margin := switchParams, "vt", "vh", 0.05
	if m.Type == netlist.CSW {
		table, threshold, hysteresis, margin = currentSwitchParams, "it", "ih", 5e-5
	}
	p, err := readParameters(m, table, nil, nil)
	if err != nil {
		return nil, err
	}
	d := switchModel{threshold: p.v[threshold], hysteresis: p.v[hysteresis], on: 1 / p.v["ron"], off: 1 / p.v["roff"], margin: margin}
	if gmin := b.n.Options.Gmin; !p.given["roff"] && gmin != 0 {
		d.off = gmin
	}
	if !(p.v["ron"] != 0) || !(p.v["roff"] != 0) {
		return nil, modelError(m, "got ron=%g roff=%g, want values other than 0", p.v["ron"], p.v["roff"])
	}
	return &switchGroup{model: d}, nil
}

func (f *switchGroup) add(b *builder, e *netlist.Element, _ place) error {
	s := switcher{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], state: b.voltages(2), m: e.M}
	if e.Extra != nil && len(e.Extra.Names) > 0 {
		by, err := b.controls(e)
		if err != nil {
			return err
		}
		s.by = by[0]
	} else {
		s.by = control{plus: b.node[e.Nodes[2]], minus: b.node[e.Nodes[3]]}
	}
	if _, ok := e.Param("on"); ok {
		s.start = on
	}
	f.list = append(f.list, s)
	return nil
}

func (f *switchGroup) parts() int { return len(f.list) }

func (f *switchGroup) visit(v visit) {
	for k := range f.list {
		s := &f.list[k]
		s.at.visit(v, s.a, s.b)
	}
}

func (f *switchGroup) load(c *Circuit, e *newton.Eval) {
	m, x := &f.model, e.X
	for k := range f.list {
		s := &f.list[k]
		memory := (*[2]float64)(c.last[s.state:])
		by := x[s.by.plus] - x[s.by.minus]
		switch e.Mode {
		case newton.Guess:
			memory[0] = m.first(s.start, 0)
		case newton.Initial:
			memory[0] = m.first(s.start, by)
		case newton.Predict: // as it was, until an iterate says otherwise
		default:
			next := m.next(memory[0], by)
			if next != memory[0] && e.Mode == newton.Iterate {
				e.Limited++
			}
			memory[0] = next
		}
		memory[1] = by
		g := m.off * s.m
		if memory[0] == on || memory[0] == onInside {
			g = m.on * s.m
		}
		contribute(e, s.a, s.b, g*(x[s.a]-x[s.b]))
		s.at.add(e.J, g)
	}
}

// first returns the state at the start of an operating point.
func (m *switchModel) first(start, by float64) float64 {
	switch {
	case start == on && by > m.threshold+math.Abs(m.hysteresis):
		return on
	case start == on:
		return onInside
	case by < m.threshold-math.Abs(m.hysteresis):
		return off
	}
	return offInside
}

// next returns the state behind one.
func (m *switchModel) next(state, by float64) float64 {
	band := math.Abs(m.hysteresis)
	switch {
	case by > m.threshold+band:
		return on
	case by < m.threshold-band:
		return off
	case m.hysteresis < 0 && state == on:
		return offInside
	case m.hysteresis < 0 && state == off:
		return onInside
	}
	return state
}

// longest keeps a step from leading far past a threshold.
func (f *switchGroup) longest(c *Circuit) float64 {
	m, longest := &f.model, math.Inf(1)
	for k := range f.list {
		s := &f.list[k]
		now, change := c.last[s.state+1], c.last[s.state+1]-c.accepted[s.state+1]
		left := m.threshold + m.hysteresis - now
		margin := m.margin
		if c.last[s.state] != off {
			left, margin = m.threshold-m.hysteresis-now, -margin
		}
		if left*margin > 0 && change*margin > 0 {
			longest = min(longest, (0.75*left+margin)/change*c.eval.Step)
		}
	}
	return longest
}

func (f *switchGroup) accept(*Circuit) {}

func (f *switchGroup) corner(float64) float64 { return math.Inf(1) }

func (f *switchGroup) stamp(s *stamper, g *assembly.Group, e *netlist.Element, _ place) {
	u, v := s.node(e, 0), s.node(e, 1)
	s.admittance(g, u, v)
	if e.Kind == netlist.Switch {
		s.finish(g, e, []int32{u, v}, s.volts(s.node(e, 2), s.node(e, 3)))
		return
	}
	s.finish(g, e, []int32{u, v})
}
