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

	// mark is above what elements have counted before they met the current front
	mark [sides]int64

	met     []int32        // by row or column: the number of the last pattern that has it
	pattern int32          // number of the last pattern
	pivot   [sides][]int32 // rows and columns of the pivot, without those that the front has anyway
	sons    []int32        // elements that the front takes up
}

// A front is the current dense matrix. It lacks its pivots.
type front struct {
	lines    [sides][]int32 // its rows and its columns
	at       [sides][]int32 // by row and by column: the place in the front, or -1
	pivots   int            // that no dense product has applied
	zeros    int            // in their rows and columns
	prior    int32          // element of the front before, or -1
	thin     bool           // a thin element was left alone in this chain
	in       [sides]bool    // whether the front has the row and the column of the pivot
	first    [sides]int     // of the rows and columns that are new
	extended bool           // by the pivot; otherwise the pivot started the front
	try      [sides]bool    // elements may be taken up by single rows or columns
}

func newFollower(a *sparsity.Pattern) *follower {
	n := a.Cols
	f := &follower{store: newStore(a), mark: [sides]int64{1, 1}, met: make([]int32, n)}
	for side := range f.at {
		f.at[side] = make([]int32, n)
		for i := range f.at[side] {
			f.at[side][i] = -1
		}
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

// step follows one pivot.
func (f *follower) step(k int32) {
	f.in = [sides]bool{f.at[rows][k] >= 0, f.at[cols][k] >= 0}
	f.branches.add(columnInFront, f.in[cols])
	f.branches.add(rowInFront, f.in[rows])
	if f.in[cols] {
		f.updated += int64(f.pivots * len(f.lines[rows]))
	}
	f.findColumn(k)
	f.findRow(k)
	f.grow()
	f.assemble(k)
	f.eliminate(k)
	f.visits++
}

// grow extends the front by the pivot, or starts another one.
func (f *follower) grow() {
	var more, old [sides]int // rows and columns that are new, and that the front has
	for side := range sides {
		more[side], old[side] = outside(f.pivot[side], f.at[side]), len(f.lines[side])
	}
	f.extended = f.addsNoZeros(more)
	update := f.pivots > 0
	zeros := 0
	if f.extended {
		limit := zerosOutside
		if f.in[cols] && f.in[rows] {
			limit = zerosInside
		}
		zeros = f.zeros + f.pivots*(more[rows]+more[cols])
		update = update && float64(zeros) > limit*float64((f.pivots+1)*(old[rows]+more[rows]+old[cols]+more[cols]))
	}
	f.zeros = zeros
	f.branches.add(updates, update)
	f.branches.add(extends, f.extended)
	f.branches.loop(newRows, more[rows])
	f.branches.loop(newCols, more[cols])
	if update {
		f.multiply()
	}
	f.first = old
	f.try = [sides]bool{old[cols] > 0, old[rows] > 0}
	if f.extended {
		f.Extended++
	} else {
		f.start()
	}
	for side := range sides {
		f.lines[side] = join(f.lines[side], f.at[side], f.pivot[side])
	}
	f.Rows, f.Cols = max(f.Rows, int64(len(f.lines[rows]))), max(f.Cols, int64(len(f.lines[cols])))
}

// start ends the front before the pivot, and keeps the rows or columns that the pivot goes
// on with.
func (f *follower) start() {
	f.leave()
	for side := range sides {
		f.try[side] = f.try[side] && f.in[side]
		if !f.in[cols-side] {
			f.lines[side], f.first[side] = f.lines[side][:0], 0
		}
	}
}

// addsNoZeros reports whether the front with the pivot has no zeros outside of both.
func (f *follower) addsNoZeros(more [sides]int) bool {
	var other [sides]int // rows and columns of the front that the pivot lacks
	for side := range sides {
		if !f.in[cols-side] {
			other[side] = len(f.lines[side]) + more[side] - len(f.pivot[side])
		}
	}
	switch {
	case f.in[cols] && f.in[rows], len(f.lines[rows]) == 0:
		return true
	case f.in[cols]:
		return more[rows] == 1 || other[cols] == 0
	case f.in[rows]:
		return more[cols] == 1 || other[rows] == 0
	}
	return (more[cols]-1)*other[rows]+(more[rows]-1)*other[cols] == 0
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
	empty := false
	for side := range sides {
		f.lines[side] = drop(f.lines[side], f.at[side], k)
		f.tuples[side][k] = nil
		empty = empty || len(f.lines[side]) == 0
	}
	f.pivots++
	if f.pivots >= mostPivots || empty {
		f.multiply()
	}
	if empty {
		f.end()
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
	height, width := len(f.lines[rows]), len(f.lines[cols])
	if f.pivots > 0 {
		f.MultiplyAdds += int64(f.pivots) * int64(height) * int64(width)
		f.stored += int64(f.pivots) * int64(height+width+f.pivots)
		f.branches.loop(storedPivots, f.pivots)
		for range f.pivots {
			f.branches.loop(storedRows, height)
			f.branches.loop(storedCols, width)
		}
		f.branches.loop(storedRest, width)
	}
	f.pivots, f.zeros = 0, 0
}

// leave makes an element of the front. Rows stay for the next front if the front has the column
// of the pivot, and columns if it has the row.
func (f *follower) leave() {
	for side := range sides {
		if f.in[cols-side] {
			continue
		}
		f.mark[side] += int64(len(f.met)) + 1
		for _, i := range f.lines[side] {
			f.at[side][i] = -1
		}
	}
	height, width := len(f.lines[rows]), len(f.lines[cols])
	f.prior = -1
	if height == 0 || width == 0 {
		return
	}
	f.branches.loop(elementRows, height)
	f.branches.loop(elementCols, width)
	list := make([]int32, 0, height+width)
	list = append(append(list, f.lines[rows]...), f.lines[cols]...)
	f.prior = f.add(list[:height:height], list[height:])
	for side := range sides {
		if f.in[cols-side] {
			f.elements[f.prior].outside[side] = f.mark[side]
		}
	}
}

// end leaves the front, and nothing stays.
func (f *follower) end() {
	f.in = [sides]bool{}
	f.leave()
	for side := range sides {
		f.lines[side] = f.lines[side][:0]
	}
}

// finish ends the front at the end of a chain.
func (f *follower) finish() {
	f.multiply()
	f.thin = false
	f.end()
}
