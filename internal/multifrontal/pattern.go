package multifrontal

// findColumn finds the rows of the pivot column in f.pivot[rows]. If the front has the column, all
// rows of the front belong to it, and the list has the other rows.
func (f *follower) findColumn(k int32) {
	f.pattern++
	b := &f.branches
	found := f.pivot[rows][:0]
	list := f.tuples[cols][k]
	left := list[:0]
	for _, t := range list {
		b.add(columnTuples, true)
		e := &f.elements[t.element]
		if !f.holds(e, cols, t.at, columnGone) {
			continue
		}
		f.columnEntries += int64(len(e.lines[rows]))
		f.visits += int64(len(e.lines[rows]))
		for _, i := range e.lines[rows] {
			b.add(columnRows, true)
			b.add(columnRowTaken, i >= 0)
			if i < 0 {
				continue
			}
			isNew := f.met[i] != f.pattern && !(f.in[cols] && f.at[rows][i] >= 0)
			b.add(columnRowNew, isNew)
			if isNew {
				f.met[i] = f.pattern
				found = append(found, i)
			}
		}
		b.end(columnRows)
		left = append(left, t)
	}
	b.end(columnTuples)
	f.columnTuples += int64(len(list))
	f.visits += int64(len(list))
	f.tuples[cols][k] = left
	if f.met[k] != f.pattern && !(f.in[cols] && f.in[rows]) { // the diagonal is absent
		found = append(found, k)
	}
	f.pivot[rows] = found
}

// findRow finds the columns of the pivot row in f.pivot[cols], as findColumn finds rows.
func (f *follower) findRow(k int32) {
	f.pattern++
	b := &f.branches
	f.pivot[cols] = f.pivot[cols][:0]
	if !(f.in[rows] && f.in[cols]) {
		f.met[k] = f.pattern
		f.pivot[cols] = append(f.pivot[cols], k)
	}
	list := f.tuples[rows][k]
	left := list[:0]
	for _, t := range list {
		b.add(rowTuples, true)
		e := &f.elements[t.element]
		if !f.holds(e, rows, t.at, rowGone) {
			continue
		}
		f.visits += int64(len(e.lines[cols]))
		for _, j := range e.lines[cols] {
			f.meetPivotRow(j)
		}
		b.end(rowCols)
		left = append(left, t)
	}
	b.end(rowTuples)
	f.rowTuples += int64(len(list))
	f.visits += int64(len(list))
	f.tuples[rows][k] = left
}

// meetPivotRow adds a column of an element to the pivot row.
func (f *follower) meetPivotRow(j int32) {
	b := &f.branches
	b.add(rowCols, true)
	b.add(rowColTaken, j >= 0)
	if j < 0 {
		return
	}
	isNew := f.met[j] != f.pattern
	b.add(rowColNew, isNew)
	if !isNew {
		return
	}
	inside := f.in[rows] && f.at[cols][j] >= 0
	b.add(rowColInFront, inside)
	if !inside {
		f.met[j] = f.pattern
		f.pivot[cols] = append(f.pivot[cols], j)
	}
}

// holds reports whether an element still has a row or column. Its two branches have the
// numbers place and place+1.
func (f *follower) holds(e *element, side int, at int32, place uint32) bool {
	f.branches.add(place, e.gone)
	if e.gone {
		return false
	}
	other := e.lines[side][at] == taken
	f.branches.add(place+1, other)
	return !other
}
