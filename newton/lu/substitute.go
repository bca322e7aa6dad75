package lu

// A side is what substitution with L or U reads and writes: the indices and values of the
// triangle, the reciprocals of the pivots, and the solution so far. Its methods work on the
// groups of a block.
//
// The arrays are read without checks, which take longer than the arithmetic of a short column.
// This is safe because [solverPlan.build] makes idx and groups and checks both, and because no
// caller can change either.
type side struct {
	idx           indices
	vals, y, diag numbers
}

// forward solves with L in the columns of a block.
func (t *side) forward(groups []segment) {
	for i := range groups {
		switch g := &groups[i]; g.width {
		case 1:
			t.forward1(g)
		case 2:
			t.forward2(g)
		case 3:
			t.forward3(g)
		default:
			t.forward4(g)
		}
	}
}

// bounds returns where the entries of the last column of a group are.
func (g *segment) bounds() (at, end int) { return int(g.start), int(g.start + g.len) }

func (t *side) forward1(g *segment) {
	idx, l, y := t.idx, t.vals, t.y
	p, end := g.bounds()
	y0 := *y.at(int(g.first))
	for ; p+3 <= end; p += 3 {
		*y.at(idx.at(p)) -= *l.at(p) * y0
		*y.at(idx.at(p + 1)) -= *l.at(p + 1) * y0
		*y.at(idx.at(p + 2)) -= *l.at(p + 2) * y0
	}
	for ; p < end; p++ {
		*y.at(idx.at(p)) -= *l.at(p) * y0
	}
}

func (t *side) forward2(g *segment) {
	idx, l, y := t.idx, t.vals, t.y
	p, end := g.bounds()
	m, first := int(g.len), int(g.first)
	q := p - m
	y0 := *y.at(first)
	y1 := *y.at(first + 1) - *l.at(q - 1)*y0
	*y.at(first + 1) = y1
	for ; p+2 <= end; q, p = q+2, p+2 {
		*y.at(idx.at(p)) -= *l.at(q)*y0 + *l.at(p)*y1
		*y.at(idx.at(p + 1)) -= *l.at(q + 1)*y0 + *l.at(p + 1)*y1
	}
	for ; p < end; q, p = q+1, p+1 {
		*y.at(idx.at(p)) -= *l.at(q)*y0 + *l.at(p)*y1
	}
}

func (t *side) forward3(g *segment) {
	idx, l, y := t.idx, t.vals, t.y
	p, end := g.bounds()
	m, first := int(g.len), int(g.first)
	q := p - m
	o := q - m - 1
	y0 := *y.at(first)
	y1 := *y.at(first + 1) - *l.at(o - 2)*y0
	y2 := *y.at(first + 2) - *l.at(o - 1)*y0 - *l.at(q - 1)*y1
	*y.at(first + 1), *y.at(first + 2) = y1, y2
	for ; p+2 <= end; o, q, p = o+2, q+2, p+2 {
		*y.at(idx.at(p)) -= *l.at(o)*y0 + *l.at(q)*y1 + *l.at(p)*y2
		*y.at(idx.at(p + 1)) -= *l.at(o + 1)*y0 + *l.at(q + 1)*y1 + *l.at(p + 1)*y2
	}
	for ; p < end; o, q, p = o+1, q+1, p+1 {
		*y.at(idx.at(p)) -= *l.at(o)*y0 + *l.at(q)*y1 + *l.at(p)*y2
	}
}

func (t *side) forward4(g *segment) {
	idx, l, y := t.idx, t.vals, t.y
	p, end := g.bounds()
	m, first := int(g.len), int(g.first)
	q := p - m
	o := q - m - 1
	n := o - m - 2
	y0 := *y.at(first)
	y1 := *y.at(first + 1) - *l.at(n - 3)*y0
	y2 := *y.at(first + 2) - *l.at(n - 2)*y0 - *l.at(o - 2)*y1
	y3 := *y.at(first + 3) - *l.at(n - 1)*y0 - *l.at(o - 1)*y1 - *l.at(q - 1)*y2
	*y.at(first + 1), *y.at(first + 2), *y.at(first + 3) = y1, y2, y3
	for ; p+2 <= end; n, o, q, p = n+2, o+2, q+2, p+2 {
		*y.at(idx.at(p)) -= (*l.at(n)*y0 + *l.at(o)*y1) + (*l.at(q)*y2 + *l.at(p)*y3)
		*y.at(idx.at(p + 1)) -= (*l.at(n + 1)*y0 + *l.at(o + 1)*y1) + (*l.at(q + 1)*y2 + *l.at(p + 1)*y3)
	}
	for ; p < end; n, o, q, p = n+1, o+1, q+1, p+1 {
		*y.at(idx.at(p)) -= (*l.at(n)*y0 + *l.at(o)*y1) + (*l.at(q)*y2 + *l.at(p)*y3)
	}
}

// backward solves with U in the rows of a block.
func (t *side) backward(groups []segment) {
	for i := len(groups) - 1; i >= 0; i-- {
		switch g := &groups[i]; g.width {
		case 1:
			t.backward1(g)
		case 2:
			t.backward2(g)
		case 3:
			t.backward3(g)
		default:
			t.backward4(g)
		}
	}
}

func (t *side) backward1(g *segment) {
	idx, u, y, diag := t.idx, t.vals, t.y, t.diag
	at, p := g.bounds()
	first := int(g.first)
	sum0 := *y.at(first)
	for p-3 >= at {
		p -= 3
		sum0 -= *u.at(p + 2) * *y.at(idx.at(p + 2))
		sum0 -= *u.at(p + 1) * *y.at(idx.at(p + 1))
		sum0 -= *u.at(p) * *y.at(idx.at(p))
	}
	for p > at {
		p--
		sum0 -= *u.at(p) * *y.at(idx.at(p)) // the element that was computed last comes last
	}
	*y.at(first) = sum0 * *diag.at(first)
}

func (t *side) backward2(g *segment) {
	idx, u, y, diag := t.idx, t.vals, t.y, t.diag
	at, p := g.bounds()
	first := int(g.first)
	m := int(g.len)
	q := p - m
	sum0, sum1 := *y.at(first), *y.at(first + 1)
	for p-2 >= at {
		q, p = q-2, p-2
		y1 := *y.at(idx.at(p + 1))
		sum0 -= *u.at(q + 1) * y1
		sum1 -= *u.at(p + 1) * y1
		y0 := *y.at(idx.at(p))
		sum0 -= *u.at(q) * y0
		sum1 -= *u.at(p) * y0
	}
	for p > at {
		q, p = q-1, p-1
		yj := *y.at(idx.at(p))
		sum0 -= *u.at(q) * yj
		sum1 -= *u.at(p) * yj
	}
	sum1 *= *diag.at(first + 1)
	*y.at(first) = (sum0 - *u.at(q - 1)*sum1) * *diag.at(first)
	*y.at(first + 1) = sum1
}

func (t *side) backward3(g *segment) {
	idx, u, y, diag := t.idx, t.vals, t.y, t.diag
	at, p := g.bounds()
	first := int(g.first)
	m := int(g.len)
	q := p - m
	o := q - m - 1
	sum0, sum1, sum2 := *y.at(first), *y.at(first + 1), *y.at(first + 2)
	for p-2 >= at {
		o, q, p = o-2, q-2, p-2
		y1 := *y.at(idx.at(p + 1))
		sum0 -= *u.at(o + 1) * y1
		sum1 -= *u.at(q + 1) * y1
		sum2 -= *u.at(p + 1) * y1
		y0 := *y.at(idx.at(p))
		sum0 -= *u.at(o) * y0
		sum1 -= *u.at(q) * y0
		sum2 -= *u.at(p) * y0
	}
	for p > at {
		o, q, p = o-1, q-1, p-1
		yj := *y.at(idx.at(p))
		sum0 -= *u.at(o) * yj
		sum1 -= *u.at(q) * yj
		sum2 -= *u.at(p) * yj
	}
	sum2 *= *diag.at(first + 2)
	sum1 = (sum1 - *u.at(q - 1)*sum2) * *diag.at(first + 1)
	*y.at(first) = (sum0 - *u.at(o - 2)*sum1 - *u.at(o - 1)*sum2) * *diag.at(first)
	*y.at(first + 1), *y.at(first + 2) = sum1, sum2
}

func (t *side) backward4(g *segment) {
	idx, u, y, diag := t.idx, t.vals, t.y, t.diag
	at, p := g.bounds()
	first := int(g.first)
	m := int(g.len)
	q := p - m
	o := q - m - 1
	n := o - m - 2
	sum0, sum1, sum2, sum3 := *y.at(first), *y.at(first + 1), *y.at(first + 2), *y.at(first + 3)
	for p-2 >= at {
		n, o, q, p = n-2, o-2, q-2, p-2
		y1 := *y.at(idx.at(p + 1))
		sum0 -= *u.at(n + 1) * y1
		sum1 -= *u.at(o + 1) * y1
		sum2 -= *u.at(q + 1) * y1
		sum3 -= *u.at(p + 1) * y1
		y0 := *y.at(idx.at(p))
		sum0 -= *u.at(n) * y0
		sum1 -= *u.at(o) * y0
		sum2 -= *u.at(q) * y0
		sum3 -= *u.at(p) * y0
	}
	for p > at {
		n, o, q, p = n-1, o-1, q-1, p-1
		yj := *y.at(idx.at(p))
		sum0 -= *u.at(n) * yj
		sum1 -= *u.at(o) * yj
		sum2 -= *u.at(q) * yj
		sum3 -= *u.at(p) * yj
	}
	sum3 *= *diag.at(first + 3)
	sum2 = (sum2 - *u.at(q - 1)*sum3) * *diag.at(first + 2)
	sum1 = (sum1 - *u.at(o - 2)*sum2 - *u.at(o - 1)*sum3) * *diag.at(first + 1)
	*y.at(first) = (sum0 - *u.at(n - 3)*sum1 - *u.at(n - 2)*sum2 - *u.at(n - 1)*sum3) * *diag.at(first)
	*y.at(first + 1), *y.at(first + 2), *y.at(first + 3) = sum1, sum2, sum3
}
