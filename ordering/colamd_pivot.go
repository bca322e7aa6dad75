package ordering

// The functions that are not to be inlined here are the bodies of the inner
// loops. Out of line they have the registers for themselves, which more than
// pays for the call.

// eliminate orders the columns that are left, one pivot at a time. It reports
// false when it was told to stop.
func (s *colamd) eliminate() bool {
	lowest := uint32(0) // no column has a lower score
	for s.next < s.last {
		if s.stats.Pivots%256 == 0 && s.opt.Stop != nil && s.opt.Stop(s.stats) {
			return false
		}
		var c *colamdCol
		c, lowest = s.pickPivot(lowest)
		rows := s.colList[c.start:c.end]
		s.placeNext(c)
		pivot := s.formPivotRow(rows)
		degree := s.subtractColumns(pivot)
		degree -= s.sumScores(pivot)
		lowest = min(lowest, s.finishPivotRow(rows, pivot, degree))
		s.stats.Pivots++
	}
	return true
}

// formPivotRow returns the union of the given rows, which die, without columns
// that have left the game. The thickness of its columns is negated.
func (s *colamd) formPivotRow(rows []uint32) []uint32 {
	w := uint32(0)
	for _, r := range rows {
		s.mark[r].degree = rowDead
		at := s.span[r]
		w = gather(s.list, s.rowList[at.start:at.end], s.pivot, w)
	}
	return s.pivot[:w]
}

// gather writes those of the columns of a row that have positive thickness
// behind the first w of pivot, negates their thickness, and returns how many
// stand in pivot now.
//
// The loop has no branch that depends on the data: every column is written,
// and kept by advancing w.
//
//go:noinline
func gather(list []colamdCol, row, pivot []uint32, w uint32) uint32 {
	for _, j := range row {
		c := &list[j]
		t := c.thickness
		pivot[w] = j
		w += uint32(-t) >> 31
		c.thickness = min(t, -t)
	}
	return w
}

// subtractColumns takes the columns of the pivot row out of their lists and
// sets the mark of each row they meet to tag + the columns it has outside the
// pivot row. A row with none dies if absorption is aggressive. It returns the
// degree of the pivot row.
func (s *colamd) subtractColumns(pivot []uint32) (degree int32) {
	for _, j := range pivot {
		degree += s.subtract(&s.list[j])
	}
	s.degree = max(s.degree, degree)
	return degree
}

// subtract does what subtractColumns says for column c, and returns its
// thickness, which it makes positive.
//
//go:noinline
func (s *colamd) subtract(c *colamdCol) (thickness int32) {
	thickness = -c.thickness
	c.thickness = thickness
	s.list[c.prev].next = c.next
	s.list[c.next].prev = c.prev
	mark, tag, absorbed := s.mark, s.tag, s.tag+s.absorbed
	for _, r := range s.colList[c.start:c.end] {
		m := &mark[r]
		at, first := m.mark, m.degree+tag
		if at < tag {
			at = first
		}
		at -= thickness
		m.mark = at
		if at == absorbed {
			m.degree = rowDead
		}
	}
	return thickness
}

// sumScores squeezes dead rows out of the columns of the pivot row, sums what
// the others have outside it, and merges columns with the same rows. A column
// that only the pivot row is left of is ordered at once, as the next. It
// returns how many columns were.
func (s *colamd) sumScores(pivot []uint32) (ordered int32) {
	before := s.next
	bucket, shift := s.buckets(len(pivot))
	for _, j := range pivot {
		c := &s.list[j]
		if !s.squeeze(c) {
			s.placeNext(c)
			continue
		}
		// Fibonacci hashing: the high bits of the product
		s.merge(c, j, &bucket[c.prev*0x9E3779B1>>shift])
	}
	clear(bucket)
	return s.next - before
}

// squeeze removes dead rows from column c, computes a hash of the others and
// the sum of what they have outside the pivot row, and tells whether there are
// any. The loop has no branch that depends on the data.
//
//go:noinline
func (s *colamd) squeeze(c *colamdCol) bool {
	mark, limit := s.mark, int64(s.tag+s.absorbed) // the marks of living rows are higher
	rows := s.colList[c.start:c.end]
	w, key, sum := 0, uint32(0), int64(0)
	for _, r := range rows {
		under := limit - int64(mark[r].mark)
		alive := under >> 63 // all bits, or none
		rows[w] = r
		w -= int(alive)
		key += r & uint32(alive)
		sum -= under & alive
	}
	sum += int64(w) * int64(s.absorbed)
	c.end = c.start + uint32(w)
	c.prev = key
	c.score = int32(min(sum, int64(s.cols)))
	return w > 0
}

// finishPivotRow brings the pivot row to life, under the name of the first of
// the rows it was made of: drops columns that have left the game, appends the
// row to the others, and enters them in the lists of their new scores, the
// lowest of which it returns.
func (s *colamd) finishPivotRow(rows, pivot []uint32, degree int32) (lowest uint32) {
	s.nextTag()
	lowest = uint32(s.cols)
	if degree == 0 {
		return lowest
	}
	r, left := rows[0], int64(int32(s.cols)-s.next)
	w := 0
	for _, j := range pivot {
		if c := &s.list[j]; c.thickness != 0 {
			pivot[w] = j
			w++
			s.colList[c.end] = r
			c.end++
			c.score = int32(min(int64(c.score)+int64(degree), left)) - c.thickness
			s.enter(c, j)
			lowest = min(lowest, uint32(c.score))
		}
	}
	at := s.place(rows, w)
	s.span[r] = rowSpan{at, at + uint32(w)}
	s.mark[r] = rowMark{0, degree}
	copy(s.rowList[at:], pivot[:w])
	return lowest
}
