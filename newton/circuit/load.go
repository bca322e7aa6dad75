package circuit

import (
	"math"

	"github.com/nrkit/nrkit/newton"
)

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
	if len(c.pacers) > 0 {
		c.eval = e
	}
	if e.Cost == nil {
		for _, f := range c.families {
			f.load(c, e)
		}
		return
	}
	e.Cost(0)
	for k, f := range c.families {
		f.load(c, e)
		e.Cost(k + 1)
	}
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
	bits := size(i)
	scale[a] = math.Float64frombits(max(bits, math.Float64bits(scale[a])))
	scale[b] = math.Float64frombits(max(bits, math.Float64bits(scale[b])))
}

// raiseTo raises the scale of residual at to the largest of three sizes.
func raiseTo(scale []float64, at int32, a, b, c uint64) {
	scale[at] = math.Float64frombits(max(a, b, c, math.Float64bits(scale[at])))
}

// size returns the bits of |i|. Such bits have the order of the numbers, and the larger of two
// integers takes no branch, which the processor could guess wrong.
func size(i float64) uint64 { return math.Float64bits(i) &^ (1 << 63) }
