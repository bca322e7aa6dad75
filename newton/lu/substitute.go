package lu

// forward solves with L in the columns of a block.
func (s *Solver) forward(y []float64, groups []segment) {
	idx, l := s.plan.l.idx, s.l
	for i := range groups {
		g := &groups[i]
		switch g.width {
		case 1:
			y0 := y[g.first]
			rows := idx[g.start:][:g.len]
			vals := l[g.start:][:len(rows)]
			for p, i := range rows {
				y[i] -= vals[p] * y0
			}
		case 2:
			s.forward2(y, g)
		case 3:
			s.forward3(y, g)
		default:
			s.forward4(y, g)
		}
	}
}

// forward2 is forward for a group of width 2.
func (s *Solver) forward2(y []float64, g *segment) {
	m, at := int(g.len), int(g.start)
	rows := s.plan.l.idx[at:][:m]
	top, a, b := y[g.first:][:2], s.l[at-m-1:][:m+1], s.l[at:][:len(rows)]
	y0 := top[0]
	y1 := top[1] - a[0]*y0
	top[1] = y1
	a = a[1:][:len(rows)]
	for p, i := range rows {
		y[i] -= a[p]*y0 + b[p]*y1
	}
}

// forward3 is forward for a group of width 3.
func (s *Solver) forward3(y []float64, g *segment) {
	m, at := int(g.len), int(g.start)
	rows := s.plan.l.idx[at:][:m]
	top, a, b := y[g.first:][:3], s.l[at-2*m-3:][:m+2], s.l[at-m-1:][:m+1]
	y0 := top[0]
	y1 := top[1] - a[0]*y0
	y2 := top[2] - a[1]*y0 - b[0]*y1
	top[1], top[2] = y1, y2
	a, b = a[2:][:len(rows)], b[1:][:len(rows)]
	c := s.l[at:][:len(rows)]
	for p, i := range rows {
		y[i] -= a[p]*y0 + b[p]*y1 + c[p]*y2
	}
}

// forward4 is forward for a group of width 4.
func (s *Solver) forward4(y []float64, g *segment) {
	m, at := int(g.len), int(g.start)
	rows := s.plan.l.idx[at:][:m]
	top, a, b, c := y[g.first:][:4], s.l[at-3*m-6:][:m+3], s.l[at-2*m-3:][:m+2], s.l[at-m-1:][:m+1]
	y0 := top[0]
	y1 := top[1] - a[0]*y0
	y2 := top[2] - a[1]*y0 - b[0]*y1
	y3 := top[3] - a[2]*y0 - b[1]*y1 - c[0]*y2
	top[1], top[2], top[3] = y1, y2, y3
	a, b, c = a[3:][:len(rows)], b[2:][:len(rows)], c[1:][:len(rows)]
	d := s.l[at:][:len(rows)]
	for p, i := range rows {
		y[i] -= (a[p]*y0 + b[p]*y1) + (c[p]*y2 + d[p]*y3)
	}
}

// backward solves with U in the rows of a block.
func (s *Solver) backward(y []float64, groups []segment) {
	idx, u, diag := s.plan.u.idx, s.u, s.diag[:len(y)]
	for i := len(groups) - 1; i >= 0; i-- {
		g := &groups[i]
		switch g.width {
		case 1:
			cols := idx[g.start:][:g.len]
			vals := u[g.start:][:len(cols)]
			sum := y[g.first]
			for p, j := range cols {
				sum -= vals[p] * y[j]
			}
			y[g.first] = sum * diag[g.first]
		case 2:
			s.backward2(y, g)
		case 3:
			s.backward3(y, g)
		default:
			s.backward4(y, g)
		}
	}
}

// backward2 is backward for a group of width 2.
func (s *Solver) backward2(y []float64, g *segment) {
	m, at := int(g.len), int(g.start)
	cols := s.plan.u.idx[at:][:m]
	top, inv, a, b := y[g.first:][:2], s.diag[g.first:][:2], s.u[at-m-1:][:m+1], s.u[at:][:len(cols)]
	sum0, sum1 := top[0], top[1]
	tail := a[1:][:len(cols)]
	for p, j := range cols {
		yj := y[j]
		sum0 -= tail[p] * yj
		sum1 -= b[p] * yj
	}
	sum1 *= inv[1]
	top[0], top[1] = (sum0-a[0]*sum1)*inv[0], sum1
}

// backward3 is backward for a group of width 3.
func (s *Solver) backward3(y []float64, g *segment) {
	m, at := int(g.len), int(g.start)
	cols := s.plan.u.idx[at:][:m]
	top, inv := y[g.first:][:3], s.diag[g.first:][:3]
	a, b, c := s.u[at-2*m-3:][:m+2], s.u[at-m-1:][:m+1], s.u[at:][:len(cols)]
	sum0, sum1, sum2 := top[0], top[1], top[2]
	tailA, tailB := a[2:][:len(cols)], b[1:][:len(cols)]
	for p, j := range cols {
		yj := y[j]
		sum0 -= tailA[p] * yj
		sum1 -= tailB[p] * yj
		sum2 -= c[p] * yj
	}
	sum2 *= inv[2]
	sum1 = (sum1 - b[0]*sum2) * inv[1]
	top[0], top[1], top[2] = (sum0-a[0]*sum1-a[1]*sum2)*inv[0], sum1, sum2
}

// backward4 is backward for a group of width 4.
func (s *Solver) backward4(y []float64, g *segment) {
	m, at := int(g.len), int(g.start)
	cols := s.plan.u.idx[at:][:m]
	top, inv := y[g.first:][:4], s.diag[g.first:][:4]
	a, b, c, d := s.u[at-3*m-6:][:m+3], s.u[at-2*m-3:][:m+2], s.u[at-m-1:][:m+1], s.u[at:][:len(cols)]
	sum0, sum1, sum2, sum3 := top[0], top[1], top[2], top[3]
	tailA, tailB, tailC := a[3:][:len(cols)], b[2:][:len(cols)], c[1:][:len(cols)]
	for p, j := range cols {
		yj := y[j]
		sum0 -= tailA[p] * yj
		sum1 -= tailB[p] * yj
		sum2 -= tailC[p] * yj
		sum3 -= d[p] * yj
	}
	sum3 *= inv[3]
	sum2 = (sum2 - c[0]*sum3) * inv[2]
	sum1 = (sum1 - b[0]*sum2 - b[1]*sum3) * inv[1]
	top[0], top[1], top[2], top[3] = (sum0-a[0]*sum1-a[1]*sum2-a[2]*sum3)*inv[0], sum1, sum2, sum3
}
