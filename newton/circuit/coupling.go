package circuit

import (
	"math"

	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// couplings are the coupled inductors: every pair of them.
type couplings struct {
	outside
	list  []coupling
	elems int
}

// A coupling adds m times the current of one inductor to the flux of another, both
// ways.
type coupling struct {
	one, two         int32 // branches
	fluxOne, fluxTwo int32
	m                float64
	initOne, initTwo float64 // initial currents; NaN when not given
	element          *netlist.Element
	nameOne, nameTwo string
}

func newCouplings(*builder, *netlist.Model, temps) (family, error) { return &couplings{}, nil }

func (f *couplings) add(_ *builder, e *netlist.Element, _ place) error {
	k := e.Extra.Coef[0]
	if !(math.Abs(k) <= 1) || k == 0 {
		return elementError(e, "got coefficient %g, want it from -1 to 1 and not 0", k)
	}
	f.elems++
	for i, one := range e.Extra.Names {
		for _, two := range e.Extra.Names[i+1:] {
			f.list = append(f.list, coupling{element: e, nameOne: one, nameTwo: two, m: k})
		}
	}
	return nil
}

// link finds the inductors.
func (f *couplings) link(b *builder) error {
	byBranch := map[int32]*inductor{}
	for _, g := range b.c.families {
		if l, ok := g.(*inductors); ok {
			for k := range l.list {
				byBranch[l.list[k].branch] = &l.list[k]
			}
		}
	}
	find := func(e *netlist.Element, name string) (*inductor, error) {
		k, err := b.lookUp(e, name)
		if err != nil {
			return nil, err
		}
		l := byBranch[b.place[k].branch]
		if l == nil {
			return nil, elementError(e, "%s is not an inductor", name)
		}
		return l, nil
	}
	for k := range f.list {
		c := &f.list[k]
		one, err := find(c.element, c.nameOne)
		if err != nil {
			return err
		}
		two, err := find(c.element, c.nameTwo)
		if err != nil {
			return err
		}
		if one == two {
			return elementError(c.element, "couples %s with itself", c.nameOne)
		}
		if !(one.l*two.l > 0) {
			return elementError(c.element, "got inductances %g and %g, want both positive", one.l, two.l)
		}
		c.one, c.two, c.fluxOne, c.fluxTwo, c.initOne, c.initTwo = one.branch, two.branch, one.charge, two.charge, one.ic, two.ic
		c.m *= math.Sqrt(one.l * two.l)
	}
	return nil
}

func (f *couplings) visit(v visit) {
	for k := range f.list {
		c := &f.list[k]
		v(c.one, c.two, nil, 0, -c.m)
		v(c.two, c.one, nil, 0, -c.m)
	}
}

// load runs after the inductors have loaded, because it changes their fluxes.
func (f *couplings) load(_ *Circuit, e *newton.Eval) {
	for k := range f.list {
		c := &f.list[k]
		one, two := e.X[c.one], e.X[c.two]
		if e.Mode == newton.Initial {
			if c.initOne == c.initOne {
				one = c.initOne
			}
			if c.initTwo == c.initTwo {
				two = c.initTwo
			}
		}
		e.Q[c.fluxOne] += c.m * two
		e.Q[c.fluxTwo] += c.m * one
		e.F[c.one] -= e.A0 * c.m * two
		e.F[c.two] -= e.A0 * c.m * one
	}
}

func (f *couplings) parts() int { return f.elems }

func (f *couplings) stamp(s *stamper, g *assembly.Group, e *netlist.Element, _ place) {
	var rows []int32
	for _, name := range e.Extra.Names {
		if k, err := s.b.lookUp(e, name); err == nil && s.b.place[k].branch >= 0 {
			rows = append(rows, s.b.place[k].branch)
		}
	}
	for _, r := range rows {
		for _, c := range rows {
			if r != c {
				s.slot(g, r, c)
			}
		}
	}
	s.finish(g, e, rows, e.Extra.Coef[0])
}
