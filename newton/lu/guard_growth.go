package lu

import "math"

// A growth is what a look at the factors of a solver shows.
type growth struct {
	entries     float64 // largest absolute value that a row of R⁻¹·A had when it was eliminated: of U and of L before division
	multipliers float64 // largest of L
}

// grown looks at all entries of L and U, whose rows were scaled.
func (s *Solver) grown() (g growth) {
	if s.small != nil {
		return s.small.grown()
	}
	g.entries = largestOf(s.u)
	heads := s.plan.heads
	for k, inv := range s.diag {
		most := max(largestOf(s.l[heads[k].l:heads[k+1].l]), 1)
		g.multipliers = max(g.multipliers, most)
		g.entries = max(g.entries, most/math.Abs(inv))
	}
	return g
}

// grown is [Solver.grown].
func (m *small) grown() (g growth) {
	g.entries = largestOf(m.w[m.u:m.off])
	for _, c := range m.columns {
		most := max(largestOf(m.w[int(c.at)+1:][:c.len]), 1)
		g.multipliers = max(g.multipliers, most)
		g.entries = max(g.entries, most/math.Abs(m.w[c.at]))
	}
	return g
}

// largestOf returns the largest absolute value.
func largestOf(v []float64) float64 {
	var a, b, c, d uint64 // the bits of positive numbers have their order
	for len(v) >= 4 {
		a = max(a, math.Float64bits(v[0])<<1)
		b = max(b, math.Float64bits(v[1])<<1)
		c = max(c, math.Float64bits(v[2])<<1)
		d = max(d, math.Float64bits(v[3])<<1)
		v = v[4:]
	}
	for _, x := range v {
		a = max(a, math.Float64bits(x)<<1)
	}
	return math.Float64frombits(max(a, b, c, d) >> 1)
}
