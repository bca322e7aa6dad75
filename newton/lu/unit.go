package lu

import "math"

// units computes the columns first ≤ k < last, each of which is a block of order 1: a
// pivot, and what is above it. It does what column does for larger blocks.
func (s *state[T]) units(first, last int32) error {
	s.passUnits(first, last)
	inv, scale, diag := s.inv, s.scale, s.diag
	colPtr, rowIdx, values, limited := s.a.ColPtr, s.a.RowIdx, s.values, s.fill.most != 0
	columns, offPtr := s.plan.Col[:last], s.off.ptr[:last+1]
	for k := first; k < last; k++ {
		j := columns[k]
		at := colPtr[j]
		alone := colPtr[j+1] == at+1 && inv[rowIdx[at]] == k
		var d T
		if alone {
			v := values[at]
			if scale != nil {
				v /= scale[rowIdx[at]]
			}
			d += v
		} else if err := s.splitUnit(k, &d); err != nil {
			return err
		}
		offPtr[k+1] = s.off.used
		if k%pollColumns == 0 || limited {
			s.stats.Columns = int(k)
			if err := s.admitUnit(k); err != nil {
				return err
			}
		}
		if d == 0 || d-d != 0 || s.kind.wide {
			s.stats.Columns = int(k)
			if err := s.badUnit(k, d); err != nil {
				return err
			}
		}
		diag[k] = d
	}
	s.stats.Columns = int(last)
	return nil
}

// splitUnit appends what is above column k to Off, and adds its other entries to sum.
func (s *state[T]) splitUnit(k int32, sum *T) error {
	j := s.plan.Col[k]
	rows := s.a.RowIdx[s.a.ColPtr[j]:s.a.ColPtr[j+1]]
	column := s.values[s.a.ColPtr[j]:][:len(rows)]
	if !s.off.room(int64(len(rows)), &s.mem) {
		s.stats.Columns = int(k)
		return s.exhausted(&BudgetError{Budget: Bytes})
	}
	inv, scale, idx, val, used := s.inv, s.scale, s.off.idx, s.off.val, s.off.used
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
			*sum += v
		default:
			panic(errBelow)
		}
	}
	s.off.used = used
	return nil
}

// passUnits notes that the columns first ≤ k < last have no entries in L and U.
func (s *state[T]) passUnits(first, last int32) {
	for k, l, u := first, s.l.used, s.u.used; k < last; k++ {
		s.l.ptr[k+1], s.u.ptr[k+1] = l, u
	}
}

// placeUnits notes that columns in blocks of order 1 are their own pivots. Only rows that
// are exchanged elsewhere make places differ from labels, so nothing reads these places
// before the last column.
func (s *state[T]) placeUnits() {
	for ptr := s.plan.BlockPtr; len(ptr) > 1; ptr = ptr[1:] {
		if k := ptr[0]; ptr[1] == k+1 {
			s.rows[k].pos = k
		}
	}
}

// admitUnit is admit for a block of order 1.
func (s *state[T]) admitUnit(k int32) error {
	s.ncand, s.top, s.flops = 1, len(s.topo), 0
	return s.admit(k)
}

// badUnit returns the error of a pivot, or nil if it is one.
func (s *state[T]) badUnit(k int32, pivot T) error {
	switch size := s.kind.abs(pivot); {
	case !(size <= math.MaxFloat64):
		return &FiniteError{Row: none, Column: int(s.plan.Col[k]), Overflow: true, Stats: s.snapshot()}
	case size == 0:
		return s.singular(k, !s.hasDiagonal(k))
	}
	return nil
}

// hasDiagonal reports whether column k, a block of order 1, has an entry in row k.
func (s *state[T]) hasDiagonal(k int32) bool {
	for _, i := range s.a.Col(int(s.plan.Col[k])) {
		if s.inv[i] == k {
			return true
		}
	}
	return false
}
