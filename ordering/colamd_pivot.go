package ordering

// eliminate orders the columns that are left, one pivot at a time.
func (s *colamd) eliminate() {
	lowest := uint32(0) // no column has a lower score
	for s.next < s.last {
		var c int32
		c, lowest = s.pickPivot(lowest)
		s.reserve(min(s.col[c].score, int32(s.cols)-s.next))
		row, pivot := s.formPivotRow(c)
		s.subtractColumns(pivot)
		s.sumScores(pivot)
		s.mergeColumns(pivot)
		lowest = min(lowest, s.finishPivotRow(row, pivot))
		s.stats.Pivots++
	}
}

// fillScoreLists enters the columns by score. The last one entered is the
// first to be taken, so columns enter in descending order.
func (s *colamd) fillScoreLists() {
	for k := range s.list {
		s.list[k] = scoreLink{uint32(k), uint32(k)}
	}
	for j := s.cols - 1; j >= 0; j-- {
		if s.col[j].thickness != 0 {
			s.enter(uint32(j), s.col[j].score)
		}
	}
}

// enter puts column j in front of the list of its score.
func (s *colamd) enter(j uint32, score int32) {
	head := uint32(s.cols) + uint32(score)
	first := s.list[head].next
	s.list[j] = scoreLink{next: first, prev: head}
	s.list[head].next = j
	s.list[first].prev = j
}

// pickPivot takes the first column of the lowest score out of its list and
// orders it.
func (s *colamd) pickPivot(lowest uint32) (pivot int32, score uint32) {
	for head := uint32(s.cols); ; lowest++ {
		if j := s.list[head+lowest].next; j != head+lowest {
			l := s.list[j]
			s.list[l.prev].next = l.next
			s.list[l.next].prev = l.prev
			s.placeNext(int32(j))
			return int32(j), lowest
		}
	}
}

// placeNext orders column j and what it stands for. Its thickness stays.
func (s *colamd) placeNext(j int32) {
	s.place[j] = s.next
	s.next += s.col[j].thickness
}

// formPivotRow merges the rows of pivot column c, which die, into the pivot
// row at the end of the store, and takes c out of the game. The thickness of
// the columns of the pivot row is negated. The pivot row gets the name of the
// first row of c.
func (s *colamd) formPivotRow(c int32) (row int32, pivot []int32) {
	col, list := s.col, s.rowList
	own := col[c]
	col[c].thickness = 0
	degree, w := int32(0), s.free
	rows := s.colList[own.start:][:own.length]
	for _, r := range rows {
		s.mark[r].mark = rowDead
		at := s.span[r]
		for _, j := range list[at.start:][:at.length] {
			if t := col[j].thickness; t > 0 {
				col[j].thickness = -t
				list[w] = j
				w++
				degree += t
			}
		}
	}
	s.degree = max(s.degree, degree)
	return rows[0], list[s.free:w]
}

// subtractColumns takes the columns of the pivot row out of their lists and
// sets the mark of each row they meet to tag + the columns it has outside the
// pivot row. A row with none dies if absorption is aggressive.
func (s *colamd) subtractColumns(pivot []int32) {
	col, mark, list, tag := s.col, s.mark, s.list, s.tag
	aggressive := !s.opt.NoAggressive
	for _, j := range pivot {
		c := &col[j]
		t := -c.thickness
		c.thickness = t
		l := list[j]
		list[l.prev].next = l.next
		list[l.next].prev = l.prev
		for _, r := range s.colList[c.start:][:c.length] {
			m := &mark[r]
			if m.mark == rowDead {
				continue
			}
			outside := m.mark - tag
			if outside < 0 {
				outside = m.degree
			}
			outside -= t
			m.mark = outside + tag
			if outside == 0 && aggressive {
				m.mark = rowDead
			}
		}
	}
}

// sumScores squeezes dead rows out of the columns of the pivot row, sums what
// the others have outside it, and hashes the columns. A column that only the
// pivot row is left of is ordered at once, as the next.
func (s *colamd) sumScores(pivot []int32) {
	tag := int64(s.tag)
	s.super.grow(len(pivot))
	for k, j := range pivot {
		c := &s.col[j]
		rows := s.colList[c.start:][:c.length]
		w, key, score := 0, uint32(0), int64(0)
		for _, r := range rows {
			m := s.mark[r].mark
			if m == rowDead {
				continue
			}
			rows[w] = r
			w++
			key += uint32(r)
			score += int64(m) - tag
		}
		c.length = int32(w)
		if w == 0 {
			s.placeNext(j)
			c.thickness = 0
			continue
		}
		c.score = int32(min(score, int64(s.cols)))
		s.super.key[k] = key
	}
}

// finishPivotRow brings the pivot row to life as row r: squeezes out columns
// that have left the game, appends r to the others, and enters them in the
// lists by their new scores, the lowest of which it returns.
func (s *colamd) finishPivotRow(r int32, pivot []int32) (lowest uint32) {
	lowest = uint32(s.cols)
	degree := int32(0)
	for _, j := range pivot {
		degree += s.col[j].thickness
	}
	s.nextTag()
	if degree == 0 {
		return lowest
	}
	left := int32(s.cols) - s.next
	w := 0
	for _, j := range pivot {
		c := &s.col[j]
		if c.thickness == 0 {
			continue
		}
		pivot[w] = j
		w++
		s.colList[c.start+uint32(c.length)] = r
		c.length++
		c.score = int32(min(int64(c.score)+int64(degree), int64(left))) - c.thickness
		s.enter(uint32(j), c.score)
		lowest = min(lowest, uint32(c.score))
	}
	s.mark[r] = rowMark{0, degree}
	s.span[r] = rowSpan{uint32(s.free), int32(w)}
	s.free += w
	return lowest
}

// reserve makes room for a row of need columns.
func (s *colamd) reserve(need int32) {
	if s.free+int(need) > len(s.rowList) {
		s.compact()
	}
}

// compact squeezes dead rows, and columns that have left the game, out of the
// row store, keeping the order.
func (s *colamd) compact() {
	s.stats.Compactions++
	// Each live row lends its first element to its name, as ^row, and keeps
	// that element in span.start.
	for r := range s.span {
		if at := &s.span[r]; s.mark[r].mark != rowDead {
			first := s.rowList[at.start]
			s.rowList[at.start] = ^int32(r)
			at.start = uint32(first)
		}
	}
	w := 0
	for k := 0; k < s.free; k++ {
		if s.rowList[k] >= 0 {
			continue
		}
		r := ^s.rowList[k]
		at := &s.span[r]
		s.rowList[k] = int32(at.start)
		at.start = uint32(w)
		end := k + int(at.length)
		for ; k < end; k++ {
			j := s.rowList[k]
			s.rowList[w] = j
			if s.col[j].thickness != 0 {
				w++
			}
		}
		k--
		at.length = int32(w) - int32(at.start)
	}
	s.free = w
}
