package lu

// prune shortens the part of L that the search looks at, now that column k is
// done. Where U has the entry (j, k) and L has the pivot row of k in column j,
// each row of column j that is no pivot yet is in column k too, so the search
// reaches it by way of k: those rows move behind the others.
func (s *state[T]) prune(k int32) {
	cols, li := s.cols, s.l.idx
	pivot := cols[k].row
	for _, j := range s.topo[s.top:] {
		h := &cols[j]
		if h.pruned {
			continue
		}
		rows := li[h.start:][:h.len]
		for _, r := range rows {
			if r == pivot {
				h.scan, h.pruned = s.partition(h), true
				break
			}
		}
	}
}

// partition moves the rows of a column of L that are pivots in front of those
// that are not, with their values, and returns their number.
func (s *state[T]) partition(h *header) int32 {
	rows, vals := s.l.idx[h.start:][:h.len], s.l.val[h.start:][:h.len]
	front, back := 0, len(rows)
	for front < back {
		if s.rows[rows[front]].pos >= 0 {
			front++
			continue
		}
		back--
		rows[front], rows[back] = rows[back], rows[front]
		vals[front], vals[back] = vals[back], vals[front]
	}
	return int32(front)
}
