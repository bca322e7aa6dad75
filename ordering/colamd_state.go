package ordering

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A colamd is the state of [COLAMD]: the columns still to order, as lists of
// rows, and the rows, as lists of columns, each the mirror of the other.
//
// A column list only ever shrinks and never moves: a new pivot row takes the
// place of a row it absorbed. A row list is appended at free; what dead rows
// leave behind is squeezed out when the store is full.
type colamd struct {
	rows, cols int
	opt        COLAMDOptions
	stats      COLAMDStats

	col   []colamdCol
	place []int32 // of an ordered column: its place; of an absorbed one: ^(column that absorbed it)

	mark []rowMark
	span []rowSpan

	colList []int32 // rows of columns
	rowList []int32 // columns of rows
	free    int     // first unused element of rowList

	list []scoreLink // cols links of columns, then cols+1 heads of lists by score

	next   int32    // place of the next column to be ordered
	last   int32    // place after which dense and empty columns stand
	tag    int32    // row marks below tag are stale
	degree int32    // largest degree of a row since tag was 1
	super  superTab // scratch of mergeColumns
}

// A colamdCol is a column. It leaves the game, with thickness 0, when it is
// ordered or absorbed.
type colamdCol struct {
	start     uint32 // of its rows in colList
	length    int32
	thickness int32 // columns it stands for; negative while it is in the pivot row at hand
	score     int32
}

// A rowMark is the part of a row that the set differences need. The mark is
// rowDead, or tag + the columns the row has outside the pivot row, or less
// than tag when the row has not been met in this step.
type rowMark struct{ mark, degree int32 }

// A rowSpan is where the columns of a row stand in rowList.
type rowSpan struct {
	start  uint32
	length int32
}

// A scoreLink is an element of a doubly linked ring of columns of one score.
type scoreLink struct{ next, prev uint32 }

const rowDead = -1

// newColamd returns the state for a before any entry is loaded.
func newColamd(a *sparsity.Pattern, opt COLAMDOptions) *colamd {
	n := a.Cols
	return &colamd{
		rows: a.Rows, cols: n, opt: opt,
		col:     make([]colamdCol, n),
		place:   make([]int32, n),
		mark:    make([]rowMark, a.Rows),
		span:    make([]rowSpan, a.Rows),
		colList: make([]int32, a.NNZ()),
		rowList: make([]int32, a.NNZ()+max(a.NNZ()/5, n)+1),
		list:    make([]scoreLink, 2*n+1),
		last:    int32(n),
		tag:     1,
	}
}

// load copies the entries of a, without dense and empty rows and columns, and
// sets the initial scores Σ (row degree - 1).
func (s *colamd) load(a *sparsity.Pattern) {
	s.dropDenseColumns(a)
	s.dropDenseRows()
	var emptied []int32
	w := 0
	for j := range s.col {
		c := &s.col[j]
		if c.thickness == 0 {
			continue
		}
		start, score := w, int64(0)
		for _, r := range a.Col(j) {
			d := s.mark[r].degree
			if d == 0 {
				continue
			}
			s.colList[w] = r
			w++
			at := &s.span[r]
			s.rowList[at.start+uint32(at.length)] = int32(j)
			at.length++
			score += int64(d) - 1
		}
		c.start, c.length = uint32(start), int32(w-start)
		c.score = int32(min(score, int64(s.cols)))
		if start == w {
			emptied = append(emptied, int32(j))
		}
	}
	for k := len(emptied) - 1; k >= 0; k-- {
		s.placeLast(emptied[k])
	}
	s.stats.EmptyCols += len(emptied)
}

// dropDenseColumns places empty and then dense columns last, each group in
// ascending order, and counts the entries that the others leave in each row.
func (s *colamd) dropDenseColumns(a *sparsity.Pattern) {
	limit := denseLimit(s.opt.DenseCol, min(s.rows, s.cols), s.rows)
	dense := false
	for j := s.cols - 1; j >= 0; j-- {
		s.col[j].thickness = 1
		switch d := len(a.Col(j)); {
		case d == 0:
			s.placeLast(int32(j))
			s.stats.EmptyCols++
		case d > limit:
			dense = true
		}
	}
	for j := s.cols - 1; dense && j >= 0; j-- {
		if len(a.Col(j)) > limit {
			s.placeLast(int32(j))
			s.stats.DenseCols++
		}
	}
	for j := range s.col {
		if s.col[j].thickness != 0 {
			for _, r := range a.Col(j) {
				s.mark[r].degree++
			}
		}
	}
}

// dropDenseRows kills dense and empty rows, giving them degree 0, and assigns
// the others their space.
func (s *colamd) dropDenseRows() {
	limit := int32(denseLimit(s.opt.DenseRow, s.cols, s.cols))
	for i := range s.mark {
		m := &s.mark[i]
		switch {
		case m.degree == 0:
			s.stats.EmptyRows++
			m.mark = rowDead
		case m.degree > limit:
			s.stats.DenseRows++
			*m = rowMark{mark: rowDead}
		}
		s.span[i].start = uint32(s.free)
		s.free += int(m.degree)
		s.degree = max(s.degree, m.degree)
	}
}

// placeLast orders column j before the columns placed last so far.
func (s *colamd) placeLast(j int32) {
	s.last--
	s.place[j] = s.last
	s.col[j].thickness = 0
}

// nextTag makes all row marks stale.
func (s *colamd) nextTag() {
	s.tag += s.degree + 1
	if int(s.tag) < math.MaxInt32-s.cols {
		return
	}
	s.tag = 1
	for i := range s.mark {
		s.mark[i].mark = min(s.mark[i].mark, 0)
	}
}

// permutation returns the ordering found. The columns of a supercolumn stand
// together, in ascending order but for the one that absorbed the others, which
// comes last.
func (s *colamd) permutation() sparsity.Perm {
	p := make(sparsity.Perm, s.cols)
	for j, at := range s.place {
		if at >= 0 {
			continue
		}
		root := ^at
		for s.place[root] < 0 {
			root = ^s.place[root]
		}
		for i := int32(j); s.place[i] < 0; { // compress the path
			s.place[i], i = ^root, ^s.place[i]
		}
		p[s.place[root]] = int32(j)
		s.place[root]++
	}
	for j, at := range s.place {
		if at >= 0 {
			p[at] = int32(j)
		}
	}
	return p
}
