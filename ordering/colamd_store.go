package ordering

// place returns where in the row store a row of n columns can stand that
// replaces the given dead rows.
func (s *colamd) place(rows []uint32, n int) uint32 {
	for _, r := range rows {
		if at := s.span[r]; int(at.end-at.start) >= n {
			return at.start
		}
	}
	if s.free+n > len(s.rowList) {
		s.compact()
	}
	s.free += n
	return uint32(s.free - n)
}

// compact squeezes dead rows, and columns that have left the game, out of the
// row store, keeping the order. There is room for a new pivot row afterwards,
// because that is no longer than the rows it replaces.
func (s *colamd) compact() {
	s.stats.Compactions++
	// Each live row lends its first element to its name, as ^row, and keeps
	// that element in its mark, which is stale here. Columns have 31 bits and
	// rows 30, so no column looks like a name.
	for r := range s.span {
		if m := &s.mark[r]; m.degree >= 0 {
			first := &s.rowList[s.span[r].start]
			m.mark, *first = int32(*first), ^uint32(r)
		}
	}
	w := uint32(0)
	for k := uint32(0); k < uint32(s.free); {
		r := ^s.rowList[k]
		if r >= uint32(s.rows) {
			k++
			continue
		}
		at := &s.span[r]
		s.rowList[k] = uint32(s.mark[r].mark)
		s.mark[r].mark = 0
		start, end := w, k+at.end-at.start
		for _, j := range s.rowList[k:end] {
			s.rowList[w] = j
			if s.list[j].thickness != 0 {
				w++
			}
		}
		*at = rowSpan{start, w}
		k = end
	}
	s.free = int(w)
}
