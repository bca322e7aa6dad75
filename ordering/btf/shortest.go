package btf

import "math"

// dead marks a row from which no augmenting path leads, now or later.
const dead = math.MaxInt32

// A reached is a column of a search, and the place of the column from which it
// was reached, -1 for the first.
type reached struct{ col, from int32 }

// A searcher is the state of the breadth-first searches for augmenting paths.
type searcher struct {
	*matcher
	search int32     // a row has seen[i] = search once this search reached it
	tree   []reached // the columns of this search, in the order in which they were reached, and room
	read   int       // columns looked at and their entries
}

// searchWhileEasy augments the matching and reports whether it is known to be
// maximum.
//
// Each free column gets a shortest augmenting path, one after the other, until
// the searches have read four times what there are of columns and entries. Short
// paths leave most rows where they were: near the diagonal, or in the order in
// which they were met. Diagonal blocks fill less then.
//
// A search that finds no path proves that no row it reached will ever be on
// one, and later searches leave these out.
func (m *matcher) searchWhileEasy() bool {
	if m.seen == nil {
		m.seen = make([]int32, m.a.Rows)
	}
	s := &searcher{matcher: m, tree: make([]reached, min(m.a.Cols, 64))}
	limit := 4 * (m.a.Cols + m.a.NNZ())
	rest := m.free[:0]
	for k, j := range m.free {
		if hard := s.read > limit; hard || m.full() {
			m.free = append(rest, m.free[k:]...)
			return !hard || m.full()
		}
		if !s.augmentFrom(j) {
			rest = append(rest, j)
		}
	}
	m.free = rest
	return true
}

// augmentFrom looks for a shortest augmenting path from the free column j and
// applies it.
func (s *searcher) augmentFrom(j int32) bool {
	s.search++
	colPtr, rowIdx := s.a.ColPtr, s.a.RowIdx
	s.tree[0] = reached{j, -1}
	n := 1
	for at := 0; at < n; at++ {
		j := s.tree[at].col
		rows := rowIdx[colPtr[j]:colPtr[j+1]]
		s.read += 1 + len(rows)
		if short := min(n+len(rows), s.a.Cols) - len(s.tree); short > 0 {
			s.tree = append(s.tree, make([]reached, max(short, len(s.tree)))...)
		}
		more, i := visit(rows, s.ColOf, s.seen, s.search, s.tree[n:], int32(at))
		if i >= 0 {
			s.apply(i, int32(at))
			return true
		}
		n += more
	}
	for _, r := range s.tree[1:n] {
		s.seen[s.RowOf[r.col]] = dead
	}
	return false
}

// visit marks those of the rows of a column that the search has not reached
// and puts the columns that hold them into tree, each as reached from the column
// at from; there is room for them. It returns how many there were, and the first
// free row, which ends the visit, or -1.
//
// It has the registers for itself out of line, which more than pays for the
// call.
//
//go:noinline
func visit(rows, colOf, seen []int32, search int32, tree []reached, from int32) (more int, free int32) {
	seen = seen[:len(colOf)]
	for _, i := range rows {
		if seen[i] >= search {
			continue
		}
		seen[i] = search
		mate := colOf[i]
		if mate < 0 {
			return more, i
		}
		tree[more] = reached{mate, from}
		more++
	}
	return more, -1
}

// apply gives the column at the given place of the search the free row i, the
// one from which it was reached the row that it had, and so on.
func (s *searcher) apply(i, at int32) {
	for at >= 0 {
		r := s.tree[at]
		old := s.RowOf[r.col]
		s.RowOf[r.col], s.ColOf[i] = i, r.col
		i, at = old, r.from
	}
	s.Size++
}
