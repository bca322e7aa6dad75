package circuit

import "github.com/nrkit/nrkit/newton"

// Load evaluates all devices at e.X.
//
// Cost: about 60 ns for a MOSFET, 30 ns for a diode, 2 ns for a linear device,
// and a pass over the Jacobian.
func (c *Circuit) Load(e *newton.Eval) {
	if e.A0 != c.baseA0 {
		c.rebase(e.A0)
	}
	copy(e.J, c.base)
	clear(e.F)
	if e.Scale != nil {
		clear(e.Scale)
	}
	e.Limited = 0
	if e.Mode == newton.Predict {
		copy(c.last, c.accepted)
	}
	kind := c.cost(e, 0)
	if len(c.resistors) > 0 {
		loadResistors(c.resistors, e)
		kind = c.cost(e, kind)
	}
	if len(c.capacitors) > 0 {
		loadCapacitors(c.capacitors, e)
		kind = c.cost(e, kind)
	}
	if len(c.inductors) > 0 {
		loadInductors(c.inductors, e)
		kind = c.cost(e, kind)
	}
	if len(c.sources) > 0 {
		loadSources(c.sources, c.dc, e)
		kind = c.cost(e, kind)
	}
	for i := range c.diodes {
		c.diodes[i].load(e, c.last)
		kind = c.cost(e, kind)
	}
	for i := range c.mosfets {
		g := &c.mosfets[i]
		g.load(e, c.last, c.accepted)
		kind = c.cost(e, kind)
	}
}

// cost reports that the evaluation of a kind ended, and returns the next kind.
func (c *Circuit) cost(e *newton.Eval, kind int) int {
	if e.Cost != nil {
		e.Cost(kind)
	}
	return kind + 1
}

// rebase computes the linear part of the Jacobian for a0.
func (c *Circuit) rebase(a0 float64) {
	c.baseA0 = a0
	fixed, dynamic := c.fixed, c.dynamic[:len(c.fixed)]
	base := c.base[:len(c.fixed)]
	for p, g := range fixed {
		base[p] = g + a0*dynamic[p]
	}
}

// contribute adds current i from a to b to the residuals, and to their scales.
func contribute(e *newton.Eval, a, b int32, i float64) {
	e.F[a] += i
	e.F[b] -= i
	if e.Scale != nil {
		raise(e.Scale, a, b, i)
	}
}

// raise raises the scales of residuals a and b to the size of i.
func raise(scale []float64, a, b int32, i float64) {
	if i < 0 {
		i = -i
	}
	if i > scale[a] {
		scale[a] = i
	}
	if i > scale[b] {
		scale[b] = i
	}
}
