package lu

import "math"

// units computes the columns first ≤ k < last, each of which is a block of order 1: a
// pivot, and what is above it. It does what column does for larger blocks.
func (s *state[T]) units(first, last int32) error {
	a, values, scale, inv := s.a, s.values, s.scale, s.inv
	l, u := s.l.used, s.u.used
	idx, val, used := s.off.idx, s.off.val, s.off.used
	for k := first; k < last; k++ {
		j := s.plan.Col[k]
		from, to := a.ColPtr[j], a.ColPtr[j+1]
		if used+to-from > int64(len(idx)) {
			if s.off.used = used; !s.off.room(to-from, &s.mem) {
				return s.exhausted(&BudgetError{Budget: Bytes})
			}
			idx, val = s.off.idx, s.off.val
		}
		var sum T
		found := false
		rows := a.RowIdx[from:to]
		column := values[from:to][:len(rows)]
		for p, i := range rows {
			v := column[p]
			if scale != nil {
				v /= scale[i]
			}
			switch r := inv[i]; {
			case r < k:
				idx[used], val[used] = r, v
				used++
			case r == k:
				sum += v
				found = true
			default:
				panic(errBelow)
			}
		}
		if k%pollColumns == 0 || s.fill.most != 0 {
			s.off.used = used
			if err := s.admitUnit(k); err != nil {
				return err
			}
		}
		if sum == 0 || sum-sum != 0 || s.kind.wide {
			if err := s.badUnit(k, sum, found); err != nil {
				return err
			}
		}
		s.diag[k] = sum
		s.rows[k].pos = k
		s.l.ptr[k+1], s.u.ptr[k+1], s.off.ptr[k+1] = l, u, used
		s.stats.Columns++
	}
	s.off.used = used
	return nil
}

// admitUnit is admit for a block of order 1.
func (s *state[T]) admitUnit(k int32) error {
	s.ncand, s.top, s.flops = 1, len(s.topo), 0
	return s.admit(k)
}

// badUnit returns the error of a pivot, or nil if it is one.
func (s *state[T]) badUnit(k int32, pivot T, found bool) error {
	switch size := s.kind.abs(pivot); {
	case !found:
		return s.singular(k, true)
	case !(size <= math.MaxFloat64):
		return &FiniteError{Row: none, Column: int(s.plan.Col[k]), Overflow: true, Stats: s.snapshot()}
	case size == 0:
		return s.singular(k, false)
	}
	return nil
}
