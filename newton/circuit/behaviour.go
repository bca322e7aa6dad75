package circuit

import (
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
	"github.com/nrkit/nrkit/newton/tape"
)

// behaviours are voltages and currents that are expressions of other voltages and
// currents. Derivatives by time in them are derivatives of charges of their own.
type behaviours struct {
	outside
	list []behaviour
}

// A behaviour from a to b.
type behaviour struct {
	terminals
	m      float64
	run    *tape.Machine
	charge []int32 // of the states
	of     *netlist.Element
	odd    bool      // the last value was not finite
	q      []float64 // of the states, and their history
}

func newBehaviours(*builder, *netlist.Model, temps) (family, error) { return &behaviours{}, nil }

func (f *behaviours) add(b *builder, e *netlist.Element, at place) error {
	by, err := b.behaviourControls(e)
	if err != nil {
		return err
	}
	p := e.Extra.Behaviour.Program
	s := behaviour{terminals: terminals{a: b.node[e.Nodes[0]], b: b.node[e.Nodes[1]], branch: at.branch, by: by}, m: e.M, run: tape.NewMachine(p), of: e}
	if s.branch >= 0 {
		s.m = 1 / e.M // inductors in parallel
	}
	for range p.States() {
		s.charge = append(s.charge, b.checkedCharge())
	}
	s.q = make([]float64, 2*p.States())
	f.list = append(f.list, s)
	return nil
}

// behaviourControls returns what an expression depends on; an expression of time alone
// depends on nothing.
func (b *builder) behaviourControls(e *netlist.Element) ([]control, error) {
	if len(e.Extra.Names) == 0 && len(e.Extra.Nodes) == 0 {
		return nil, nil
	}
	return b.controls(e)
}

func (f *behaviours) parts() int { return len(f.list) }

func (f *behaviours) visit(v visit) {
	for k := range f.list {
		f.list[k].terminals.visit(v, 0)
	}
}

func (f *behaviours) load(_ *Circuit, e *newton.Eval) {
	for k := range f.list {
		s := &f.list[k]
		value := s.m * s.evaluate(e)
		s.odd = value-value != 0
		s.derive(e.J, s.run.D, s.m)
		s.supply(e, value)
	}
}

// doubt returns an error of the first expression whose last value was not finite, nil for none.
func (f *behaviours) doubt() error {
	for k := range f.list {
		if s := &f.list[k]; s.odd {
			return elementError(s.of, "the expression gives no finite number at the last iterate")
		}
	}
	return nil
}

// evaluate returns the value at e.X: in the first iteration of a time step the tangent
// at the point of the last evaluation, as in SPICE. Derivatives by time of an old point
// with a new history are no good start, so that they are taken at e.X.
func (s *behaviour) evaluate(e *newton.Eval) float64 {
	at, x := s.run.X, e.X
	before := e.Mode == newton.Predict && len(s.charge) == 0
	if !before {
		for i := range s.by {
			at[i] = x[s.by[i].plus] - x[s.by[i].minus]
		}
	}
	n := len(s.charge)
	for i, c := range s.charge {
		s.q[n+i] = e.Hist[c]
	}
	value := s.run.Run(e.Time, tape.Motion{A0: e.A0, Q: s.q[:n], Hist: s.q[n:]})
	for i, c := range s.charge {
		e.Q[c] = s.q[i]
	}
	if before && len(s.by) > 0 {
		e.Limited++
		for i, d := range s.run.D {
			value += d * (x[s.by[i].plus] - x[s.by[i].minus] - at[i])
		}
	}
	return value
}

func (f *behaviours) stamp(s *stamper, g *assembly.Group, e *netlist.Element, at place) {
	u, v := s.node(e, 0), s.node(e, 1)
	by, err := s.b.behaviourControls(e)
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

// controlled adds the positions of a source with controls.
func (s *stamper) controlled(g *assembly.Group, u, v, branch int32, by []control) {
	if branch >= 0 {
		s.incidence(g, u, v, branch)
	}
	for _, c := range by {
		if branch >= 0 {
			s.slot(g, branch, c.plus)
			s.slot(g, branch, c.minus)
			continue
		}
		for _, row := range [...]int32{u, v} {
			s.slot(g, row, c.plus)
			s.slot(g, row, c.minus)
		}
	}
}
