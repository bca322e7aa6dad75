package multifrontal

// findColumn finds the rows of the pivot column in f.col. If the front has the column, all
// its rows belong to it, and f.col has the others.
func (f *follower) findColumn(k int32) {
	f.pattern++
	b := &f.branches
	f.col = f.col[:0]
	list := f.store.cols[k]
	left := list[:0]
	for _, t := range list {
		b.add(columnTuples, true)
		e := &f.elements[t.element]
		b.add(columnGone, e.gone)
		if e.gone {
			continue
		}
		other := e.cols[t.at] == taken
		b.add(columnTaken, other)
		if other {
			continue
		}
		f.columnEntries += int64(len(e.rows))
		f.visits += int64(len(e.rows))
		for _, i := range e.rows {
			b.add(columnRows, true)
			b.add(columnRowTaken, i >= 0)
			if i < 0 {
				continue
			}
			isNew := f.met[i] != f.pattern && !(f.colIn && f.rowAt[i] >= 0)
			b.add(columnRowNew, isNew)
			if isNew {
				f.met[i] = f.pattern
				f.col = append(f.col, i)
			}
		}
		b.end(columnRows)
		left = append(left, t)
	}
	b.end(columnTuples)
	f.columnTuples += int64(len(list))
	f.visits += int64(len(list))
	f.store.cols[k] = left
	if f.met[k] != f.pattern && !(f.colIn && f.rowIn) { // the diagonal is absent
		f.met[k] = f.pattern
		f.col = append(f.col, k)
	}
}

// findRow finds the columns of the pivot row in f.row, as findColumn does.
func (f *follower) findRow(k int32) {
	f.pattern++
	b := &f.branches
	f.row = f.row[:0]
	if !(f.rowIn && f.colIn) {
		f.met[k] = f.pattern
		f.row = append(f.row, k)
	}
	list := f.store.rows[k]
	left := list[:0]
	for _, t := range list {
		b.add(rowTuples, true)
		e := &f.elements[t.element]
		b.add(rowGone, e.gone)
		if e.gone {
			continue
		}
		other := e.rows[t.at] == taken
		b.add(rowTaken, other)
		if other {
			continue
		}
		f.visits += int64(len(e.cols))
		for _, j := range e.cols {
			f.meetPivotRow(j)
		}
		b.end(rowCols)
		left = append(left, t)
	}
	b.end(rowTuples)
	f.rowTuples += int64(len(list))
	f.visits += int64(len(list))
	f.store.rows[k] = left
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
	inside := f.rowIn && f.colAt[j] >= 0
	b.add(rowColInFront, inside)
	if !inside {
		f.met[j] = f.pattern
		f.row = append(f.row, j)
	}
}
