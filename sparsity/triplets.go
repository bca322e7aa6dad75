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

// A Mirror says for which value at (j, i) an entry (i, j) off the diagonal also
// stands.
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
// Method and cost: as [CompressParts] with one worker.
//
// It panics if the slices of t differ in length or an index is out of range.
func (t *Triplets) Compress() (m *Matrix, duplicates int) {
	return CompressParts([]Triplets{*t}, CompressOptions{Workers: 1})
}

// CompressOptions says how to compress parts. The zero value is one goroutine,
// no mirrors, new memory.
type CompressOptions struct {
	// Mirror says for which second entry an entry off the diagonal also stands.
	Mirror Mirror

	// Workers is the most goroutines to use; 0 means 1. The result does not
	// depend on it.
	Workers int

	// Survey is the survey of all parts, joined in their order, if the caller has it
	// already: a caller makes it more cheaply just after it wrote a part.
	Survey *Survey

	// Own gives the memory of the parts away: the result may share it.
	Own bool
}

// CompressParts returns the matrix with the entries of all parts, one part after the
// other, in compressed column form, canonical. Duplicates is the number of entries
// listed beyond the first at their position; their values are summed in the order of
// the list. Unless opt.Own is set the parts are not modified and share no memory
// with the result.
//
// Shapes: all parts have the same Rows and Cols, equal to each other if there
// are mirrors. With mirrors no position may be listed on both sides of the
// diagonal: that would count as a duplicate. Parts without entries may lack
// Values where others have them.
//
// Method: a list that is already in column order is copied, or kept where its
// parts are neighbours in memory that is given away. Any other is sorted by
// counting, column by column and stably; columns whose rows do not ascend
// after that are sorted one by one. Each worker counts and places a contiguous
// share of the list, so the result does not depend on their number.
//
// Cost: O(|t| + cols), and O(k log k) for an unsorted column of k entries;
// memory for the result, and cols words for each worker beyond the first where
// the list is not in column order.
//
// It panics if there is no part, if the parts do not fit each other, if slices
// of a part differ in length or an index is out of range.
func CompressParts(parts []Triplets, opt CompressOptions) (m *Matrix, duplicates int) {
	c := newCompressor(parts, opt)
	c.share(opt.Workers)
	return c.compress()
}
