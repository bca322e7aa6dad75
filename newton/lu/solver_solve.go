package lu

// Solve overwrites x, which holds b, with the solution of A·x = b.
//
// Shapes: x has N elements. Cost: two flops for each entry of L, U and Off. No
// allocation. It panics if the length is wrong or the last Refactor failed.
func (s *Solver) Solve(x []float64) { s.SolveInto(x, x) }

// SolveInto sets dst to the solution of A·dst = b. dst and b may be the same
// slice, but not overlap otherwise. In all else it is as [Solver.Solve].
func (s *Solver) SolveInto(dst, b []float64) {
	if len(dst) != s.n || len(b) != s.n {
		panic(errVector)
	}
	s.mustBeReady()
	if s.small != nil {
		s.small.solveInto(dst, b)
		return
	}
	y := s.y
	recip := s.recip[:len(y)]
	row := s.plan.f.Row[:len(y)]
	for k, i := range row {
		y[k] = b[i] * recip[k]
	}
	s.substitute(y)
	for k, j := range s.plan.f.Col[:len(y)] {
		dst[j] = y[k]
	}
}

// substitute solves in pivot order, the blocks from the last to the first.
func (s *Solver) substitute(y []float64) {
	end := len(y)
	for b := len(s.plan.blocks) - 1; b >= 0; b-- {
		at := &s.plan.blocks[b]
		s.units(y, int(at.last), end)
		s.forward(y, s.plan.lGroups[at.l:at.lEnd])
		s.backward(y, s.plan.uGroups[at.u:at.uEnd])
		if len(s.off) > 0 {
			s.above(y, int(at.first), int(at.last))
		}
		end = int(at.first)
	}
	s.units(y, 0, end)
}

// units solves in the columns first ≤ k < last, blocks of order 1.
func (s *Solver) units(y []float64, first, last int) {
	for k := last - 1; k >= first; k-- {
		y[k] *= s.diag[k]
		s.above(y, k, k+1)
	}
}

// above takes what is above the blocks in the columns first ≤ k < last off the
// rows of the blocks before.
func (s *Solver) above(y []float64, first, last int) {
	offRow, off, heads := s.plan.offRow, s.off, s.plan.heads[first:last+1]
	for k := first; k < last; k++ {
		from, to := heads[k-first].off, heads[k-first+1].off
		rows := offRow[from:to]
		vals := off[from:to][:len(rows)]
		yk := y[k]
		for p, i := range rows {
			y[i] -= vals[p] * yk
		}
	}
}

// forward solves with L in the columns of a block.
func (s *Solver) forward(y []float64, groups []segment) {
	lRow, l := s.plan.l.idx, s.l
	for i := range groups {
		g := &groups[i]
		m, at := int(g.len), int(g.start)
		rows := lRow[at:][:m]
		d := l[at:][:len(rows)]
		switch g.width {
		case 1:
			y0 := y[g.first]
			for p, i := range rows {
				y[i] -= d[p] * y0
			}
		case 2:
			top, c := y[g.first:][:2], l[at-m-1:][:m+1]
			y0 := top[0]
			y1 := top[1] - c[0]*y0
			top[1] = y1
			c = c[1:][:len(rows)]
			for p, i := range rows {
				y[i] -= c[p]*y0 + d[p]*y1
			}
		case 3:
			top, b, c := y[g.first:][:3], l[at-2*m-3:][:m+2], l[at-m-1:][:m+1]
			y0 := top[0]
			y1 := top[1] - b[0]*y0
			y2 := top[2] - b[1]*y0 - c[0]*y1
			top[1], top[2] = y1, y2
			b, c = b[2:][:len(rows)], c[1:][:len(rows)]
			for p, i := range rows {
				y[i] -= b[p]*y0 + c[p]*y1 + d[p]*y2
			}
		default:
			top, a, b, c := y[g.first:][:4], l[at-3*m-6:][:m+3], l[at-2*m-3:][:m+2], l[at-m-1:][:m+1]
			y0 := top[0]
			y1 := top[1] - a[0]*y0
			y2 := top[2] - a[1]*y0 - b[0]*y1
			y3 := top[3] - a[2]*y0 - b[1]*y1 - c[0]*y2
			top[1], top[2], top[3] = y1, y2, y3
			a, b, c = a[3:][:len(rows)], b[2:][:len(rows)], c[1:][:len(rows)]
			for p, i := range rows {
				y[i] -= (a[p]*y0 + b[p]*y1) + (c[p]*y2 + d[p]*y3)
			}
		}
	}
}

// backward solves with U in the rows of a block.
func (s *Solver) backward(y []float64, groups []segment) {
	uCol, u, diag := s.plan.u.idx, s.u, s.diag
	for i := len(groups) - 1; i >= 0; i-- {
		g := &groups[i]
		m, at := int(g.len), int(g.start)
		cols := uCol[at:][:m]
		d := u[at:][:len(cols)]
		switch g.width {
		case 1:
			t0 := 0.0
			for p, j := range cols {
				t0 += d[p] * y[j]
			}
			y[g.first] = (y[g.first] - t0) * diag[g.first]
		case 2:
			top, r, c := y[g.first:][:2], diag[g.first:][:2], u[at-m-1:][:m+1]
			t0, t1 := top[0], top[1]
			tail := c[1:][:len(cols)]
			for p, j := range cols {
				yj := y[j]
				t0 -= tail[p] * yj
				t1 -= d[p] * yj
			}
			t1 *= r[1]
			top[0], top[1] = (t0-c[0]*t1)*r[0], t1
		case 3:
			top, r, b, c := y[g.first:][:3], diag[g.first:][:3], u[at-2*m-3:][:m+2], u[at-m-1:][:m+1]
			t0, t1, t2 := top[0], top[1], top[2]
			tailB, tailC := b[2:][:len(cols)], c[1:][:len(cols)]
			for p, j := range cols {
				yj := y[j]
				t0 -= tailB[p] * yj
				t1 -= tailC[p] * yj
				t2 -= d[p] * yj
			}
			t2 *= r[2]
			t1 = (t1 - c[0]*t2) * r[1]
			top[0], top[1], top[2] = (t0-b[0]*t1-b[1]*t2)*r[0], t1, t2
		default:
			top, r := y[g.first:][:4], diag[g.first:][:4]
			a, b, c := u[at-3*m-6:][:m+3], u[at-2*m-3:][:m+2], u[at-m-1:][:m+1]
			t0, t1, t2, t3 := top[0], top[1], top[2], top[3]
			tailA, tailB, tailC := a[3:][:len(cols)], b[2:][:len(cols)], c[1:][:len(cols)]
			for p, j := range cols {
				yj := y[j]
				t0 -= tailA[p] * yj
				t1 -= tailB[p] * yj
				t2 -= tailC[p] * yj
				t3 -= d[p] * yj
			}
			t3 *= r[3]
			t2 = (t2 - c[0]*t3) * r[2]
			t1 = (t1 - b[0]*t2 - b[1]*t3) * r[1]
			top[0], top[1], top[2], top[3] = (t0-a[0]*t1-a[1]*t2-a[2]*t3)*r[0], t1, t2, t3
		}
	}
}
