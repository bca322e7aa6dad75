package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
	"github.com/nrkit/nrkit/sparsity"
)

// Circuit is a circuit ready for simulation. It implements [newton.Profiled] and [newton.Pacer].
// One goroutine may use it at a time.
type Circuit struct {
	Title string

	names  []string // of the unknowns
	nodes  int      // unknowns that are voltages: those before it
	ground int32    // number of unknowns, and the place of the reference

	pattern *sparsity.Pattern
	base    []float64 // linear part of the Jacobian for the A0 of baseA0
	baseA0  float64
	dynamic []dynamicEntry // of base

	charges int // all
	checked int // those before it have their truncation error checked

	families []family
	sources  *sources     // among the families; nil for none
	pacers   []pacer      // too
	eval     *newton.Eval // of the last Load, where there are pacers

	last     []float64 // what devices remember of the last Load: the voltages limiters compare with
	accepted []float64 // of the last accepted step

	dc    bool // sources have their DC values
	kinds []newton.Kind
}

// New returns the circuit of a netlist.
//
// It fails with an [*ElementError] for values and model parameters that have no
// equations here, and for a circuit without unknowns.
//
// Cost: O(m log m) time and some 200 bytes for each of the m elements.
func New(n *netlist.Netlist) (*Circuit, error) {
	b := newBuilder(n)
	if err := b.families(); err != nil {
		return nil, located(err, n)
	}
	if err := b.elements(); err != nil {
		return nil, located(err, n)
	}
	return b.finish()
}

// Pattern returns the structure of the Jacobian: the positions that devices add
// to, in canonical form.
func (c *Circuit) Pattern() *sparsity.Pattern { return c.pattern }

// Size returns the number of unknowns.
func (c *Circuit) Size() int { return len(c.names) }

// Nodes returns how many of the unknowns are voltages; they come first.
func (c *Circuit) Nodes() int { return c.nodes }

// Unknown returns the name of unknown i and what it measures.
func (c *Circuit) Unknown(i int) newton.Unknown {
	if i < c.nodes {
		return newton.Unknown{Name: c.names[i], Quantity: newton.Voltage}
	}
	return newton.Unknown{Name: c.names[i], Quantity: newton.Current}
}

// Charges returns two numbers: of all charges and fluxes, and of the charges and
// fluxes whose truncation error decides the step. These are in capacitors,
// inductors, diodes and the gate capacitances of MOSFETs, but not in their bulk
// junctions, as in SPICE.
func (c *Circuit) Charges() (all, checked int) { return c.charges, c.checked }

// Accept makes the voltages of the last Load the reference for limiting a predicted
// step.
func (c *Circuit) Accept() {
	for _, p := range c.pacers {
		p.accept(c)
	}
	copy(c.accepted, c.last)
}

// Paces says whether switches or lines bound the time steps.
func (c *Circuit) Paces() bool { return len(c.pacers) > 0 }

// Longest returns the longest next step that they permit.
func (c *Circuit) Longest() float64 {
	longest := math.Inf(1)
	for _, p := range c.pacers {
		longest = min(longest, p.longest(c))
	}
	return longest
}

// Kinds returns the kinds of devices in the order in which Load evaluates them.
func (c *Circuit) Kinds() []newton.Kind { return c.kinds }

// Doubt returns an [*ElementError] that names an expression of the circuit if its value was
// not finite in the last Load, otherwise nil. The circuit was made from the netlist n.
func (c *Circuit) Doubt(n *netlist.Netlist) error {
	for _, f := range c.families {
		if b, ok := f.(*behaviours); ok {
			if err := b.doubt(); err != nil {
				return located(err, n)
			}
		}
	}
	return nil
}
