package btf

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// far is the label of a row from which no free row can be reached.
const far = math.MaxInt32

// A held is what push–relabel knows of a row, side by side because both are
// read together in no particular order of rows.
type held struct {
	label int32 // see pusher
	col   int32 // column that holds the row, -1 when it is free
}

// A pusher is the state of the push–relabel algorithm for matchings.
//
// The label of a row is a lower bound of half the length of the alternating
// paths that lead from it to a free row: 0 for a free row itself. A row that
// was matched once stays matched, and labels never fall.
type pusher struct {
	*matcher
	t      *sparsity.Pattern // rows of a as columns
	row    []held
	active []int32 // free columns to serve in this round
	coming []int32 // those to serve in the next
	stolen int     // rows taken from columns since the labels were exact
	reach  []int32 // rows that exact labelling reached, in order of their labels
}

// pushRelabel makes the matching maximum.
//
// A free column takes the row with the least label among its rows, also from
// the column that holds it, which then is free in turn; the label of the row
// rises above that of the second best. A column whose rows are all far stays
// free for good. Labels are made exact at the start, and again whenever half as
// many rows were taken as there are columns.
func (m *matcher) pushRelabel() {
	s := &pusher{matcher: m, t: sparsity.Transpose(m.a), row: make([]held, m.a.Rows), active: m.free}
	for i, j := range m.ColOf {
		s.row[i].col = j
	}
	s.relabel()
	for limit := m.a.Cols/2 + 64; len(s.active) > 0; {
		s.coming = s.coming[:0]
		for _, j := range s.active {
			s.push(j)
			if s.stolen > limit {
				s.relabel()
			}
		}
		s.active, s.coming = s.coming, s.active
	}
	s.store()
}

// relabel makes the labels exact by a breadth-first search from the free rows.
//
// Until it ends, RowOf[j] is the row that column j holds, or -1 once that row
// has its label.
func (s *pusher) relabel() {
	s.stolen = 0
	q := s.reach[:0]
	fill(s.RowOf, -1)
	for i := range s.row {
		h := &s.row[i]
		if h.col < 0 {
			h.label = 0
			q = append(q, int32(i))
		} else {
			h.label = far
			s.RowOf[h.col] = int32(i)
		}
	}
	for head := 0; head < len(q); head++ {
		next := s.row[q[head]].label + 1
		for _, j := range s.t.Col(int(q[head])) {
			if i := s.RowOf[j]; i >= 0 {
				s.RowOf[j] = -1
				s.row[i].label = next
				q = append(q, i)
			}
		}
	}
	s.reach = q
}

// push gives the free column j its best row, unless all are far.
func (s *pusher) push(j int32) {
	best, least, second := int32(-1), int32(far), int32(far)
	for _, i := range s.a.Col(int(j)) {
		switch x := s.row[i].label; {
		case x < least:
			best, least, second = i, x, least
		case x < second && i != best:
			second = x
		}
	}
	if best < 0 {
		return
	}
	h := &s.row[best]
	if h.col >= 0 {
		s.coming = append(s.coming, h.col)
		s.stolen++
	}
	h.col, h.label = j, s.above(second)
}

// above returns the label just above x. No path visits a row twice, so labels
// that reach the number of rows are far.
func (s *pusher) above(x int32) int32 {
	if int(x) >= s.a.Rows-1 {
		return far
	}
	return x + 1
}

// store writes what the rows hold back into the matching.
func (s *pusher) store() {
	fill(s.RowOf, -1)
	s.Size = 0
	for i, h := range s.row {
		s.ColOf[i] = h.col
		if h.col >= 0 {
			s.RowOf[h.col] = int32(i)
			s.Size++
		}
	}
}
