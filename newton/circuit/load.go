package circuit

import "github.com/nrkit/nrkit/newton"

// Load evaluates all devices at e.X.
//
// Cost: about 60 ns for a MOSFET, 30 ns for a diode, 2 ns for a linear device,
// and a pass over the Jacobian.
func (c *Circuit) Load(e *newton.Eval) {
	c.check(e)
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

// check panics if an array of e is shorter than devices take for granted.
func (c *Circuit) check(e *newton.Eval) {
	n := int(c.ground) + 1
	if len(e.X) < n || len(e.F) < n || e.Scale != nil && len(e.Scale) < n || len(e.J) < len(c.base) ||
		len(e.Q) < c.charges || len(e.Hist) < c.charges {
		panic(errShort)
	}
}

// A dynamicEntry is an entry of the linear part of the Jacobian that depends on A0.
type dynamicEntry struct {
	slot         int32
	fixed, perA0 float64
}

// rebase computes the linear part of the Jacobian for a0.
func (c *Circuit) rebase(a0 float64) {
	c.baseA0 = a0
	for i := range c.dynamic {
		d := &c.dynamic[i]
		c.base[d.slot] = d.fixed + a0*d.perA0
	}
}

// contribute adds current i from a to b to the residuals, and to their scales.
func contribute(e *newton.Eval, a, b int32, i float64) {
	f := numbersOf(e.F)
	f.add(a, i)
	f.sub(b, i)
	if e.Scale != nil {
		raise(e.Scale, a, b, i)
	}
}

// raise raises the scales of residuals a and b to the size of i.
func raise(scale []float64, a, b int32, i float64) {
	v, bits := numbersOf(scale), size(i)
	v.lift(a, bits)
	v.lift(b, bits)
}
