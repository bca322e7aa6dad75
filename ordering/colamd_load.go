package ordering

import "github.com/nrkit/nrkit/sparsity"

// load copies the entries of a, without dense and empty rows and columns, and
// sets the initial scores Σ (row degree - 1).
func (s *colamd) load(a *sparsity.Pattern) {
	s.countRows(a)
	s.dropDenseRows()
	col := s.columns()
	w, emptied := uint32(0), false
	for j := range col {
		if c := &col[j]; c.thickness != 0 {
			c.start = w
			w = s.loadColumn(c, uint32(s.cols+1+j), a.Col(j))
			emptied = emptied || w == c.start
		}
	}
	for j := len(col) - 1; emptied && j >= 0; j-- {
		if c := &col[j]; c.thickness != 0 && c.start == c.end {
			s.placeLast(c)
			s.stats.EmptyCols++
		}
	}
}

// loadColumn copies the rows that are not dead to the column c = s.list[j],
// from c.start on, and enters j in them. It returns where the column ends.
//
//go:noinline
func (s *colamd) loadColumn(c *colamdCol, j uint32, rows []int32) (end uint32) {
	mark, span, colList, rowList := s.mark, s.span, s.colList, s.rowList
	w, score := c.start, int64(0)
	for _, r := range rows {
		d := mark[r].degree
		if d < 0 {
			continue
		}
		colList[w] = uint32(r)
		w++
		at := &span[r]
		rowList[at.end] = j
		at.end++
		score += int64(d) - 1
	}
	c.end = w
	c.score = int32(min(score, int64(s.cols)))
	return w
}

// countRows places empty and then dense columns last, each group in ascending
// order, and counts the entries that the others leave in each row.
func (s *colamd) countRows(a *sparsity.Pattern) {
	limit := int64(denseLimit(s.opt.DenseCol, min(s.rows, s.cols), s.rows))
	col, mark, ptr := s.columns(), s.mark, a.ColPtr
	for j := range col {
		if d := ptr[j+1] - ptr[j]; d == 0 {
			s.stats.EmptyCols++
		} else if d > limit {
			s.stats.DenseCols++
		} else {
			col[j].thickness = 1
			for _, r := range a.RowIdx[ptr[j]:ptr[j+1]] {
				mark[r].degree++
			}
		}
	}
	for j := len(col) - 1; s.stats.EmptyCols > 0 && j >= 0; j-- {
		if ptr[j+1] == ptr[j] {
			s.placeLast(&col[j])
		}
	}
	for j := len(col) - 1; s.stats.DenseCols > 0 && j >= 0; j-- {
		if ptr[j+1]-ptr[j] > limit && ptr[j+1] != ptr[j] {
			s.placeLast(&col[j])
		}
	}
}

// dropDenseRows kills dense and empty rows and assigns the others their space.
func (s *colamd) dropDenseRows() {
	limit := int32(denseLimit(s.opt.DenseRow, s.cols, s.cols))
	for i := range s.mark {
		m := &s.mark[i]
		s.span[i] = rowSpan{uint32(s.free), uint32(s.free)}
		switch {
		case m.degree == 0:
			s.stats.EmptyRows++
			m.degree = rowDead
		case m.degree > limit:
			s.stats.DenseRows++
			m.degree = rowDead
		default:
			s.free += int(m.degree)
			s.degree = max(s.degree, m.degree)
		}
	}
}
