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
	if s.bytes != nil { // a call through the interface takes 5 % more time
		s.bytes.solveInto(dst, b)
		return
	}
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
	lower := side{indicesOf(s.plan.l.idx), numbersOf(s.l), numbersOf(y), numbersOf(s.diag)}
	upper := side{indicesOf(s.plan.u.idx), numbersOf(s.u), numbersOf(y), numbersOf(s.diag)}
	for b := len(s.plan.blocks) - 1; b >= 0; b-- {
		at := &s.plan.blocks[b]
		s.units(y, int(at.last), end)
		lower.forward(s.plan.lGroups[at.l:at.lEnd])
		upper.backward(s.plan.uGroups[at.u:at.uEnd])
		s.takeOff(y, s.plan.offLines[at.off:at.offEnd])
		end = int(at.first)
	}
	s.units(y, 0, end)
}

// units solves in the columns first ≤ k < last, blocks of order 1, and takes what is
// above them off the rows of the blocks before.
func (s *Solver) units(y []float64, first, last int) {
	heads := s.plan.heads[first : last+1]
	from, to := int(heads[0].off), int(heads[len(heads)-1].off)
	if to-from > fewAbove*(last-first) {
		s.longUnits(y, first, last)
		return
	}
	// The columns have about one entry each: one loop over the entries of all. The pivots
	// of columns that are not at their turn come last.
	inv := s.diag[:len(y)]
	rows := s.plan.offAt[from:to]
	cols, vals := s.plan.offOf[from:to][:len(rows)], s.off[from:to][:len(rows)]
	for p := len(rows) - 1; p >= 0; p-- {
		k := cols[p]
		y[rows[p]] -= vals[p] * (y[k] * inv[k])
	}
	own := y[first:last]
	inv = inv[first:last][:len(own)]
	for k := range own {
		own[k] *= inv[k]
	}
}

// fewAbove is how many entries columns of order 1 have on average, at most, if all are worked
// on in one loop.
const fewAbove = 4

// longUnits is units, column by column.
func (s *Solver) longUnits(y []float64, first, last int) {
	rows, vals, all := indicesOf(s.plan.offAt), numbersOf(s.off), numbersOf(y)
	heads := s.plan.heads[first : last+1]
	for k := last - 1; k >= first; k-- {
		from, to := heads[k-first].off, heads[k-first+1].off
		yk := y[k] * s.diag[k]
		y[k] = yk
		if yk == 0 { // as in Newton steps, where sources have the voltages they give
			continue
		}
		p, end := int(from), int(to)
		for ; p+4 <= end; p += 4 {
			*all.at(rows.at(p)) -= *vals.at(p) * yk
			*all.at(rows.at(p + 1)) -= *vals.at(p + 1) * yk
			*all.at(rows.at(p + 2)) -= *vals.at(p + 2) * yk
			*all.at(rows.at(p + 3)) -= *vals.at(p + 3) * yk
		}
		for ; p < end; p++ {
			*all.at(rows.at(p)) -= *vals.at(p) * yk
		}
	}
}
