package btf

// An augmenter is the state of the depth-first searches for augmenting paths.
type augmenter struct {
	*matcher
	phase int32  // a row has seen[i] = phase once it was visited in this phase
	dry   []bool // of a column: all its rows are matched, which they stay
	path  []scan
	steps int // columns visited
}

// A scan is a column of the path from the start of a search, and the entries of
// it that were not looked at.
type scan struct {
	at, end int64
	col     int32
}

// searchWhileEasy augments the matching and reports whether it is known to be
// maximum.
//
// A phase starts one search from every free column; the searches of a phase
// visit disjoint sets of rows. A phase that finds no path proves that there is
// none. A phase that leaves more than an eighth of its columns free is the last
// one, unless all took few steps together: no more than half as many as there are
// columns. Such a phase takes a step for each column that was free at its start, so
// there are at most 1 + √n of them, and log₈ n others; each reads no entry more
// than twice. What more phases would match they match by long paths, which move
// rows far from where they were: blocks fill more then.
func (m *matcher) searchWhileEasy() bool {
	if m.seen == nil {
		m.seen = make([]int32, m.a.Rows)
	}
	s := &augmenter{matcher: m, dry: make([]bool, m.a.Cols), path: make([]scan, 0, 64)}
	for few := m.a.Cols / 2; ; {
		s.phase++
		tried := len(m.free)
		rest := m.free[:0]
		for _, j := range m.free {
			if !s.search(j) {
				rest = append(rest, j)
			}
		}
		m.free = rest
		if m.full() || len(rest) == tried {
			return true
		}
		if 8*len(rest) > tried && s.steps > few {
			return false
		}
	}
}

// search looks for an augmenting path that starts at column j and applies it.
func (s *augmenter) search(j int32) bool {
	s.path = s.path[:0]
	for j >= 0 {
		s.steps++
		if !s.dry[j] {
			if i := s.lookAhead(j); i >= 0 {
				s.apply(i, j)
				return true
			}
			s.dry[j] = true
		}
		s.path = append(s.path, scan{s.a.ColPtr[j], s.a.ColPtr[j+1], j})
		j = s.descend()
	}
	return false
}

// descend shortens the path until its last column has a row that was not
// visited in this phase, and returns the mate of that row; -1 when the path has
// no column left. Here no row of a column of the path is free.
func (s *augmenter) descend() int32 {
	rowIdx, seen := s.a.RowIdx, s.seen
	for top := len(s.path) - 1; top >= 0; top-- {
		p := &s.path[top]
		for at := p.at; at < p.end; at++ {
			if i := rowIdx[at]; seen[i] != s.phase {
				seen[i] = s.phase
				p.at = at + 1
				return s.ColOf[i]
			}
		}
		s.path = s.path[:top]
	}
	return -1
}

// apply gives column j the free row i, and each column of the path the row that
// the one after it had.
func (s *augmenter) apply(i, j int32) {
	for k := len(s.path); ; k-- {
		old := s.RowOf[j]
		s.RowOf[j], s.ColOf[i] = i, j
		if k == 0 {
			break
		}
		i, j = old, s.path[k-1].col
	}
	s.Size++
}
