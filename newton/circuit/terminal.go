package circuit

import "github.com/nrkit/nrkit/newton"

// terminals are where a source from a to b acts, and what controls it.
type terminals struct {
	a, b   int32
	branch int32 // of a voltage, -1 for a current
	by     []control
}

// visit visits the positions of the source, with the constant derivative gain by each
// control.
func (s *terminals) visit(v visit, gain float64) {
	if s.branch >= 0 {
		v.incidence(s.a, s.b, s.branch)
	}
	for i := range s.by {
		c := &s.by[i]
		if s.branch >= 0 {
			v(s.branch, c.plus, &c.at[0], -gain, 0)
			v(s.branch, c.minus, &c.at[1], gain, 0)
			continue
		}
		v(s.a, c.plus, &c.at[0], gain, 0)
		v(s.a, c.minus, &c.at[1], -gain, 0)
		v(s.b, c.plus, &c.at[2], -gain, 0)
		v(s.b, c.minus, &c.at[3], gain, 0)
	}
}

// supply adds the value of the source.
func (s *terminals) supply(e *newton.Eval, value float64) {
	if s.branch < 0 {
		contribute(e, s.a, s.b, value)
		return
	}
	x := e.X
	contribute(e, s.a, s.b, x[s.branch])
	e.F[s.branch] += x[s.a] - x[s.b] - value
	if e.Scale != nil {
		raise(e.Scale, s.branch, s.branch, value)
		raise(e.Scale, s.branch, s.branch, x[s.a]-x[s.b])
	}
}

// derive adds the derivatives of the value by the controls, each times m.
func (s *terminals) derive(j, by []float64, m float64) {
	for i := range s.by {
		at, d := &s.by[i].at, m*by[i]
		if s.branch >= 0 {
			j[at[0]] -= d
			j[at[1]] += d
			continue
		}
		j[at[0]] += d
		j[at[1]] -= d
		j[at[2]] -= d
		j[at[3]] += d
	}
}
