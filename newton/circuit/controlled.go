package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// controlledSources are the voltage and current sources that are controlled by
// voltages or currents: a gain, or a polynomial of several of them.
type controlledSources struct {
	outside
	list []controlled
}

// A controlled source from a to b.
type controlled struct {
	terminals
	gain float64     // of a source that is not a polynomial
	poly *polynomial // nil for none
}

// A control is a voltage between two unknowns, or a current, whose second unknown
// is the reference. A polynomial has one variable for each control.
type control struct {
	plus, minus int32
	at          [4]int32 // in the row of the branch: plus, minus; of a current source: quad
}

func newControlled(*builder, *netlist.Model, temps) (family, error) {
	return &controlledSources{}, nil
}

func (f *controlledSources) add(b *builder, e *netlist.Element, at place) error {
	s := controlled{terminals: terminals{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], branch: at.branch}}
	by, err := b.controls(e)
	if err != nil {
		return err
	}
	s.by = by
	factor := 1.0
	if at.branch < 0 {
		factor = e.M
	}
	coef := make([]float64, len(e.Extra.Coef))
	for k, c := range e.Extra.Coef {
		if math.IsNaN(c) || math.IsInf(c, 0) {
			return elementError(e, "got coefficient %g, want a finite value", c)
		}
		coef[k] = c * factor
	}
	if e.Extra.Poly == 0 {
		s.gain = coef[0]
	} else {
		s.poly = newPolynomial(e.Extra.Poly, coef)
	}
	f.list = append(f.list, s)
	return nil
}

// controls returns what controls e.
func (b *builder) controls(e *netlist.Element) ([]control, error) {
	x := e.Extra
	if x == nil {
		x = &netlist.Extra{}
	}
	var list []control
	for _, name := range x.Names {
		k, err := b.lookUp(e, name)
		if err != nil {
			return nil, err
		}
		branch := b.place[k].branch
		if branch < 0 {
			return nil, elementError(e, "%s has no current of its own, want a voltage source", name)
		}
		list = append(list, control{plus: branch, minus: b.c.ground})
	}
	for k := 0; k+1 < len(x.Nodes); k += 2 {
		list = append(list, control{plus: b.node[x.Nodes[k]], minus: b.node[x.Nodes[k+1]]})
	}
	if len(list) == 0 {
		list = append(list, control{plus: b.node[e.Nodes[2]], minus: b.node[e.Nodes[3]]})
	}
	return list, nil
}

// lookUp returns the number of the element that e names.
func (b *builder) lookUp(e *netlist.Element, name string) (int32, error) {
	if b.named == nil {
		b.named = make(map[string]int32, len(b.n.Elements))
		for k := range b.n.Elements {
			b.named[b.n.Elements[k].Name] = int32(k)
		}
	}
	k, ok := b.named[name]
	if !ok {
		return 0, elementError(e, "element %s is not defined", name)
	}
	return k, nil
}

func (f *controlledSources) parts() int { return len(f.list) }

func (f *controlledSources) visit(v visit) {
	for k := range f.list {
		s := &f.list[k]
		s.terminals.visit(v, s.gain)
	}
}

func (f *controlledSources) load(_ *Circuit, e *newton.Eval) {
	x := e.X
	for k := range f.list {
		s := &f.list[k]
		var value float64
		if s.poly == nil {
			c := &s.by[0]
			value = s.gain * (x[c.plus] - x[c.minus])
		} else {
			value = s.polynomial(e)
			s.derive(e.J, s.poly.d, 1)
		}
		s.supply(e, value)
	}
}

// polynomial returns the value of a polynomial at e.X: in the first iteration of a time
// step the tangent at the point of the last evaluation, as in ngspice.
func (s *controlled) polynomial(e *newton.Eval) float64 {
	at, x := s.poly.x, e.X
	if e.Mode != newton.Predict {
		for i, c := range s.by {
			at[i] = x[c.plus] - x[c.minus]
		}
		return s.poly.evaluate()
	}
	value := s.poly.evaluate()
	e.Limited++
	for i, d := range s.poly.d {
		value += d * (x[s.by[i].plus] - x[s.by[i].minus] - at[i])
	}
	return value
}

func (f *controlledSources) stamp(s *stamper, g *assembly.Group, e *netlist.Element, at place) {
	u, v := s.node(e, 0), s.node(e, 1)
	by, err := s.b.controls(e)
	if err != nil {
		by = nil // [New] says it
	}
	s.controlled(g, u, v, at.branch, by)
	rows := []int32{u, v}
	if at.branch >= 0 {
		rows = append(rows, at.branch)
	}
	s.finish(g, e, rows)
}
