package sparsity

// Triplets is a matrix as a list of entries in any order, in which a position
// may appear more than once.
//
// Row and Col have one element per entry. Values is nil for structure only,
// Imag nil for real matrices; otherwise they are as long as Row.
type Triplets struct {
	Rows, Cols int
	Row, Col   []int32
	Values     []float64
	Imag       []float64
}

// A Mirror says what an entry (i, j) off the diagonal stands for besides
// itself.
type Mirror int

const (
	MirrorNone      Mirror = iota // nothing
	MirrorSame                    // the same value at (j, i)
	MirrorNegated                 // the negated value at (j, i)
	MirrorConjugate               // the conjugate value at (j, i)
)

// Compress returns t in compressed column form, canonical, and the number of
// entries that were duplicates: they count once in the structure, and their
// values are summed in the order of the list. t is not modified and shares no
// memory with the result.
//
// Method and cost: those of [CompressParts] with one worker.
//
// It panics if the slices of t differ in length or an index is out of range.
func (t *Triplets) Compress() (m *Matrix, duplicates int) {
	return CompressParts([]Triplets{*t}, MirrorNone, 1)
}

// CompressParts returns the matrix whose entries are those of all parts, one
// after the other, in compressed column form, canonical. Each entry off the
// diagonal also stands for its mirror. Duplicates is the number of entries
// listed beyond the first at their position; their values are summed in the
// order of the list. The parts are not modified and share no memory with the
// result.
//
// Shapes: all parts have the same Rows and Cols, equal to each other unless
// mirror is MirrorNone. With a mirror no position may be listed on both sides
// of the diagonal: that would count as a duplicate.
// Parts without entries may lack Values where others have them.
//
// Method: a list that is already in column order is copied. Any other is
// sorted by counting, column by column and stably; columns whose rows do not
// ascend after that are sorted one by one. Each worker counts and places a
// contiguous share of the list, so the result does not depend on their number.
//
// Cost: O(|t| + cols), and O(k log k) for an unsorted column of k entries;
// memory for the result, and cols words for each worker where the list is not
// in column order.
//
// It panics if there is no part, if the parts do not fit each other, if slices
// of a part differ in length or an index is out of range.
func CompressParts(parts []Triplets, mirror Mirror, workers int) (m *Matrix, duplicates int) {
	c := newCompressor(parts, mirror)
	c.share(workers)
	return c.compress()
}
