package multifrontal

import "github.com/nrkit/nrkit/sparsity"

// A follower is the state of the factorization.
type follower struct {
	Counts
	operations
	*store
	branches branches
	visits   int64

	front

	// marks from which elements have met the current front, by rows and by columns
	rowsMark, colsMark int64

	met      []int32 // by row or column: the number of the last pattern that has it
	pattern  int32   // number of the last pattern
	col, row []int32 // patterns of the pivot, without what the front has
	sons     []int32 // elements that the front takes up
}

// A front is the current dense matrix. It lacks its pivots.
type front struct {
	rows, cols     []int32
	rowAt, colAt   []int32 // by row and column: the place in the front, or -1
	pivots         int     // that no dense product has applied
	zeros          int     // in their rows and columns
	prior          int32   // element of the front before, or -1
	thin           bool    // an element with one row or column was left alone
	colIn, rowIn   bool    // whether the front has the column and the row of the pivot
	firstRow       int     // of the rows that are new
	firstCol       int
	extended       bool
	tryRow, tryCol bool // elements may be taken up by single rows or columns
}

func newFollower(a *sparsity.Pattern) *follower {
	n := a.Cols
	f := &follower{store: newStore(a), rowsMark: 1, colsMark: 1, met: make([]int32, n)}
	f.matrix = int64(a.NNZ())
	f.rowAt, f.colAt = make([]int32, n), make([]int32, n)
	for i := range n {
		f.rowAt[i], f.colAt[i] = -1, -1
	}
	f.prior = -1
	return f
}

// the limits of UMFPACK: pivots of a dense product, and the share of zeros beyond which a
// product comes before the front grows (RELAX2 and RELAX3 of umf_local_search.c).
const (
	mostPivots   = 32
	zerosInside  = 0.1
	zerosOutside = 0.125
)

// pivot does one step of the factorization.
func (f *follower) pivot(k int32) {
	f.colIn, f.rowIn = f.colAt[k] >= 0, f.rowAt[k] >= 0
	f.branches.add(columnInFront, f.colIn)
	f.branches.add(rowInFront, f.rowIn)
	if f.colIn {
		f.updated += int64(f.pivots * len(f.front.rows))
	}
	f.findColumn(k)
	f.findRow(k)
	f.grow()
	f.assemble(k)
	f.eliminate(k)
}

// grow extends the front by the pivot, or starts another one.
func (f *follower) grow() {
	newRows, newCols := outside(f.col, f.rowAt), outside(f.row, f.colAt)
	oldRows, oldCols := len(f.front.rows), len(f.front.cols)
	f.extended = f.addsNoZeros(newRows, newCols)
	update := f.pivots > 0
	zeros := 0
	if f.extended {
		limit := zerosOutside
		if f.colIn && f.rowIn {
			limit = zerosInside
		}
		zeros = f.zeros + f.pivots*(newRows+newCols)
		update = update && float64(zeros) > limit*float64((f.pivots+1)*(oldRows+newRows+oldCols+newCols))
	}
	f.zeros = zeros
	f.meetGrowth(update, newRows, newCols)
	if update {
		f.multiply()
	}
	f.firstRow, f.firstCol = oldRows, oldCols
	f.tryRow, f.tryCol = oldCols > 0, oldRows > 0
	if f.extended {
		f.Extended++
	} else {
		f.tryRow, f.tryCol = f.tryRow && f.rowIn, f.tryCol && f.colIn
		f.leave()
		if !f.colIn {
			f.front.rows, f.firstRow = f.front.rows[:0], 0
		}
		if !f.rowIn {
			f.front.cols, f.firstCol = f.front.cols[:0], 0
		}
	}
	f.front.rows = join(f.front.rows, f.rowAt, f.col)
	f.front.cols = join(f.front.cols, f.colAt, f.row)
	f.Rows, f.Cols = max(f.Rows, int64(len(f.front.rows))), max(f.Cols, int64(len(f.front.cols)))
}

func (f *follower) meetGrowth(update bool, rows, cols int) {
	f.branches.add(updates, update)
	f.branches.add(extends, f.extended)
	f.branches.loop(newRows, rows)
	f.branches.loop(newCols, cols)
}

// addsNoZeros reports whether the front with the pivot has no zeros outside of both.
func (f *follower) addsNoZeros(newRows, newCols int) bool {
	rows, cols := len(f.front.rows), len(f.front.cols)
	// rows and columns of the front that the pivot lacks
	otherRows, otherCols := rows+newRows-len(f.col), cols+newCols-len(f.row)
	if f.colIn {
		otherRows = 0
	}
	if f.rowIn {
		otherCols = 0
	}
	switch {
	case f.colIn && f.rowIn:
		return true
	case f.colIn:
		return newRows == 1 || otherCols == 0
	case f.rowIn:
		return newCols == 1 || otherRows == 0
	case rows == 0 && cols == 0:
		return true
	}
	return (newCols-1)*otherRows+(newRows-1)*otherCols == 0
}

// outside counts what has no place in the front.
func outside(list, at []int32) int {
	n := 0
	for _, i := range list {
		if at[i] < 0 {
			n++
		}
	}
	return n
}

// join gives a place in the front to what has none.
func join(list, at, more []int32) []int32 {
	for _, i := range more {
		if at[i] < 0 {
			at[i] = int32(len(list))
			list = append(list, i)
		}
	}
	return list
}

// eliminate takes the row and the column of the pivot out of the front.
func (f *follower) eliminate(k int32) {
	f.front.rows = drop(f.front.rows, f.rowAt, k)
	f.front.cols = drop(f.front.cols, f.colAt, k)
	f.store.rows[k], f.store.cols[k] = nil, nil
	f.pivots++
	empty := len(f.front.rows) == 0 || len(f.front.cols) == 0
	if f.pivots >= mostPivots || empty {
		f.multiply()
	}
	f.colIn, f.rowIn = false, false
	if empty {
		f.leave()
		f.front.rows, f.front.cols = f.front.rows[:0], f.front.cols[:0]
	}
}

// drop takes k out of the list: the last takes its place.
func drop(list, at []int32, k int32) []int32 {
	last := list[len(list)-1]
	list[at[k]], at[last] = last, at[k]
	at[k] = -1
	return list[:len(list)-1]
}

// multiply applies the pivots to the front in one dense product, and stores them.
func (f *follower) multiply() {
	rows, cols := len(f.front.rows), len(f.front.cols)
	if f.pivots > 0 {
		f.MultiplyAdds += int64(f.pivots) * int64(rows) * int64(cols)
		f.stored += int64(f.pivots) * int64(rows+cols+f.pivots)
		f.branches.loop(storedPivots, f.pivots)
		for range f.pivots {
			f.branches.loop(storedRows, rows)
			f.branches.loop(storedCols, cols)
		}
		f.branches.loop(storedRest, cols)
	}
	f.pivots, f.zeros = 0, 0
}

// leave makes an element of the front. Rows and columns of a pivot that the front has stay
// for the next front.
func (f *follower) leave() {
	step := int64(len(f.met)) + 1
	if !f.colIn {
		f.rowsMark += step
		forget(f.front.rows, f.rowAt)
	}
	if !f.rowIn {
		f.colsMark += step
		forget(f.front.cols, f.colAt)
	}
	rows, cols := len(f.front.rows), len(f.front.cols)
	f.prior = -1
	if rows == 0 || cols == 0 {
		return
	}
	f.branches.loop(elementRows, rows)
	f.branches.loop(elementCols, cols)
	list := make([]int32, 0, rows+cols)
	list = append(append(list, f.front.rows...), f.front.cols...)
	f.prior = f.store.add(list[:rows:rows], list[rows:])
	if f.colIn {
		f.elements[f.prior].outsideRows = f.rowsMark
	}
	if f.rowIn {
		f.elements[f.prior].outsideCols = f.colsMark
	}
}

func forget(list, at []int32) {
	for _, i := range list {
		at[i] = -1
	}
}

// finish ends the front at the end of a chain.
func (f *follower) finish() {
	f.multiply()
	f.colIn, f.rowIn, f.thin = false, false, false
	f.leave()
	f.front.rows, f.front.cols = f.front.rows[:0], f.front.cols[:0]
}
