package ordering_test

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// slowCOLAMD orders like ordering.COLAMD without postorder, by the rules of
// the paper on plain lists: no marks, no hashing, no score lists, no store.
func slowCOLAMD(a *sparsity.Pattern, opt ordering.COLAMDOptions) sparsity.Perm {
	s := &slowColamd{n: a.Cols, place: make([]int, a.Cols), into: make([]int, a.Cols), rows: make([]*slowRow, a.Rows)}
	s.load(a, slowLimit(opt.DenseRow, a.Cols, a.Cols), slowLimit(opt.DenseCol, min(a.Rows, a.Cols), a.Rows))
	for {
		j := s.best()
		if j < 0 {
			return s.order()
		}
		s.eliminate(j, !opt.NoAggressive)
	}
}

type slowColamd struct {
	n, next, last, clock int
	cols                 []*slowCol // nil: ordered or absorbed
	rows                 []*slowRow // nil: dead
	place                []int      // of an ordered column
	into                 []int      // the column that absorbed this one, or -1
}

type slowCol struct {
	rows             []int
	thickness, score int
	entered          int // when the score was set
}

type slowRow struct{ cols []int }

func slowLimit(knob float64, n, full int) int {
	if knob < 0 {
		return full - 1
	}
	if knob == 0 {
		knob = 10
	}
	return int(max(16, knob*math.Sqrt(float64(n))))
}

func (s *slowColamd) load(a *sparsity.Pattern, denseRow, denseCol int) {
	s.cols, s.last = make([]*slowCol, s.n), s.n
	for i := range s.rows {
		s.rows[i] = &slowRow{}
	}
	var empty, dense, emptied []int
	for j := range s.n {
		s.into[j] = -1
		switch d := len(a.Col(j)); {
		case d == 0:
			empty = append(empty, j)
		case d > denseCol:
			dense = append(dense, j)
		default:
			s.cols[j] = &slowCol{thickness: 1}
			for _, i := range a.Col(j) {
				s.rows[i].cols = append(s.rows[i].cols, j)
			}
		}
	}
	for i, r := range s.rows {
		if len(r.cols) == 0 || len(r.cols) > denseRow {
			s.rows[i] = nil
			continue
		}
		for _, j := range r.cols {
			s.cols[j].rows = append(s.cols[j].rows, i)
		}
	}
	for j, c := range s.cols {
		if c != nil && len(c.rows) == 0 {
			emptied = append(emptied, j)
			s.cols[j] = nil
		}
	}
	for k, j := range slices.Concat(emptied, dense, empty) {
		s.place[j] = s.n - len(emptied) - len(dense) - len(empty) + k
	}
	for j := s.n - 1; j >= 0; j-- { // the first column enters last
		if c := s.cols[j]; c != nil {
			for _, i := range c.rows {
				c.score += len(s.rows[i].cols) - 1
			}
			s.enter(c, min(c.score, s.n))
		}
	}
}

func (s *slowColamd) enter(c *slowCol, score int) {
	s.clock++
	c.score, c.entered = score, s.clock
}

// best returns the column of least score that entered last, or -1.
func (s *slowColamd) best() int {
	best := -1
	for j, c := range s.cols {
		if c != nil && (best < 0 || c.score < s.cols[best].score ||
			c.score == s.cols[best].score && c.entered > s.cols[best].entered) {
			best = j
		}
	}
	return best
}

func (s *slowColamd) take(j int) {
	s.place[j] = s.next
	s.next += s.cols[j].thickness
	s.cols[j] = nil
}

func (s *slowColamd) eliminate(j int, aggressive bool) {
	rows := s.cols[j].rows
	s.take(j)
	var pivot []int
	for _, i := range rows {
		for _, c := range s.rows[i].cols {
			if s.cols[c] != nil && !slices.Contains(pivot, c) {
				pivot = append(pivot, c)
			}
		}
		s.rows[i] = nil
	}
	if aggressive {
		for _, c := range pivot {
			for _, i := range s.cols[c].rows {
				if s.rows[i] != nil && s.outside(i, pivot) == 0 {
					s.rows[i] = nil
				}
			}
		}
	}
	scores := map[int]int{}
	pivot = s.rescore(pivot, scores)
	pivot = s.merge(pivot, scores)
	if len(pivot) == 0 {
		return
	}
	s.revive(rows[0], pivot, scores)
}

// outside returns how many columns row i has that are not in pivot.
func (s *slowColamd) outside(i int, pivot []int) (n int) {
	for _, c := range s.rows[i].cols {
		if s.cols[c] != nil && !slices.Contains(pivot, c) {
			n += s.cols[c].thickness
		}
	}
	return n
}

// rescore orders the columns that have no row left and returns the others
// with what their rows have outside pivot.
func (s *slowColamd) rescore(pivot []int, scores map[int]int) (left []int) {
	for _, c := range pivot {
		col := s.cols[c]
		col.rows = slices.DeleteFunc(col.rows, func(i int) bool { return s.rows[i] == nil })
		for _, i := range col.rows {
			scores[c] += s.outside(i, pivot)
		}
	}
	for _, c := range pivot {
		if len(s.cols[c].rows) == 0 {
			s.take(c)
		} else {
			left = append(left, c)
		}
	}
	return left
}

// merge merges columns with the same rows into the last of them.
func (s *slowColamd) merge(pivot []int, scores map[int]int) (left []int) {
	for k, c := range pivot {
		same := -1
		for _, other := range pivot[k+1:] {
			if slices.Equal(s.cols[c].rows, s.cols[other].rows) {
				same = other
			}
		}
		if same < 0 {
			left = append(left, c)
			continue
		}
		s.cols[same].thickness += s.cols[c].thickness
		s.into[c] = same
		s.cols[c] = nil
	}
	return left
}

// revive makes pivot the row i.
func (s *slowColamd) revive(i int, pivot []int, scores map[int]int) {
	degree := 0
	for _, c := range pivot {
		degree += s.cols[c].thickness
	}
	for _, c := range pivot {
		col := s.cols[c]
		col.rows = append(col.rows, i)
		score := min(min(scores[c], s.n)+degree, s.n-s.next)
		s.enter(col, score-col.thickness)
	}
	s.rows[i] = &slowRow{cols: pivot}
}

// order returns the permutation: what a column absorbed stands before it, in
// ascending order.
func (s *slowColamd) order() sparsity.Perm {
	p := make(sparsity.Perm, s.n)
	first := slices.Clone(s.place)
	for j := range s.n {
		root := j
		for s.into[root] >= 0 {
			root = s.into[root]
		}
		if root != j {
			p[first[root]] = int32(j)
			first[root]++
		}
	}
	for j := range s.n {
		if s.into[j] < 0 {
			p[first[j]] = int32(j)
		}
	}
	return p
}
