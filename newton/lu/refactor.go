package lu

import "math"

const (
	signBit  = 1 << 63
	infinity = 0x7ff << 52 // bits of +Inf; those of NaN without sign are larger
)

// Refactor factorises the matrix with the values given, the pattern of s and
// the pivots of the factorisation that s was made of, R⁻¹·A(Row, Col) =
// L·U + Off. R has the largest absolute value of each row, if that
// factorisation was scaled.
//
// Method: left-looking as [Factor], with the structure known, so without any search.
// Columns of L that have the same structure and come one after the other are applied
// up to four at a time. The reciprocals of pivots and scales are computed once, and
// values are multiplied by them. Only therefore can the values differ from the
// values of Factor.
//
// Shapes: len(values) is the number of entries of the matrix, in the order of
// its pattern. values is not modified and not kept.
// Cost: the flops of [Stats] and time proportional to them and to the entries
// of the matrix. No allocation. If goroutines of [Solver.SetWorkers] find that the
// values do not do, one goroutine repeats the work to find the first such column.
//
// It fails with a [*PivotError] at the first pivot that is smaller than
// Tolerance allows, and with a [*FiniteError] when a value is infinite or not a
// number or elimination overflows, which includes the reciprocal of a
// pivot. Then s holds no factors until a later Refactor succeeds. It
// panics if the number of values is wrong.
func (s *Solver) Refactor(values []float64) error {
	if len(values) != s.entries {
		panic(errValues)
	}
	s.ready = false
	tol, rescale := s.tolerance(), s.scaled && !s.KeepScale
	if s.small != nil {
		if bad, pivot, largest := s.small.refactor(values, rescale, tol); bad >= 0 {
			return s.failed(values, bad, pivot, largest)
		}
		s.ready = true
		return nil
	}
	if s.team != nil {
		return s.team.choose(s, values, tol, rescale)
	}
	return s.refactor(values, tol, rescale)
}

// refactor is Refactor by one goroutine. After several failed, it finds the error that
// one would have found.
func (s *Solver) refactor(values []float64, tol float64, rescale bool) error {
	if rescale && !s.rescale(values) {
		return s.failed(values, 0, math.NaN(), 0)
	}
	if !s.takeAbove(values, 0, len(s.plan.above)) {
		return s.failed(values, 0, math.NaN(), 0)
	}
	if bad := s.takeUnits(values, 0, len(s.plan.units)); bad >= 0 {
		return s.failed(values, bad, s.diag[bad], 0)
	}
	for _, b := range s.plan.blocks {
		if bad, pivot, largest := s.eliminate(s.x, int(b.first), int(b.last), tol, values, nil); bad >= 0 {
			clear(s.x)
			return s.failed(values, bad, pivot, largest)
		}
	}
	s.ready = true
	return nil
}

func (s *Solver) tolerance() float64 {
	if s.Tolerance == 0 {
		return DefaultTolerance
	}
	return s.Tolerance
}

// rescale finds the scale of each row. It reports whether all values are finite.
func (s *Solver) rescale(values []float64) bool {
	clear(s.largest)
	s.measureRows(s.largest, values, 0)
	return s.invertScales(0, s.n)
}

// measureRows raises the elements of largest to the bits of the sizes of the values,
// which start at entry first of the matrix.
func (s *Solver) measureRows(largest []uint64, values []float64, first int) {
	rowOf := s.plan.rowOf[first:][:len(values)]
	for q, v := range values {
		i := rowOf[q]
		largest[i] = max(largest[i], math.Float64bits(v)&^signBit) // no branch: nobody foresees it
	}
}

// invertScales sets recip for the rows first ≤ k < last. It reports whether their values
// are finite; rows whose values are not keep their scales.
func (s *Solver) invertScales(first, last int) (finite bool) {
	recip := s.recip[first:last]
	finite = true
	for k, size := range s.largest[first:last] {
		if size >= infinity {
			finite = false
			continue
		}
		r := 1.0
		if size != 0 {
			r = 1 / math.Float64frombits(size)
		}
		recip[k] = r
	}
	return finite
}

// takeAbove sets the entries first ≤ q < last above the blocks. It reports whether
// they are finite.
func (s *Solver) takeAbove(values []float64, first, last int) bool {
	recip, list := s.recip, s.plan.above[first:last]
	off, most := s.off[first:][:len(list)], uint64(0)
	for q, m := range list {
		v := values[m.from] * recip[m.to]
		off[q] = v
		most = max(most, math.Float64bits(v)&^signBit)
	}
	return most < infinity
}

// takeUnits sets the pivots of the blocks of order 1 whose first entries are first ≤ at < last of
// units. It returns the first that has none, or none.
func (s *Solver) takeUnits(values []float64, first, last int) (bad int) {
	d, recip := s.diag, s.recip
	list, at := s.plan.units, first
	for 0 < at && at < last && list[at].to == list[at-1].to {
		at++
	}
	for at < last {
		k := list[at].to
		sum := 0.0
		for ; at < len(list) && list[at].to == k; at++ {
			sum += values[list[at].from] * recip[k]
		}
		d[k] = 1 / sum
		if nonFinite(d[k]) != 0 || nonFinite(sum) != 0 {
			d[k] = sum
			return int(k)
		}
	}
	return none
}
