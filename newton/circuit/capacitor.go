package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// A capacitor between two unknowns; its charge is c·v.
type capacitor struct {
	a, b   int32
	charge int32
	c      float64
	ic     float64 // initial voltage; NaN when not given
}

type capacitors struct {
	outside
	list []capacitor
}

func newCapacitors(*builder, *netlist.Model, temps) (family, error) { return &capacitors{}, nil }

func (f *capacitors) add(b *builder, e *netlist.Element, _ place) error {
	if math.IsNaN(e.Value) || math.IsInf(e.Value, 0) {
		return elementError(e, "got %g farad, want a finite value", e.Value)
	}
	f.list = append(f.list, capacitor{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], charge: b.checkedCharge(), c: e.Value * e.M, ic: given(e)})
	return nil
}

func (f *capacitors) visit(v visit) {
	for k := range f.list {
		p := &f.list[k]
		v.branch(p.a, p.b, 0, p.c)
	}
}

func (f *capacitors) load(_ *Circuit, e *newton.Eval) {
	x, charges, past := numbersOf(e.X), numbersOf(e.Q), numbersOf(e.Hist)
	for k := range f.list {
		c := &f.list[k]
		v := x.at(c.a) - x.at(c.b)
		if e.Mode == newton.Initial && c.ic == c.ic {
			v = c.ic
		}
		q := c.c * v
		*charges.place(c.charge) = q
		contribute(e, c.a, c.b, e.A0*q+past.at(c.charge))
	}
}

func (f *capacitors) parts() int { return len(f.list) }

func (f *capacitors) stamp(s *stamper, g *assembly.Group, e *netlist.Element, _ place) {
	u, v := s.node(e, 0), s.node(e, 1)
	s.admittance(g, u, v)
	s.finish(g, e, []int32{u, v}, e.Value*e.M, s.volts(u, v))
}
