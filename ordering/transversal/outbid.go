package transversal

import "math"

// outbid matches most free columns, at a cost of a few passes over the entries
// at most.
//
// A free column takes the row that is cheapest for it, also from the column
// that holds it, which then is free in turn; the dual of the row falls until
// the second best is as good [1]. A column for which two rows are equally good
// and both are held, or whose only row is, stays free: taking one of them would
// change nothing.
//
// [1] R. Jonker, A. Volgenant, Computing 38:325–340, 1987.
func (s *solver) outbid() {
	const passes = 4
	var open []int32
	for j := len(s.RowOf) - 1; j >= 0; j-- {
		if s.RowOf[j] < 0 {
			open = append(open, int32(j))
		}
	}
	for left := passes * int64(s.NNZ()); left > 0 && len(open) > 0; {
		j := open[len(open)-1]
		open = open[:len(open)-1]
		left -= s.ColPtr[j+1] - s.ColPtr[j]
		if old := s.bid(j); old >= 0 {
			open = append(open, old)
		}
	}
}

// bid lets column j take the row that is best for it and returns the column
// that lost the row, or -1.
func (s *solver) bid(j int32) int32 {
	best, least, second := int64(-1), math.Inf(1), math.Inf(1)
	for k := s.ColPtr[j]; k < s.ColPtr[j+1]; k++ {
		i := s.RowIdx[k]
		switch x := s.cost[k] - s.v[i]; {
		case x < least || x == least && s.ColOf[i] < 0 && s.ColOf[s.RowIdx[best]] >= 0:
			best, least, second = k, x, least
		case x < second:
			second = x
		}
	}
	if best < 0 {
		return -1
	}
	i := s.RowIdx[best]
	old := s.ColOf[i]
	if old >= 0 && (second == least || math.IsInf(second, 1)) {
		return -1
	}
	if !math.IsInf(second, 1) {
		s.v[i] -= second - least
	}
	s.RowOf[j], s.ColOf[i] = i, j
	s.paid[j] = s.cost[best]
	s.u[j] = s.paid[j] - s.v[i]
	if old >= 0 {
		s.RowOf[old] = -1
	} else {
		s.Size++
	}
	return old
}
