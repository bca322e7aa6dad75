package lu

// Solve overwrites x, which holds b, with the solution of A·x = b.
//
// Shapes: x has N elements. Cost: two flops for each entry of L, U and Off. No
// allocation. It panics if the length is wrong or the last Refactor failed.
func (s *Solver) Solve(x []float64) { s.SolveInto(x, x) }

// SolveInto sets dst to the solution of A·dst = b. dst and b may be the same
// slice, but not overlap otherwise. In all else it is as [Solver.Solve].
func (s *Solver) SolveInto(dst, b []float64) {
	if len(dst) != len(s.y) || len(b) != len(s.y) {
		panic(errVector)
	}
	s.mustBeReady()
	y := s.y
	recip := s.recip[:len(y)]
	row := s.plan.row[:len(y)]
	for k, i := range row {
		y[k] = b[i] * recip[k]
	}
	s.substitute(y)
	for k, j := range s.plan.col[:len(y)] {
		dst[j] = y[k]
	}
}

// substitute solves in pivot order, the blocks from the last to the first.
func (s *Solver) substitute(y []float64) {
	end := len(y)
	for b := len(s.plan.blocks) - 1; b >= 0; b-- {
		at := s.plan.blocks[b]
		s.backward(y, int(at.last), end) // blocks of order 1
		s.forward(y, int(at.first), int(at.last))
		s.backward(y, int(at.first), int(at.last))
		end = int(at.first)
	}
	s.backward(y, 0, end)
}

// forward solves with L in the columns first ≤ k < last.
func (s *Solver) forward(y []float64, first, last int) {
	heads, lRow, l := s.plan.heads[first:last+1], s.plan.lRow, s.l
	for k := first; k < last; k++ {
		from, to := heads[k-first].l, heads[k-first+1].l
		rows := lRow[from:to]
		vals := l[from:to][:len(rows)]
		yk := y[k]
		for p, i := range rows {
			y[i] -= vals[p] * yk
		}
	}
}

// backward solves with U in the columns first ≤ k < last, a block or some blocks of
// order 1, and takes what is above them off the rows of the blocks before.
func (s *Solver) backward(y []float64, first, last int) {
	uRow, u, offRow, off, diag := s.plan.uRow, s.u, s.plan.offRow, s.off, s.diag
	for k := last - 1; k >= first; k-- {
		h, next := &s.plan.heads[k], &s.plan.heads[k+1]
		yk := y[k] * diag[k]
		y[k] = yk
		rows := uRow[h.u:next.u]
		vals := u[h.u:next.u][:len(rows)]
		for p, i := range rows {
			y[i] -= vals[p] * yk
		}
		rows = offRow[h.off:next.off]
		vals = off[h.off:next.off][:len(rows)]
		for p, i := range rows {
			y[i] -= vals[p] * yk
		}
	}
}
