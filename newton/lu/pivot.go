package lu

import "math"

// pivot gathers the rows without pivot from x, chooses one of them, and
// appends the others to L, divided by it. x is zero afterwards.
func (s *state[T]) pivot(k int32) error {
	if s.ncand == 0 {
		return s.singular(k, true)
	}
	rows, vals := s.l.idx[s.l.used:][:s.ncand], s.l.val[s.l.used:][:s.ncand]
	at := s.gather(rows, vals, s.prefer[k])
	best, largest, size := s.kind.search(vals, at)
	if !(largest <= math.MaxFloat64) {
		return &FiniteError{Row: none, Column: int(s.plan.Col[k]), Overflow: true, Stats: s.snapshot()}
	}
	if largest == 0 {
		return s.singular(k, false)
	}
	if at >= 0 && size > 0 && size >= s.tol*largest { // the product may be rounded to 0
		best = at
	} else {
		best = s.sparsest(k, rows, vals, best, largest)
	}
	s.choose(k, rows[best])
	s.diag[k] = vals[best]
	below := len(rows) - 1
	rows[best], vals[best] = rows[below], vals[below]
	s.kind.divide(vals[:below], s.diag[k])
	s.cols[k] = header{start: s.l.used, len: int32(below), scan: int32(below), row: s.cols[k].row}
	s.l.used += int64(below)
	return nil
}

// gather moves the candidates from x to rows and vals and returns the place
// of the label wanted among them, or none.
func (s *state[T]) gather(rows []int32, vals []T, wanted int32) (at int) {
	x := s.x
	at = none
	for p, r := range s.cand[:len(rows)] {
		rows[p] = r
		vals[p] = x[r]
		x[r] = 0
		if r == wanted {
			at = p
		}
	}
	return at
}

// choose makes label r the k-th pivot.
func (s *state[T]) choose(k, r int32) {
	s.rows[r].pos = k
	s.cols[k].row = r
	wanted := s.prefer[k]
	if r == wanted {
		return
	}
	s.stats.OffDiagonal++
	other := s.columnOf[r]
	s.prefer[other], s.columnOf[wanted] = wanted, other
}

// singular returns the error for column k without pivot.
func (s *state[T]) singular(k int32, structural bool) error {
	return &SingularError{Column: int(s.plan.Col[k]), Structural: structural, Stats: s.snapshot()}
}
