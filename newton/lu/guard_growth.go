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
		g.column(largestOf(s.l[heads[k].l:heads[k+1].l]), inv)
	}
	return g
}

// grown is [Solver.grown].
func (m *small[I]) grown() (g growth) {
	g.entries = largestOf(m.w[m.u:m.off])
	for _, c := range m.alone {
		g.column(0, m.w[place(c.pivot)])
	}
	for i := range m.columns {
		c := &m.columns[i]
		g.column(largestOf(c.l), m.w[place(c.pivot)])
	}
	return g
}

// column takes a column of L, with its largest absolute value and the reciprocal of the
// pivot. Few columns need a division.
func (g *growth) column(most, inv float64) {
	most, inv = max(most, 1), math.Abs(inv)
	g.multipliers = max(g.multipliers, most)
	if !(most <= g.entries*inv) {
		g.entries = most / inv
	}
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
