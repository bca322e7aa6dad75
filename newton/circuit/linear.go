package circuit

import "github.com/nrkit/nrkit/newton"

// A resistor between two unknowns.
type resistor struct {
	a, b int32
	g    float64
}

// A capacitor between two unknowns; its charge is c·v.
type capacitor struct {
	a, b   int32
	charge int32
	c      float64
	ic     float64 // initial voltage; NaN when not given
}

// An inductor from a to b with its current in unknown branch; its flux is l·i.
type inductor struct {
	a, b, branch int32
	charge       int32
	l            float64
	ic           float64 // initial current; NaN when not given
}

func loadResistors(list []resistor, e *newton.Eval) {
	x := e.X
	for k := range list {
		r := &list[k]
		contribute(e, r.a, r.b, r.g*(x[r.a]-x[r.b]))
	}
}

func loadCapacitors(list []capacitor, e *newton.Eval) {
	x, q, hist := e.X, e.Q, e.Hist
	for k := range list {
		c := &list[k]
		v := x[c.a] - x[c.b]
		if e.Mode == newton.Initial && c.ic == c.ic {
			v = c.ic
		}
		q[c.charge] = c.c * v
		contribute(e, c.a, c.b, e.A0*q[c.charge]+hist[c.charge])
	}
}

func loadInductors(list []inductor, e *newton.Eval) {
	x, q, hist := e.X, e.Q, e.Hist
	for k := range list {
		l := &list[k]
		i := x[l.branch]
		if e.Mode == newton.Initial && l.ic == l.ic {
			i = l.ic
		}
		q[l.charge] = l.l * i
		contribute(e, l.a, l.b, x[l.branch])
		v := x[l.a] - x[l.b]
		e.F[l.branch] = v - (e.A0*q[l.charge] + hist[l.charge])
		if e.Scale != nil {
			raise(e.Scale, l.branch, l.branch, v)
		}
	}
}
