package multifrontal

// assemble takes up the elements whose rows or columns the front covers.
func (f *follower) assemble(k int32) {
	f.sons = f.sons[:0]
	if !f.extended && f.in[cols] != f.in[rows] && f.prior >= 0 {
		f.list(f.prior)
	}
	f.prior = -1
	for side := range sides {
		for _, i := range f.lines[side][f.first[side]:] {
			f.scan(i, side, scanPlaces[side])
		}
	}
	for x := len(f.sons) - 1; x >= 0; x-- { // the last one first
		f.takeUp(&f.elements[f.sons[x]])
	}
	f.branches.end(sons)
	for side := range sides {
		f.assembleLater(k, side)
	}
}

// assembleLater takes up single rows or columns of elements that earlier fronts of the
// chain have covered in part. After a thin element was left alone, elements are taken up by the
// row and the column of the pivot in any case.
func (f *follower) assembleLater(k int32, side int) {
	if f.thin {
		f.takeLine(k, side, laterPlaces[side])
	}
	if !f.try[side] {
		return
	}
	for _, i := range f.lines[side][f.first[side]:] {
		if i != k || !f.thin {
			f.takeLine(i, side, laterPlaces[side])
		}
	}
}

// list puts an element among those that the front takes up.
func (f *follower) list(e int32) {
	f.elements[e].listed = true
	f.sons = append(f.sons, e)
}

// scan meets the elements of a new row or column of the front. Its loop is the branch with the number
// place; the branches inside have the next numbers.
func (f *follower) scan(i int32, side int, place uint32) {
	b := &f.branches
	list, mark := f.tuples[side][i], f.mark[side]
	left := list[:0]
	for _, t := range list {
		b.add(place, true)
		e := &f.elements[t.element]
		if !f.holds(e, side, t.at, place+1) {
			continue
		}
		b.add(place+3, e.outside[side] < mark)
		if e.outside[side] < mark {
			e.outside[side] = int64(e.left[side]) + mark
		}
		e.outside[side]--
		covered := e.outside[side] == mark
		b.add(place+4, covered)
		if covered && !e.listed {
			f.list(t.element)
		}
		left = append(left, t)
	}
	b.end(place)
	f.scanned += int64(len(left))
	f.visits += int64(len(list))
	f.tuples[side][i] = left
}

// takeUp takes up an element: all of it if the front covers it, otherwise the columns or
// the rows that the front has.
func (f *follower) takeUp(e *element) {
	e.listed = false
	f.Assemblies++
	b := &f.branches
	b.add(sons, true)
	var out [sides]int64
	for side := range sides {
		out[side] = int64(e.left[side])
		if e.outside[side] >= f.mark[side] {
			out[side] = e.outside[side] - f.mark[side]
		}
	}
	whole := out[rows] == 0 && out[cols] == 0
	b.add(sonWhole, whole)
	if !whole {
		b.add(sonColumns, out[rows] == 0)
	}
	switch {
	case whole:
		f.takeWhole(e)
	case out[rows] == 0:
		f.takeCols(e, int64(e.left[cols])-out[cols])
	default:
		f.takeRows(e, int64(e.left[rows])-out[rows])
	}
}

// takeWhole takes up all that is left of an element.
func (f *follower) takeWhole(e *element) {
	b := &f.branches
	height, width := len(e.lines[rows]), len(e.lines[cols])
	b.add(sonRowsLeft, int(e.left[rows]) == height)
	b.add(sonColsLeft, int(e.left[cols]) == width)
	b.loop(sonRowLoop, height)
	for range min(width, mostRounds) {
		b.add(sonColLoop, true)
		b.loop(sonEntries, int(e.left[rows]))
	}
	b.end(sonColLoop)
	f.took(e, int64(width), int64(e.left[rows])*int64(e.left[cols]))
	e.gone = true
	e.lines = [sides][]int32{}
}

// thinly: UMFPACK leaves an element with a single row or column alone if it would take up less
// than this part of it.
const thinly = 16

// isThin reports whether an element with one row or one column is left alone, of which the front
// covers n lines of a side.
func (f *follower) isThin(e *element, side int, n int64) bool {
	if n*thinly < int64(len(e.lines[side])) && len(e.lines[cols-side]) == 1 {
		f.thin = true
		return true
	}
	return false
}

// takeCols takes up n columns of an element whose rows the front covers.
func (f *follower) takeCols(e *element, n int64) {
	if n <= 0 || f.isThin(e, cols, n) {
		return
	}
	b := &f.branches
	b.add(sonRowsLeft, int(e.left[rows]) == len(e.lines[rows]))
	for at, j := range e.lines[cols] {
		covered := j >= 0 && f.at[cols][j] >= 0
		b.add(columnsLoop, true)
		b.add(columnsCovered, covered)
		if covered {
			b.loop(columnsEntries, int(e.left[rows]))
			e.lines[cols][at] = taken
		}
	}
	b.end(columnsLoop)
	f.took(e, n, int64(e.left[rows])*n)
	e.left[cols] -= int32(n)
}

// takeRows takes up n rows of an element whose columns the front covers.
func (f *follower) takeRows(e *element, n int64) {
	if n <= 0 || f.isThin(e, rows, n) {
		return
	}
	b := &f.branches
	for at, i := range e.lines[rows] {
		covered := i >= 0 && f.at[rows][i] >= 0
		b.add(rowsLoop, true)
		b.add(rowsCovered, covered)
		if covered {
			e.lines[rows][at] = taken
		}
	}
	b.end(rowsLoop)
	for range min(len(e.lines[cols]), mostRounds) {
		b.add(rowsCols, true)
		b.loop(rowsEntries, int(n))
	}
	b.end(rowsCols)
	f.took(e, int64(e.left[cols]), n*int64(e.left[cols]))
	e.left[rows] -= int32(n)
}

// took counts what was taken up of an element.
func (f *follower) took(e *element, columns, entries int64) {
	lines := int64(len(e.lines[rows]) + len(e.lines[cols]))
	f.takenLines += lines
	f.visits += lines
	f.takenCols += columns
	f.takenEntries += entries
}

// takeLine takes up one row or column of the elements whose other side the fronts of the chain have
// covered. The loop is the branch with the number place; the branches inside have the next
// numbers.
func (f *follower) takeLine(i int32, side int, place uint32) {
	b := &f.branches
	list := f.tuples[side][i]
	left := list[:0]
	for _, t := range list {
		b.add(place, true)
		e := &f.elements[t.element]
		if !f.holds(e, side, t.at, place+1) {
			continue
		}
		covered := e.outside[cols-side] == f.mark[cols-side]
		b.add(place+3, covered)
		if covered {
			e.lines[side][t.at] = taken
			e.left[side]--
			continue
		}
		left = append(left, t)
	}
	b.end(place)
	f.scannedLater += int64(len(list))
	f.visits += int64(len(list))
	f.tuples[side][i] = left
}
