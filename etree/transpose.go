package etree

import "github.com/nrkit/nrkit/sparsity"

// A pointer is a position in an array of row indices: 32 bits where they
// suffice, because a transposition moves through all pointers at random.
type pointer interface{ int32 | int64 }

// transposeUpper returns the transpose of the part of a above the diagonal:
// column j has the rows rows[ptr[j]:ptr[j+1]], ascending.
//
// No branch depends on where an entry is: all are written, and the cursor moves
// past those that belong. An entry (i, j) on or below the diagonal is written
// to where list i starts; it is met before all that belong to list i, which
// have j > i, and so before all that belong to later lists.
func transposeUpper[P pointer](a *sparsity.Pattern) (ptr []P, rows []int32) {
	ptr = make([]P, a.Cols+1)
	from := a.ColPtr[0]
	for j := range int32(a.Cols) {
		to := a.ColPtr[j+1]
		for _, i := range a.RowIdx[from:to] {
			ptr[i] += P(less(i, j))
		}
		from = to
	}
	rows = make([]int32, startpoints(ptr)+1)
	from = a.ColPtr[0]
	for j := range int32(a.Cols) {
		to := a.ColPtr[j+1]
		for _, i := range a.RowIdx[from:to] {
			at := ptr[i+1]
			rows[at] = j
			ptr[i+1] = at + P(less(i, j))
		}
		from = to
	}
	return ptr, rows
}

// less returns 1 if i < j, and otherwise 0. The difference must fit 32 bits.
func less(i, j int32) uint32 { return uint32(i-j) >> 31 }

// startpoints replaces count[i], for all i but the last, by a cursor in
// count[i+1] at the start of list i, and returns the sum of the counts. When
// each cursor has moved to the end of its list, list i is from count[i] to
// count[i+1].
func startpoints[P pointer](count []P) P {
	before, total := P(0), P(0)
	for i, c := range count {
		count[i] = before
		before, total = total, total+c
	}
	return total
}
