package transversal

// grow matches free columns, many at a time, until a round of that matches few.
// Every row and column of the problem can be matched.
//
// Between the rounds, columns bid again: their duals have changed.
func (s *solver) grow() {
	const few = 8
	s.tree, s.end = make([]int32, s.Rows), none(s.Cols)
	for free := s.free(); len(free) >= 4*few; free = s.free() {
		found := s.augmentSome(free)
		s.outbid()
		if found < few {
			return
		}
	}
}

// free returns the columns that are not matched, ascending.
func (s *solver) free() []int32 {
	var free []int32
	for j, i := range s.RowOf {
		if i < 0 {
			free = append(free, int32(j))
		}
	}
	return free
}

// augmentSome matches some of the free columns, all of which free holds, and
// returns how many.
//
// Dijkstra's algorithm runs from all of them at once and grows a tree around
// each. It ends when a quarter of the trees have come to a free row. The duals
// are brought up to date once, which makes the entries of all trees tight, and
// each of these trees gives a path.
func (s *solver) augmentSome(free []int32) int {
	for _, j := range free {
		s.u[j] = s.least(int(j))
		s.expand(j, j, 0)
	}
	found, reach := 0, 0.0
	for goal := (len(free) + 3) / 4; found < goal; {
		i := s.next()
		if i < 0 {
			break
		}
		reach = s.length[i]
		s.finish(i)
		switch j := s.ColOf[i]; {
		case j >= 0:
			s.expand(j, s.tree[i], reach)
		case s.end[s.tree[i]] < 0:
			s.end[s.tree[i]] = i
			found++
		}
	}
	s.lower(reach) // the duals of columns that stay free are of no use
	for _, j := range free {
		if s.end[j] >= 0 {
			s.flip(s.end[j], j)
			s.end[j] = -1
		}
	}
	s.forget()
	return found
}

// expand notes the paths through column j, which is length away from the root
// of its tree.
func (s *solver) expand(j, tree int32, length float64) {
	u := s.u[j]
	for k := s.ColPtr[j]; k < s.ColPtr[j+1]; k++ {
		i := s.RowIdx[k]
		x := length + max(s.cost[k]-u-s.v[i], 0)
		if x >= s.length[i] {
			continue
		}
		s.reach(i, j, k, x)
		s.tree[i] = tree
		if x == length {
			s.now = append(s.now, i)
		} else {
			s.later.push(reached{x, i})
		}
	}
}
