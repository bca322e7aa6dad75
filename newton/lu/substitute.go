package lu

// forward solves with L in the columns of a block.
func (s *Solver) forward(y []float64, groups []segment) {
	idx, l := s.plan.l.idx, s.l
	for i := range groups {
		g := &groups[i]
		switch g.width {
		case 1:
			y0 := y[g.first]
			at, end := g.bounds()
			rows := idx[:end]
			vals := l[:len(rows)]
			for p := at; p < len(rows); p++ {
				y[rows[p]] -= vals[p] * y0
			}
		case 2:
			forward2(y, g, idx, l)
		case 3:
			forward3(y, g, idx, l)
		default:
			forward4(y, g, idx, l)
		}
	}
}

// bounds returns where the entries of the last column of a group are. Slices of the arrays that
// begin there take longer to make than three or four entries to work through, and most
// columns of networks have no more.
func (g *segment) bounds() (at, end int) {
	return int(uint32(g.start)), int(uint32(g.start) + uint32(g.len))
}

// forward2 is forward for a group of width 2.
func forward2(y []float64, g *segment, idx []int32, l []float64) {
	m, first := int(g.len), int(uint32(g.first))
	at, end := g.bounds()
	rows, top := idx[at:end], y[first:first+2]
	y0 := top[0]
	y1 := top[1] - l[at-m-1]*y0
	top[1] = y1
	a, b := l[at-m : at][:len(rows)], l[at:end][:len(rows)]
	for p, i := range rows {
		y[i] -= a[p]*y0 + b[p]*y1
	}
}

// forward3 is forward for a group of width 3.
func forward3(y []float64, g *segment, idx []int32, l []float64) {
	m, first := int(g.len), int(uint32(g.first))
	at, end := g.bounds()
	rows, top := idx[at:end], y[first:first+3]
	atB, atA := at-m, at-2*m-1
	in := l[atA-2 : atA]
	y0 := top[0]
	y1 := top[1] - in[0]*y0
	y2 := top[2] - in[1]*y0 - l[atB-1]*y1
	top[1], top[2] = y1, y2
	a, b, c := l[atA : atB-1][:len(rows)], l[atB:at][:len(rows)], l[at:end][:len(rows)]
	for p, i := range rows {
		y[i] -= a[p]*y0 + b[p]*y1 + c[p]*y2
	}
}

// forward4 is forward for a group of width 4.
func forward4(y []float64, g *segment, idx []int32, l []float64) {
	m, first := int(g.len), int(uint32(g.first))
	at, end := g.bounds()
	rows, top := idx[at:end], y[first:first+4]
	atC, atB, atA := at-m, at-2*m-1, at-3*m-3
	inA, inB := l[atA-3:atA], l[atB-2:atB]
	y0 := top[0]
	y1 := top[1] - inA[0]*y0
	y2 := top[2] - inA[1]*y0 - inB[0]*y1
	y3 := top[3] - inA[2]*y0 - inB[1]*y1 - l[atC-1]*y2
	top[1], top[2], top[3] = y1, y2, y3
	a, b, c, d := l[atA : atB-2][:len(rows)], l[atB : atC-1][:len(rows)], l[atC:at][:len(rows)], l[at:end][:len(rows)]
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
			at, end := g.bounds()
			cols := idx[:end]
			vals := u[:len(cols)]
			sum := y[g.first]
			for p := len(cols) - 1; p >= at; p-- { // the element that was computed last comes last
				sum -= vals[p] * y[cols[p]]
			}
			y[g.first] = sum * diag[g.first]
		case 2:
			backward2(y, diag, g, idx, u)
		case 3:
			backward3(y, diag, g, idx, u)
		default:
			backward4(y, diag, g, idx, u)
		}
	}
}

// backward2 is backward for a group of width 2.
func backward2(y, diag []float64, g *segment, idx []int32, u []float64) {
	m, first := int(g.len), int(uint32(g.first))
	at, end := g.bounds()
	cols, top, inv := idx[at:end], y[first:first+2], diag[first:first+2]
	a, b := u[at-m : at][:len(cols)], u[at:end][:len(cols)]
	sum0, sum1 := top[0], top[1]
	for p := len(cols) - 1; p >= 0; p-- {
		yj := y[cols[p]]
		sum0 -= a[p] * yj
		sum1 -= b[p] * yj
	}
	sum1 *= inv[1]
	top[0], top[1] = (sum0-u[at-m-1]*sum1)*inv[0], sum1
}

// backward3 is backward for a group of width 3.
func backward3(y, diag []float64, g *segment, idx []int32, u []float64) {
	m, first := int(g.len), int(uint32(g.first))
	at, end := g.bounds()
	cols, top, inv := idx[at:end], y[first:first+3], diag[first:first+3]
	atB, atA := at-m, at-2*m-1
	in, inB := u[atA-2:atA], u[atB-1]
	a, b, c := u[atA : atB-1][:len(cols)], u[atB:at][:len(cols)], u[at:end][:len(cols)]
	sum0, sum1, sum2 := top[0], top[1], top[2]
	for p := len(cols) - 1; p >= 0; p-- {
		yj := y[cols[p]]
		sum0 -= a[p] * yj
		sum1 -= b[p] * yj
		sum2 -= c[p] * yj
	}
	sum2 *= inv[2]
	sum1 = (sum1 - inB*sum2) * inv[1]
	top[0], top[1], top[2] = (sum0-in[0]*sum1-in[1]*sum2)*inv[0], sum1, sum2
}

// backward4 is backward for a group of width 4.
func backward4(y, diag []float64, g *segment, idx []int32, u []float64) {
	m, first := int(g.len), int(uint32(g.first))
	at, end := g.bounds()
	cols, top, inv := idx[at:end], y[first:first+4], diag[first:first+4]
	atC, atB, atA := at-m, at-2*m-1, at-3*m-3
	inA, inB, inC := u[atA-3:atA], u[atB-2:atB], u[atC-1]
	a, b, c, d := u[atA : atB-2][:len(cols)], u[atB : atC-1][:len(cols)], u[atC:at][:len(cols)], u[at:end][:len(cols)]
	sum0, sum1, sum2, sum3 := top[0], top[1], top[2], top[3]
	for p := len(cols) - 1; p >= 0; p-- {
		yj := y[cols[p]]
		sum0 -= a[p] * yj
		sum1 -= b[p] * yj
		sum2 -= c[p] * yj
		sum3 -= d[p] * yj
	}
	sum3 *= inv[3]
	sum2 = (sum2 - inC*sum3) * inv[2]
	sum1 = (sum1 - inB[0]*sum2 - inB[1]*sum3) * inv[1]
	top[0], top[1], top[2], top[3] = (sum0-inA[0]*sum1-inA[1]*sum2-inA[2]*sum3)*inv[0], sum1, sum2, sum3
}
