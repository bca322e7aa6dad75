package lu

// sparsePivot is the share of the largest entry of a column that another entry
// must have to be the pivot in its place, where the diagonal entry is too small
// and the threshold is not above.
const sparsePivot = 0.1

// sparsest returns the place of the pivot among rows, the candidates of column
// k: of those not much smaller than the largest, which is at place best, the one
// whose row has the fewest entries in columns not yet done, by lengths; and of
// several the one that comes first in the plan.
func (s *state[T]) sparsest(k int32, rows []int32, vals []T, best int, largest float64) int {
	bar := max(s.tol, sparsePivot) * largest
	if s.alone(vals, bar) {
		return best
	}
	s.measure(k)
	for p, r := range rows {
		if size := s.kind.abs(vals[p]); size == 0 || size < bar { // the product may be rounded to 0
			continue
		}
		if least := rows[best]; s.length[r] < s.length[least] || s.length[r] == s.length[least] && r < least {
			best = p
		}
	}
	return best
}

// alone reports whether at most one of vals is large enough to be the pivot: then nobody
// asks for the lengths of rows, which take a pass over the block.
func (s *state[T]) alone(vals []T, bar float64) bool {
	large := 0
	for _, v := range vals {
		if size := s.kind.abs(v); size != 0 && size >= bar {
			large++
		}
	}
	return large <= 1
}

// measure brings length up to date for the choice of pivot k.
//
// length[r] estimates how many entries row r of the block has in columns from k
// on. It begins as the entries of the matrix there. When column j is done, each
// row of the matrix with an entry in it has one less. Each row from which a
// multiple of the pivot row was subtracted is taken to be as long as the longer of
// the two: it is longer where neither has all columns of the other.
//
// Blocks that take all pivots from the diagonal are never measured: a block is
// caught up with when its first pivot off the diagonal is chosen.
func (s *state[T]) measure(k int32) {
	if s.measured == none {
		s.length, s.counted = resized(s.length, len(s.rows)), resized(s.counted, len(s.rows))
		clear(s.counted)
	}
	if s.measured < s.first {
		s.measured = s.first
		clear(s.length[s.first:s.last])
		for j := s.first; j < s.last; j++ {
			s.lengthen(j, 1)
		}
	}
	for ; s.measured < k; s.measured++ {
		s.lengthen(s.measured, -1)
		h := s.cols[s.measured]
		pivot := s.length[h.row]
		for _, r := range s.l.idx[h.start:][:h.len] {
			s.length[r] = max(s.length[r], pivot)
		}
	}
}

// lengthen adds by, 1 or -1, to the lengths of the rows that have an entry of the
// matrix in column j of the block, once where it has duplicates. Columns are all
// added before any is taken off, so that no mark is met twice.
func (s *state[T]) lengthen(j, by int32) {
	mark := j
	if by > 0 {
		mark = ^j
	}
	for _, i := range s.a.Col(int(s.plan.Col[j])) {
		if r := s.inv[i]; r >= s.first && s.counted[r] != mark {
			s.counted[r] = mark
			s.length[r] += by
		}
	}
}
