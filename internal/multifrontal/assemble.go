package multifrontal

// assemble takes up the elements whose rows or columns the front covers.
func (f *follower) assemble(k int32) {
	f.sons = f.sons[:0]
	if !f.extended && f.colIn != f.rowIn && f.prior >= 0 {
		f.list(f.prior)
	}
	f.prior = -1
	for _, i := range f.front.rows[f.firstRow:] {
		f.scanRow(i)
	}
	for _, j := range f.front.cols[f.firstCol:] {
		f.scanCol(j)
	}
	for x := len(f.sons) - 1; x >= 0; x-- { // the last one first
		f.takeUp(&f.elements[f.sons[x]])
	}
	f.branches.end(sons)
	f.assembleLater(k)
}

// assembleLater takes up single rows and columns of elements that earlier fronts of the
// chain have covered in part. Where thin elements were left alone, the pivot is among them.
func (f *follower) assembleLater(k int32) {
	if f.thin {
		f.laterRow(k)
	}
	if f.tryRow {
		for _, i := range f.front.rows[f.firstRow:] {
			if i != k || !f.thin {
				f.laterRow(i)
			}
		}
	}
	if f.thin {
		f.laterCol(k)
	}
	if f.tryCol {
		for _, j := range f.front.cols[f.firstCol:] {
			if j != k || !f.thin {
				f.laterCol(j)
			}
		}
	}
}

// list puts an element among those that the front takes up.
func (f *follower) list(e int32) {
	f.elements[e].listed = true
	f.sons = append(f.sons, e)
}

// scanRow meets the elements of a new row of the front.
func (f *follower) scanRow(i int32) {
	b := &f.branches
	list := f.store.rows[i]
	left := list[:0]
	for _, t := range list {
		b.add(scanRows, true)
		e := &f.elements[t.element]
		b.add(scanRowGone, e.gone)
		if e.gone {
			continue
		}
		other := e.rows[t.at] == taken
		b.add(scanRowTaken, other)
		if other {
			continue
		}
		b.add(scanRowFirst, e.outsideRows < f.rowsMark)
		if e.outsideRows < f.rowsMark {
			e.outsideRows = int64(e.rowsLeft) + f.rowsMark
		}
		e.outsideRows--
		covered := e.outsideRows == f.rowsMark
		b.add(scanRowCovered, covered)
		if covered && !e.listed {
			f.list(t.element)
		}
		left = append(left, t)
	}
	b.end(scanRows)
	f.scanned += int64(len(left))
	f.visits += int64(len(list))
	f.store.rows[i] = left
}

// scanCol meets the elements of a new column of the front.
func (f *follower) scanCol(j int32) {
	b := &f.branches
	list := f.store.cols[j]
	left := list[:0]
	for _, t := range list {
		b.add(scanCols, true)
		e := &f.elements[t.element]
		b.add(scanColGone, e.gone)
		if e.gone {
			continue
		}
		other := e.cols[t.at] == taken
		b.add(scanColTaken, other)
		if other {
			continue
		}
		b.add(scanColFirst, e.outsideCols < f.colsMark)
		if e.outsideCols < f.colsMark {
			e.outsideCols = int64(e.colsLeft) + f.colsMark
		}
		e.outsideCols--
		covered := e.outsideCols == f.colsMark
		b.add(scanColCovered, covered)
		if covered && !e.listed {
			f.list(t.element)
		}
		left = append(left, t)
	}
	b.end(scanCols)
	f.scanned += int64(len(left))
	f.visits += int64(len(list))
	f.store.cols[j] = left
}

// takeUp takes up an element: all of it if the front covers it, otherwise the columns or
// the rows that the front has.
func (f *follower) takeUp(e *element) {
	e.listed = false
	f.Assemblies++
	b := &f.branches
	b.add(sons, true)
	outRows, outCols := int64(e.rowsLeft), int64(e.colsLeft)
	if e.outsideRows >= f.rowsMark {
		outRows = e.outsideRows - f.rowsMark
	}
	if e.outsideCols >= f.colsMark {
		outCols = e.outsideCols - f.colsMark
	}
	whole := outRows == 0 && outCols == 0
	b.add(sonWhole, whole)
	if !whole {
		b.add(sonColumns, outRows == 0)
	}
	switch {
	case whole:
		f.takeWhole(e)
	case outRows == 0:
		f.takeCols(e, int64(e.colsLeft)-outCols)
	default:
		f.takeRows(e, int64(e.rowsLeft)-outRows)
	}
}

// takeWhole takes up all that is left of an element.
func (f *follower) takeWhole(e *element) {
	b := &f.branches
	b.add(sonRowsLeft, int(e.rowsLeft) == len(e.rows))
	b.add(sonColsLeft, int(e.colsLeft) == len(e.cols))
	b.loop(sonRowLoop, len(e.rows))
	for range min(len(e.cols), mostRounds) {
		b.add(sonColLoop, true)
		b.loop(sonEntries, int(e.rowsLeft))
	}
	b.end(sonColLoop)
	f.took(e, len(e.cols), int64(e.rowsLeft)*int64(e.colsLeft))
	e.gone = true
	e.rows, e.cols = nil, nil
}

// thinly is how many times the rows or columns of a thin element may be those that the
// front takes up.
const thinly = 16

// takeCols takes up columns of an element whose rows the front covers.
func (f *follower) takeCols(e *element, n int64) {
	if n <= 0 {
		return
	}
	if n*thinly < int64(len(e.cols)) && len(e.rows) == 1 {
		f.thin = true
		return
	}
	b := &f.branches
	b.add(sonRowsLeft, int(e.rowsLeft) == len(e.rows))
	for at, j := range e.cols {
		covered := j >= 0 && f.colAt[j] >= 0
		b.add(columnsLoop, true)
		b.add(columnsCovered, covered)
		if covered {
			b.loop(columnsEntries, int(e.rowsLeft))
			e.cols[at] = taken
		}
	}
	b.end(columnsLoop)
	f.took(e, int(n), int64(e.rowsLeft)*n)
	e.colsLeft -= int32(n)
}

// takeRows takes up rows of an element whose columns the front covers.
func (f *follower) takeRows(e *element, n int64) {
	if n <= 0 {
		return
	}
	if n*thinly < int64(len(e.rows)) && len(e.cols) == 1 {
		f.thin = true
		return
	}
	b := &f.branches
	for at, i := range e.rows {
		covered := i >= 0 && f.rowAt[i] >= 0
		b.add(rowsLoop, true)
		b.add(rowsCovered, covered)
		if covered {
			e.rows[at] = taken
		}
	}
	b.end(rowsLoop)
	for range min(len(e.cols), mostRounds) {
		b.add(rowsCols, true)
		b.loop(rowsEntries, int(n))
	}
	b.end(rowsCols)
	f.took(e, int(e.colsLeft), n*int64(e.colsLeft))
	e.rowsLeft -= int32(n)
}

// took counts what was taken up of an element.
func (f *follower) took(e *element, cols int, entries int64) {
	f.lines += int64(len(e.rows) + len(e.cols))
	f.visits += int64(len(e.rows) + len(e.cols))
	f.columns += int64(cols)
	f.entries += entries
}

// laterRow takes up one row of the elements whose columns the chain's fronts have covered.
func (f *follower) laterRow(i int32) {
	b := &f.branches
	list := f.store.rows[i]
	left := list[:0]
	for _, t := range list {
		b.add(laterRows, true)
		e := &f.elements[t.element]
		b.add(laterRowGone, e.gone)
		if e.gone {
			continue
		}
		other := e.rows[t.at] == taken
		b.add(laterRowTaken, other)
		if other {
			continue
		}
		covered := e.outsideCols == f.colsMark
		b.add(laterRowCovered, covered)
		if covered {
			e.rows[t.at] = taken
			e.rowsLeft--
			continue
		}
		left = append(left, t)
	}
	b.end(laterRows)
	f.scannedLater += int64(len(list))
	f.visits += int64(len(list))
	f.store.rows[i] = left
}

// laterCol takes up one column of the elements whose rows the chain's fronts have covered.
func (f *follower) laterCol(j int32) {
	b := &f.branches
	list := f.store.cols[j]
	left := list[:0]
	for _, t := range list {
		b.add(laterCols, true)
		e := &f.elements[t.element]
		b.add(laterColGone, e.gone)
		if e.gone {
			continue
		}
		other := e.cols[t.at] == taken
		b.add(laterColTaken, other)
		if other {
			continue
		}
		covered := e.outsideRows == f.rowsMark
		b.add(laterColCovered, covered)
		if covered {
			e.cols[t.at] = taken
			e.colsLeft--
			continue
		}
		left = append(left, t)
	}
	b.end(laterCols)
	f.scannedLater += int64(len(list))
	f.visits += int64(len(list))
	f.store.cols[j] = left
}
