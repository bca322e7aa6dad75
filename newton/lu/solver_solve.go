package lu

// Solve overwrites x, which holds b, with the solution of A·x = b.
//
// Shapes: x has N elements. Cost: two flops for each entry of L, U and Off. No
// allocation. It panics if the length is wrong or the last Refactor failed.
func (s *Solver) Solve(x []float64) { s.SolveInto(x, x) }

// SolveInto sets dst to the solution of A·dst = b. dst and b may be the same slice,
// but not overlap otherwise. Apart from that it is like [Solver.Solve].
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
		s.takeOff(y, s.plan.offLines[at.off:at.offEnd])
		end = int(at.first)
	}
	s.units(y, 0, end)
}

// units solves in the columns first ≤ k < last, blocks of order 1, and takes what is
// above them off the rows of the blocks before.
func (s *Solver) units(y []float64, first, last int) {
	offAt, off, heads := s.plan.offAt, s.off, s.plan.heads[first:last+1]
	for k := last - 1; k >= first; k-- {
		from, to := heads[k-first].off, heads[k-first+1].off
		yk := y[k] * s.diag[k]
		y[k] = yk
		if yk == 0 { // as in Newton steps, where sources have the voltages they give
			continue
		}
		rows := offAt[from:to]
		vals := off[from:to][:len(rows)]
		for len(rows) >= 4 && len(vals) >= 4 {
			y[rows[0]] -= vals[0] * yk
			y[rows[1]] -= vals[1] * yk
			y[rows[2]] -= vals[2] * yk
			y[rows[3]] -= vals[3] * yk
			rows, vals = rows[4:], vals[4:]
		}
		for p, i := range rows {
			y[i] -= vals[p] * yk
		}
	}
}
