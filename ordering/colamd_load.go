package ordering

import "github.com/nrkit/nrkit/sparsity"

// load copies the entries of a, without dense and empty rows and columns, and
// sets the initial scores Σ (row degree - 1).
func (s *colamd) load(a *sparsity.Pattern) {
	s.dropDenseColumns(a)
	s.dropDenseRows()
	var emptied []*colamdCol
	w := 0
	for j := range s.cols {
		c := &s.columns()[j]
		if c.thickness == 0 {
			continue
		}
		start, score := w, int64(0)
		for _, r := range a.Col(j) {
			d := s.mark[r].degree
			if d < 0 {
				continue
			}
			s.colList[w] = uint32(r)
			w++
			at := &s.span[r]
			s.rowList[at.end] = uint32(s.cols + 1 + j)
			at.end++
			score += int64(d) - 1
		}
		c.start, c.end = uint32(start), uint32(w)
		c.score = int32(min(score, int64(s.cols)))
		if start == w {
			emptied = append(emptied, c)
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
	col := s.columns()
	for j := len(col) - 1; j >= 0; j-- {
		col[j].thickness = 1
		switch d := len(a.Col(j)); {
		case d == 0:
			s.placeLast(&col[j])
			s.stats.EmptyCols++
		case d > limit:
			dense = true
		}
	}
	for j := len(col) - 1; dense && j >= 0; j-- {
		if len(a.Col(j)) > limit {
			s.placeLast(&col[j])
			s.stats.DenseCols++
		}
	}
	for j := range col {
		if col[j].thickness != 0 {
			for _, r := range a.Col(j) {
				s.mark[r].degree++
			}
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
