package multifrontal

// operations are what the instructions are counted by.
type operations struct {
	columnTuples  int64 // tuples of pivot columns
	columnEntries int64 // rows of the elements of pivot columns
	rowTuples     int64 // tuples of pivot rows
	scanned       int64 // tuples of new rows and columns of fronts that are not taken up
	scannedLater  int64 // tuples that are tried for a single row or column
	takenLines    int64 // rows and columns of elements that are taken up
	takenCols     int64 // columns of elements that are taken up
	takenEntries  int64 // entries of elements that are taken up
	stored        int64 // entries of L and U, with the zeros in fronts
	updated       int64 // multiply-adds with pivot columns before a dense product
	matrix        int64 // entries of the columns of the matrix
}

const (
	PerPivot = 2_515  // instructions that each pivot takes in any case
	Always   = 14_265 // instructions of each factorization, which Counts.Instructions leaves out
)

// instructions returns the instructions outside of dense products.
//
// The numbers are a fit with least relative errors to what valgrind counted in UMFPACK
// 5.7.9 of Debian 12 on 110 matrices under three orderings: on these, the error is 1.3 % in the
// median, and 5 % or less for nine of ten.
func (f *follower) instructions() float64 {
	o := &f.operations
	return PerPivot*float64(f.Pivots) + 72*float64(o.matrix) +
		24.6*float64(o.columnTuples) + 57.5*float64(o.columnEntries) + 61.7*float64(o.rowTuples) +
		24.4*float64(o.scanned) + 10.1*float64(o.scannedLater) +
		234*float64(f.Assemblies) + 17.1*float64(o.takenLines) + 24.6*float64(o.takenCols) + 14.7*float64(o.takenEntries) +
		57.2*float64(o.stored) + 16.1*float64(o.updated)
}
