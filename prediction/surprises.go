package prediction

import (
	"slices"

	"github.com/nrkit/nrkit/internal/foresight"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// The sorts of loops of a factorization.
const (
	loading  = iota // entries of a column of the matrix
	updating        // entries of a column of L in an update
	dividing        // entries of a column of L that are divided by the pivot
)

// lastUpdate stands for the length of a column if no further column updates.
const lastUpdate = 1 << 31

// mostFollowed is how many updates are followed, which takes about 5 ms. Of longer
// factorizations, a part is followed: groups of columns that are spread over the matrix.
const mostFollowed = 1 << 16

// group is how many adjacent columns are followed together.
const group = 64

// A columns says what the loops of a factorization need: how long the columns of L are, and
// which of them update a column.
type columns struct {
	inside  *sparsity.Pattern // the diagonal blocks
	lengths []int64           // entries of the columns of L, without the diagonal
	updates int64             // entries of U above the diagonal

	// above returns the rows of U above the diagonal in column k, in ascending order, until
	// it is called again
	above func(k int) []int32
}

// columnsOf returns the columns of an exact structure of the diagonal blocks. It sorts U.
func columnsOf(inside *sparsity.Pattern, s *symbolic.LUStructure, steps []step) *columns {
	c := &columns{inside: inside, updates: int64(s.U.NNZ())}
	c.take(steps)
	c.above = func(k int) []int32 {
		rows := s.U.Col(k)
		slices.Sort(rows)
		return rows
	}
	return c
}

// treeColumns returns the columns of the structure that the elimination tree has, found by
// walks up the tree from the entries above the diagonal [1, section 4.2]. If the
// blocks are not symmetric, these are a part of the structure.
//
// [1] T. A. Davis, Direct Methods for Sparse Linear Systems, SIAM, 2006.
func treeColumns(inside *sparsity.Pattern, x *symbolic.Analysis, steps []step) *columns {
	c := &columns{inside: inside}
	c.take(steps)
	for _, s := range steps {
		c.updates += s.u
	}
	met := make([]int, len(steps)) // number of the last call whose walk met a column
	call := 0
	var rows []int32
	c.above = func(k int) []int32 {
		call++
		rows = rows[:0]
		for _, i := range inside.Col(k) {
			for j := i; j >= 0 && int(j) < k && met[j] != call; j = x.Etree.Parent[j] {
				met[j] = call
				rows = append(rows, j)
			}
		}
		slices.Sort(rows)
		return rows
	}
	return c
}

func (c *columns) take(steps []step) {
	c.lengths = make([]int64, len(steps))
	for j, s := range steps {
		c.lengths[j] = s.l
	}
}

// addSurprises counts the loops of a factorization by columns whose lengths a processor does not
// foresee, and of a factorization by rows if the matrix is symmetric and may be positive definite.
func (f *Features) addSurprises(c *columns) {
	stride := c.updates/mostFollowed + 1
	w := c.follow(int(stride))
	f.Surprises = stride * surprises(w.byColumns)
	if f.Symmetric && f.counts(CHOLMOD) {
		f.RowSurprises = stride * surprises(w.byRows)
	}
}

// A followed is the part of the columns that is followed.
type followed struct {
	*columns
	list []int32 // the columns
	ptr  []int   // where their entries of U begin and end in rows
	rows []int32 // of U above the diagonal, ascending in each column
}

// follow returns one of stride groups of columns.
func (c *columns) follow(stride int) *followed {
	w := &followed{columns: c, ptr: []int{0}}
	for first := 0; first < len(c.lengths); first += stride * group {
		for k := first; k < min(first+group, len(c.lengths)); k++ {
			w.rows = append(w.rows, c.above(k)...)
			w.list, w.ptr = append(w.list, int32(k)), append(w.ptr, len(w.rows))
		}
	}
	return w
}

// byColumns meets the loops of a factorization by columns: newton/lu and KLU.
func (w *followed) byColumns(meet func(sort, length uint32)) {
	for at, k := range w.list {
		above := w.rows[w.ptr[at]:w.ptr[at+1]]
		if len(above) == 0 && w.lengths[k] == 0 {
			continue
		}
		meet(loading, uint32(len(w.inside.Col(int(k)))))
		for _, j := range above {
			meet(updating, uint32(w.lengths[j]))
		}
		meet(updating, lastUpdate)
		meet(dividing, uint32(w.lengths[k]))
	}
}

// byRows meets the loops of a factorization by rows: in row k, each column of L has as many
// entries as the rows before k gave it.
func (w *followed) byRows(meet func(sort, length uint32)) {
	lengths := make([]uint32, len(w.lengths))
	for _, j := range w.rows {
		meet(updating, lengths[j])
		lengths[j]++
	}
}

// foreseen is how many entries a table of the predictor has.
const foreseen = 1 << 12

// surprises follows loops twice, as the same work is repeated, and counts the surprises of
// the second time.
func surprises(follow func(meet func(sort, length uint32))) int64 {
	p := foresight.New(foreseen)
	follow(p.Meet)
	p.Surprises = 0
	follow(p.Meet)
	return p.Surprises
}
