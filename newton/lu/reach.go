package lu

// load scatters column k of the matrix into x, moves what lies above the block
// to Off, and finds the structure of the column: rows without pivot in
// cand[:ncand], columns of L that it depends on in topo[top:], so that each
// comes before those that it changes.
func (s *state[T]) load(k int32) error {
	j := s.plan.Col[k]
	from, to := s.a.ColPtr[j], s.a.ColPtr[j+1]
	rows := s.a.RowIdx[from:to]
	values := s.values[from:to][:len(rows)]
	x, states, inv, scale, first, size := s.x, s.rows, s.inv, s.scale, s.first, uint32(s.last-s.first)
	s.ncand, s.top, s.flops = 0, len(s.topo), 0
	for p, i := range rows {
		v := values[p]
		if scale != nil {
			v /= scale[i]
		}
		r := inv[i]
		if uint32(r-first) >= size {
			if err := s.above(r, v); err != nil {
				return err
			}
			continue
		}
		x[r] += v
		st := &states[r]
		if st.mark == k {
			continue
		}
		st.mark = k
		if st.pos < 0 {
			s.cand[s.ncand] = r
			s.ncand++
			continue
		}
		if h := &s.cols[st.pos]; h.scan == 0 { // it leads nowhere
			s.flops += 2 * int64(h.len)
			s.top--
			s.topo[s.top] = st.pos
			continue
		}
		if err := s.search(st.pos, k); err != nil {
			return err
		}
	}
	return nil
}

// above stores an entry of the column at work that is not in its block.
func (s *state[T]) above(r int32, v T) error {
	if r >= s.last {
		panic(errBelow)
	}
	if !s.off.room(1, &s.mem) {
		return s.exhausted(&BudgetError{Budget: Bytes})
	}
	s.off.idx[s.off.used], s.off.val[s.off.used] = r, v
	s.off.used++
	return nil
}

// search visits column j of L and, depth first, all columns that it leads to
// and that column k has not met, and puts each in front of topo when
// everything that it leads to is there.
//
// Here every row that was met has the mark k, and s.flops counts the columns
// that were met.
func (s *state[T]) search(j, k int32) error {
	cols, states, stack, cand := s.cols, s.rows, s.stack, s.cand
	li := s.l.idx
	flops, ncand, top := s.flops, s.ncand, s.top
	stop := s.work.stop - s.work.done
	depth, next := 0, 0
	h := &cols[j]
	flops += 2 * int64(h.len)
	rows := li[h.start : h.start+int64(h.scan)]
	for {
		for next < len(rows) {
			r := rows[next]
			next++
			st := &states[r]
			if st.mark == k {
				continue
			}
			st.mark = k
			if st.pos < 0 {
				cand[ncand] = r
				ncand++
				continue
			}
			stack[depth] = frame{j, int32(next)}
			depth++
			j, next = st.pos, 0
			h = &cols[j]
			flops += 2 * int64(h.len)
			rows = li[h.start : h.start+int64(h.scan)]
		}
		top--
		s.topo[top] = j
		if depth == 0 {
			break
		}
		depth--
		j, next = stack[depth].col, int(stack[depth].next)
		h = &cols[j]
		rows = li[h.start : h.start+int64(h.scan)]
		if flops > stop {
			if err := s.work.check(flops); err != nil {
				return s.exhausted(err)
			}
			stop = s.work.stop - s.work.done
		}
	}
	s.flops, s.ncand, s.top = flops, ncand, top
	return nil
}
