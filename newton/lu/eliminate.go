package lu

import "math"

// eliminate computes the columns first ≤ k < last, all of a block or some, of L and
// U. It returns the first whose pivot does not do, that pivot, and the largest
// entry of the column on or below the diagonal; or none. x is zero
// before, and afterwards if all is well.
//
// If pipe is not nil, other goroutines compute other columns, and pipe waits for
// them.
func (s *Solver) eliminate(x []float64, first, last int, tol float64, values []float64, pipe *pipeline) (bad int, pivot, largest float64) {
	recip, lRow, l := s.recip, s.plan.l.idx, s.l
	heads := s.plan.heads[first : last+1]
	for k := first; k < last; k++ {
		h, next := &heads[k-first], &heads[k-first+1]
		for _, m := range s.plan.loads[h.load:next.load] {
			x[m.to] += values[m.from] * recip[m.to]
		}
		segs, pos := s.plan.segs[h.seg:next.seg], s.plan.uPos[h.u:next.u]
		var most uint64
		if pipe == nil {
			most = s.update(x, segs, pos)
		} else if most = pipe.update(s, x, segs, pos); pipe.failed.Load() {
			return none, 0, 0
		}
		pivot = x[k]
		x[k] = 0
		inv := 1 / pivot
		size := math.Float64bits(pivot) &^ signBit
		most = max(most, size)
		rows := lRow[h.l:next.l]
		vals := l[h.l:next.l][:len(rows)]
		for p, i := range rows {
			v := x[i]
			x[i] = 0
			vals[p] = v * inv
			most = max(most, math.Float64bits(v)&^signBit)
		}
		s.diag[k] = inv
		largest = math.Float64frombits(most)
		if most >= infinity || !(math.Float64frombits(size) >= tol*largest) || math.Float64bits(inv)&^signBit >= infinity {
			return k, pivot, largest
		}
		if pipe != nil {
			pipe.finish(k)
		}
	}
	return none, 0, 0
}

// update applies the columns of L that a column of U says to x, and moves the
// column from x to the places pos of U. It returns the bits of the last value that is not finite and
// changes nothing below it, so that it shows nowhere else, or 0.
func (s *Solver) update(x []float64, segs []segment, pos []int32) (lost uint64) {
	lRow, l, u := s.plan.l.idx, s.l, s.u
	for i := range segs {
		g := &segs[i]
		if g.width == 1 {
			uj := x[g.first]
			x[g.first] = 0
			u[pos[0]] = uj
			pos = pos[1:]
			rows := lRow[g.start:][:g.len]
			vals := l[g.start:][:len(rows)]
			for p, i := range rows {
				x[i] -= vals[p] * uj
			}
			if len(rows) == 0 {
				lost = max(lost, nonFinite(uj))
			}
			continue
		}
		switch g.width {
		case 2:
			s.apply2(x, g, pos)
		case 3:
			s.apply3(x, g, pos)
		default:
			s.apply4(x, g, pos)
		}
		if g.len == 0 {
			lost = max(lost, nonFinite(u[pos[g.width-1]]))
		}
		pos = pos[g.width:]
	}
	return lost
}

// nonFinite returns the bits of v without sign if it is not finite, or 0.
func nonFinite(v float64) uint64 {
	b := math.Float64bits(v) &^ signBit
	if b < infinity {
		return 0
	}
	return b
}

// apply2 is update for a segment of width 2.
func (s *Solver) apply2(x []float64, g *segment, pos []int32) {
	m, at := int(g.len), int(g.start)
	top := x[g.first:][:2]
	a := s.l[at-m-1:][:m+1]
	u0 := top[0]
	u1 := top[1] - a[0]*u0
	s.u[pos[0]], s.u[pos[1]] = u0, u1
	top[0], top[1] = 0, 0
	rows := s.plan.l.idx[at:][:m]
	a = a[1:][:len(rows)]
	b := s.l[at:][:len(rows)]
	for p, i := range rows {
		x[i] = x[i] - a[p]*u0 - b[p]*u1
	}
}

// apply3 is update for a segment of width 3.
func (s *Solver) apply3(x []float64, g *segment, pos []int32) {
	m, at := int(g.len), int(g.start)
	top, pos := x[g.first:][:3], pos[:3]
	a := s.l[at-2*m-3:][:m+2]
	b := s.l[at-m-1:][:m+1]
	u0 := top[0]
	u1 := top[1] - a[0]*u0
	u2 := top[2] - a[1]*u0 - b[0]*u1
	s.u[pos[0]], s.u[pos[1]], s.u[pos[2]] = u0, u1, u2
	clear(top)
	rows := s.plan.l.idx[at:][:m]
	a, b = a[2:][:len(rows)], b[1:][:len(rows)]
	c := s.l[at:][:len(rows)]
	for p, i := range rows {
		x[i] = x[i] - a[p]*u0 - b[p]*u1 - c[p]*u2
	}
}

// apply4 is update for a segment of width 4.
func (s *Solver) apply4(x []float64, g *segment, pos []int32) {
	m, at := int(g.len), int(g.start)
	top, pos := x[g.first:][:4], pos[:4]
	a := s.l[at-3*m-6:][:m+3]
	b := s.l[at-2*m-3:][:m+2]
	c := s.l[at-m-1:][:m+1]
	u0 := top[0]
	u1 := top[1] - a[0]*u0
	u2 := top[2] - a[1]*u0 - b[0]*u1
	u3 := top[3] - a[2]*u0 - b[1]*u1 - c[0]*u2
	s.u[pos[0]], s.u[pos[1]], s.u[pos[2]], s.u[pos[3]] = u0, u1, u2, u3
	clear(top)
	rows := s.plan.l.idx[at:][:m]
	a, b, c = a[3:][:len(rows)], b[2:][:len(rows)], c[1:][:len(rows)]
	d := s.l[at:][:len(rows)]
	for p, i := range rows {
		x[i] = x[i] - (a[p]*u0 + b[p]*u1) - (c[p]*u2 + d[p]*u3)
	}
}
