package btf

// An augmenter is the state of the depth-first searches for augmenting paths.
type augmenter struct {
	*matcher
	seen  []int32 // phase in which a row was visited
	phase int32
	path  []int32 // columns of the path from the start of the search
	next  []int64 // for each of path: the next entry to descend into
}

// searchWhileEasy augments the matching and reports whether it is known to be
// maximum.
//
// A phase starts one search from every free column; the searches of a phase
// visit disjoint sets of rows. A phase that finds no path proves that there is
// none. A phase that leaves more than an eighth of its columns free is the
// last one, so that the phases cost O(|a|·log n) together.
func (m *matcher) searchWhileEasy() bool {
	s := &augmenter{matcher: m, seen: make([]int32, m.a.Rows)}
	for free := m.freeColumns(); ; {
		s.phase++
		rest := free[:0]
		for _, j := range free {
			if !s.search(j) {
				rest = append(rest, j)
			}
		}
		if m.full() || len(rest) == len(free) {
			return true
		}
		if 8*len(rest) > len(free) {
			return false
		}
		free = rest
	}
}

// search looks for an augmenting path that starts at column j and applies it.
func (s *augmenter) search(j int32) bool {
	s.path, s.next = s.path[:0], s.next[:0]
	for j >= 0 {
		s.path = append(s.path, j)
		s.next = append(s.next, s.a.ColPtr[j])
		if i := s.lookAhead(j); i >= 0 {
			s.apply(i)
			return true
		}
		j = s.descend()
	}
	return false
}

// lookAhead returns a free row of column j, or -1.
func (s *augmenter) lookAhead(j int32) int32 {
	for _, i := range s.a.Col(int(j)) {
		if s.ColOf[i] < 0 {
			return i
		}
	}
	return -1
}

// descend shortens the path until its last column has a row that was not
// visited in this phase, and returns the mate of that row; -1 when the path has
// no column left. Here no row of a column of the path is free.
func (s *augmenter) descend() int32 {
	for top := len(s.path) - 1; top >= 0; top-- {
		end := s.a.ColPtr[s.path[top]+1]
		for k := s.next[top]; k < end; k++ {
			if i := s.a.RowIdx[k]; s.seen[i] != s.phase {
				s.seen[i] = s.phase
				s.next[top] = k + 1
				return s.ColOf[i]
			}
		}
		s.path, s.next = s.path[:top], s.next[:top]
	}
	return -1
}

// apply swaps the pairs along the path, whose last column takes the free row i.
func (s *augmenter) apply(i int32) {
	for k := len(s.path) - 1; k >= 0; k-- {
		j := s.path[k]
		old := s.RowOf[j]
		s.RowOf[j], s.ColOf[i] = i, j
		i = old
	}
	s.Size++
}
