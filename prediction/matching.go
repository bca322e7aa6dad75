package prediction

import "github.com/nrkit/nrkit/sparsity"

// mostSearched is how many entries the search for a matching visits before its work is
// estimated, unless the matrix has more entries than a quarter of it.
const mostSearched = 4_000_000

// recent is how many columns before the end of a search say how long the others would
// take.
const recent = 64

// addSearch counts the entries that KLU's search for a matching visits.
//
// Method: Duff's depth-first search with cheap assignments, column by column, as
// btf_maxtrans does it [1]. After mostSearched visits the search ends, and each other
// column is taken to need as many visits as the last columns did on average.
//
// [1] I. S. Duff, ACM TOMS 7(3):387–390, 1981.
func (f *Features) addSearch(a *sparsity.Pattern) {
	f.searchUpTo(a, max(mostSearched, 4*int64(a.NNZ())))
}

func (f *Features) searchUpTo(a *sparsity.Pattern, limit int64) {
	n := a.Cols
	s := newSearch(a)
	var before [recent]int64
	for k := range int32(n) {
		before[k%recent] = s.visited
		s.augment(k)
		if s.visited > limit {
			last := min(int64(k)+1, recent)
			f.Searched = s.visited + (int64(n-1)-int64(k))*(s.visited-before[(int64(k)+1-last)%recent])/last
			return
		}
	}
	f.Searched = s.visited
}

// A search is the state of the search for a matching.
type search struct {
	a       *sparsity.Pattern
	match   []int32 // the column of each row, -1 for none
	cheap   []int64 // the entry of each column from which on a row may be free
	next    []int64 // the entry of each column on the stack at which the search goes on
	seen    []int32 // the last search that met the column
	stack   []int32
	visited int64
}

func newSearch(a *sparsity.Pattern) *search {
	n := a.Cols
	s := &search{a: a, match: make([]int32, a.Rows), cheap: make([]int64, n), next: make([]int64, n), seen: make([]int32, n), stack: make([]int32, n)}
	for i := range s.match {
		s.match[i] = -1
	}
	for j := range n {
		s.cheap[j], s.seen[j] = a.ColPtr[j], -1
	}
	return s
}

// augment looks for a path from column k to a free row, and matches along it.
func (s *search) augment(k int32) {
	ptr, rows := s.a.ColPtr, s.a.RowIdx
	s.stack[0], s.seen[k], s.next[k] = k, k, ptr[k]
	for top := 0; top >= 0; {
		j := s.stack[top]
		if s.next[j] == ptr[j] { // met for the first time
			p := s.cheap[j]
			for p < ptr[j+1] && s.match[rows[p]] >= 0 {
				p++
			}
			s.visited += p - s.cheap[j] + 1
			if s.cheap[j] = p; p < ptr[j+1] {
				s.along(top, p)
				return
			}
		}
		p := s.next[j]
		for p < ptr[j+1] && s.seen[s.match[rows[p]]] == k {
			p++
		}
		s.visited += p - s.next[j] + 1
		if p == ptr[j+1] {
			top--
			continue
		}
		s.next[j] = p + 1
		top++
		c := s.match[rows[p]]
		s.stack[top], s.seen[c], s.next[c] = c, k, ptr[c]
	}
}

// along matches each column on the stack with the row by which the search left it, and
// the top with the row of entry p.
func (s *search) along(top int, p int64) {
	s.match[s.a.RowIdx[p]] = s.stack[top]
	s.cheap[s.stack[top]] = p + 1
	for top--; top >= 0; top-- {
		j := s.stack[top]
		s.match[s.a.RowIdx[s.next[j]-1]] = j
	}
}
