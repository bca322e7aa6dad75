package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// A resistor between two unknowns.
type resistor struct {
	a, b int32
	g    float64
}

type resistors struct {
	outside
	list []resistor
}

func newResistors(*builder, *netlist.Model, temps) (family, error) { return &resistors{}, nil }

// shortOhms is what a resistor of 0 ohm is, as in ngspice.
const shortOhms = 1e-3

func (f *resistors) add(b *builder, e *netlist.Element, _ place) error {
	r := e.Value
	if r == 0 {
		r = shortOhms
	}
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return elementError(e, "got %g ohm, want a finite value", r)
	}
	f.list = append(f.list, resistor{b.node[e.Nodes[0]], b.node[e.Nodes[1]], e.M / r})
	return nil
}

func (f *resistors) visit(v visit) {
	for k := range f.list {
		r := &f.list[k]
		v.branch(r.a, r.b, r.g, 0)
	}
}

func (f *resistors) load(_ *Circuit, e *newton.Eval) {
	x := numbersOf(e.X)
	for k := range f.list {
		r := &f.list[k]
		contribute(e, r.a, r.b, r.g*(x.at(r.a)-x.at(r.b)))
	}
}

func (f *resistors) parts() int { return len(f.list) }

func (f *resistors) stamp(s *stamper, g *assembly.Group, e *netlist.Element, _ place) {
	u, v := s.node(e, 0), s.node(e, 1)
	s.admittance(g, u, v)
	s.finish(g, e, []int32{u, v}, e.Value/e.M, s.volts(u, v))
}
