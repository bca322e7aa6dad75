package lu

import "math"

// eliminate computes the columns first ≤ k < last, all of a block or some, of L and
// U. It returns the first whose pivot does not do, that pivot, and the largest
// entry of the column on or below the diagonal; or none. x is zero
// before, and afterwards if all is well.
//
// If other is not nil, other goroutines compute other columns. Then it waits for them, and columns
// of U go to its [uColumns].
func (s *Solver) eliminate(x []float64, first, last int, tol float64, values []float64, other *view) (bad int, pivot, largest float64) {
	recip, lRow, l := s.recip, s.plan.l.idx, s.l
	heads := s.plan.heads[first : last+1]
	for k := first; k < last; k++ {
		h, next := &heads[k-first], &heads[k-first+1]
		for _, m := range s.plan.loads[h.load:next.load] {
			x[m.to] += values[m.from] * recip[m.to]
		}
		segs, pos := s.plan.segs[h.seg:next.seg], s.plan.uPos[h.u:next.u]
		var most uint64
		if other == nil {
			most = s.update(x, s.u, segs, pos)
		} else if most = other.update(s, k, x, segs); other.failed.Load() {
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
		if other == nil {
			s.diag[k] = inv
		} else {
			other.columns.setPivot(k, inv)
		}
		largest = math.Float64frombits(most)
		if most >= infinity || !(math.Float64frombits(size) >= tol*largest) || math.Float64bits(inv)&^signBit >= infinity {
			return k, pivot, largest
		}
		if other != nil {
			other.finish(k)
		}
	}
	return none, 0, 0
}

// A target is what columns of L are applied to: the column x at work. It is read and written
// without checks, as a [side] is.
type target struct {
	idx, pos indices // rows of L, places of a column of U
	l, u, x  numbers
}

// update applies the columns of L that a column of U says to x, and moves the
// column from x to the places pos of u. It returns the bits of the last value that is not finite and
// changes nothing below it, so that it shows nowhere else, or 0.
func (s *Solver) update(x, u []float64, segs []segment, pos []int32) (lost uint64) {
	t := target{indicesOf(s.plan.l.idx), indicesOf(pos), numbersOf(s.l), numbersOf(u), numbersOf(x)}
	at := 0
	for i := range segs {
		g := &segs[i]
		switch g.width {
		case 1:
			t.apply1(g, at)
		case 2:
			t.apply2(g, at)
		case 3:
			t.apply3(g, at)
		default:
			t.apply4(g, at)
		}
		at += int(g.width)
		if g.len == 0 {
			lost = max(lost, nonFinite(*t.u.at(t.pos.at(at - 1))))
		}
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

// apply1 is update for a segment of width 1.
func (t *target) apply1(g *segment, pos int) {
	x, idx, l, u := t.x, t.idx, t.l, t.u
	p, end := g.bounds()
	u0 := *x.at(int(g.first))
	*x.at(int(g.first)) = 0
	*u.at(t.pos.at(pos)) = u0
	for ; p+3 <= end; p += 3 {
		xi := x.at(idx.at(p))
		*xi = *xi - *l.at(p)*u0
		xj := x.at(idx.at(p + 1))
		*xj = *xj - *l.at(p + 1)*u0
		xk := x.at(idx.at(p + 2))
		*xk = *xk - *l.at(p + 2)*u0
	}
	for ; p < end; p++ {
		xi := x.at(idx.at(p))
		*xi = *xi - *l.at(p)*u0
	}
}

// apply2 is update for a segment of width 2.
func (t *target) apply2(g *segment, pos int) {
	x, idx, l, u := t.x, t.idx, t.l, t.u
	p, end := g.bounds()
	m, first := int(g.len), int(g.first)
	q := p - m
	u0 := *x.at(first)
	u1 := *x.at(first + 1) - *l.at(q - 1)*u0
	*u.at(t.pos.at(pos)), *x.at(first) = u0, 0
	*u.at(t.pos.at(pos + 1)), *x.at(first + 1) = u1, 0
	for ; p+2 <= end; q, p = q+2, p+2 {
		xi := x.at(idx.at(p))
		*xi = *xi - *l.at(q)*u0 - *l.at(p)*u1
		xj := x.at(idx.at(p + 1))
		*xj = *xj - *l.at(q + 1)*u0 - *l.at(p + 1)*u1
	}
	for ; p < end; q, p = q+1, p+1 {
		xi := x.at(idx.at(p))
		*xi = *xi - *l.at(q)*u0 - *l.at(p)*u1
	}
}

// apply3 is update for a segment of width 3.
func (t *target) apply3(g *segment, pos int) {
	x, idx, l, u := t.x, t.idx, t.l, t.u
	p, end := g.bounds()
	m, first := int(g.len), int(g.first)
	q := p - m
	o := q - m - 1
	u0 := *x.at(first)
	u1 := *x.at(first + 1) - *l.at(o - 2)*u0
	u2 := *x.at(first + 2) - *l.at(o - 1)*u0 - *l.at(q - 1)*u1
	*u.at(t.pos.at(pos)), *x.at(first) = u0, 0
	*u.at(t.pos.at(pos + 1)), *x.at(first + 1) = u1, 0
	*u.at(t.pos.at(pos + 2)), *x.at(first + 2) = u2, 0
	for ; p+2 <= end; o, q, p = o+2, q+2, p+2 {
		xi := x.at(idx.at(p))
		*xi = *xi - *l.at(o)*u0 - *l.at(q)*u1 - *l.at(p)*u2
		xj := x.at(idx.at(p + 1))
		*xj = *xj - *l.at(o + 1)*u0 - *l.at(q + 1)*u1 - *l.at(p + 1)*u2
	}
	for ; p < end; o, q, p = o+1, q+1, p+1 {
		xi := x.at(idx.at(p))
		*xi = *xi - *l.at(o)*u0 - *l.at(q)*u1 - *l.at(p)*u2
	}
}

// apply4 is update for a segment of width 4.
func (t *target) apply4(g *segment, pos int) {
	x, idx, l, u := t.x, t.idx, t.l, t.u
	p, end := g.bounds()
	m, first := int(g.len), int(g.first)
	q := p - m
	o := q - m - 1
	n := o - m - 2
	u0 := *x.at(first)
	u1 := *x.at(first + 1) - *l.at(n - 3)*u0
	u2 := *x.at(first + 2) - *l.at(n - 2)*u0 - *l.at(o - 2)*u1
	u3 := *x.at(first + 3) - *l.at(n - 1)*u0 - *l.at(o - 1)*u1 - *l.at(q - 1)*u2
	*u.at(t.pos.at(pos)), *x.at(first) = u0, 0
	*u.at(t.pos.at(pos + 1)), *x.at(first + 1) = u1, 0
	*u.at(t.pos.at(pos + 2)), *x.at(first + 2) = u2, 0
	*u.at(t.pos.at(pos + 3)), *x.at(first + 3) = u3, 0
	for ; p+2 <= end; n, o, q, p = n+2, o+2, q+2, p+2 {
		xi := x.at(idx.at(p))
		*xi = *xi - (*l.at(n)*u0 + *l.at(o)*u1) - (*l.at(q)*u2 + *l.at(p)*u3)
		xj := x.at(idx.at(p + 1))
		*xj = *xj - (*l.at(n + 1)*u0 + *l.at(o + 1)*u1) - (*l.at(q + 1)*u2 + *l.at(p + 1)*u3)
	}
	for ; p < end; n, o, q, p = n+1, o+1, q+1, p+1 {
		xi := x.at(idx.at(p))
		*xi = *xi - (*l.at(n)*u0 + *l.at(o)*u1) - (*l.at(q)*u2 + *l.at(p)*u3)
	}
}
