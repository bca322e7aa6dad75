package lu

import "math"

// unit computes column k, which is a block of order 1: a pivot, and what is above it.
// It does what column does for larger blocks.
func (s *state[T]) unit(k int32) error {
	j := s.plan.Col[k]
	from, to := s.a.ColPtr[j], s.a.ColPtr[j+1]
	values := s.values[from:to]
	var sum T
	s.ncand, s.top, s.flops = 0, len(s.topo), 0
	for p, i := range s.a.RowIdx[from:to] {
		v := values[p]
		if s.scale != nil {
			v /= s.scale[i]
		}
		if r := s.inv[i]; r != k {
			if err := s.above(r, v); err != nil {
				return err
			}
			continue
		}
		sum += v
		s.ncand = 1
	}
	if err := s.admit(k); err != nil {
		return err
	}
	switch size := s.kind.abs(sum); {
	case s.ncand == 0:
		return s.singular(k, true)
	case !(size <= math.MaxFloat64):
		return &FiniteError{Row: none, Column: int(j), Overflow: true, Stats: s.snapshot()}
	case size == 0:
		return s.singular(k, false)
	}
	s.diag[k] = sum
	s.rows[k].pos = k
	s.stats.Columns++
	s.l.ptr[k+1], s.u.ptr[k+1], s.off.ptr[k+1] = s.l.used, s.u.used, s.off.used
	return nil
}
