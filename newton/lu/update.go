package lu

// update applies the columns of L in topo[top:] to x, which becomes the new
// column of U and, in the rows without pivot, that of L before division. The
// column of U is appended; x is zero in its rows afterwards.
func (s *state[T]) update() error {
	list := s.topo[s.top:]
	if s.flops < pollEvery {
		s.eliminate(list)
		return nil
	}
	for len(list) > 0 {
		piece, flops := 0, int64(0)
		for piece < len(list) && flops < pollEvery {
			flops += 2 * int64(s.cols[list[piece]].len)
			piece++
		}
		s.eliminate(list[:piece])
		list = list[piece:]
		if err := s.work.check(s.flops); err != nil {
			return s.exhausted(err)
		}
	}
	return nil
}

// eliminate applies the columns of L in list to x and appends what x has in
// their pivot rows to U.
func (s *state[T]) eliminate(list []int32) {
	x, cols, li, lx := s.x, s.cols, s.l.idx, s.l.val
	ui := s.u.idx[s.u.used:][:len(list)]
	ux := s.u.val[s.u.used:][:len(list)]
	for t, j := range list {
		h := &cols[j]
		xj := x[h.row]
		x[h.row] = 0
		ui[t], ux[t] = j, xj
		if xj == 0 { // L is finite, so nothing changes
			continue
		}
		rows := li[h.start:][:h.len]
		vals := lx[h.start:][:len(rows)]
		p := 0
		for ; p < len(rows)-3; p += 4 {
			x[rows[p]] -= vals[p] * xj
			x[rows[p+1]] -= vals[p+1] * xj
			x[rows[p+2]] -= vals[p+2] * xj
			x[rows[p+3]] -= vals[p+3] * xj
		}
		for ; p < len(rows); p++ {
			x[rows[p]] -= vals[p] * xj
		}
	}
	s.u.used += int64(len(list))
}
