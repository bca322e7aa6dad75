package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// An inductor from a to b with its current in unknown branch; its flux is l·i.
type inductor struct {
	a, b, branch int32
	charge       int32
	l            float64
	ic           float64 // initial current; NaN when not given
}

type inductors struct {
	outside
	list []inductor
}

func newInductors(*builder, *netlist.Model, temps) (family, error) { return &inductors{}, nil }

func (f *inductors) add(b *builder, e *netlist.Element, at place) error {
	if math.IsNaN(e.Value) || math.IsInf(e.Value, 0) || e.Value == 0 {
		return elementError(e, "got %g henry, want a finite value other than 0", e.Value)
	}
	f.list = append(f.list, inductor{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], branch: at.branch, charge: b.checkedCharge(), l: e.Value / e.M, ic: given(e)})
	return nil
}

func (f *inductors) visit(v visit) {
	for k := range f.list {
		l := &f.list[k]
		v.incidence(l.a, l.b, l.branch)
		v(l.branch, l.branch, nil, 0, -l.l)
	}
}

func (f *inductors) load(_ *Circuit, e *newton.Eval) {
	x, q, hist := e.X, e.Q, e.Hist
	for k := range f.list {
		l := &f.list[k]
		i := x[l.branch]
		if e.Mode == newton.Initial && l.ic == l.ic {
			i = l.ic
		}
		q[l.charge] = l.l * i
		contribute(e, l.a, l.b, x[l.branch])
		v := x[l.a] - x[l.b]
		e.F[l.branch] += v - (e.A0*q[l.charge] + hist[l.charge])
		if e.Scale != nil {
			raise(e.Scale, l.branch, l.branch, v)
		}
	}
}

func (f *inductors) parts() int { return len(f.list) }

func (f *inductors) stamp(s *stamper, g *assembly.Group, e *netlist.Element, at place) {
	u, v := s.node(e, 0), s.node(e, 1)
	s.incidence(g, u, v, at.branch)
	s.slot(g, at.branch, at.branch)
	s.finish(g, e, []int32{u, v, at.branch}, e.Value/e.M, s.volts(u, v))
}
