package prediction

import (
	"slices"

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

// mostFollowed is how many updates are followed. Of longer factorizations, a part is
// followed: groups of columns that are spread over the matrix.
const mostFollowed = 1 << 18

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
	met := make([]int32, len(steps)) // 1 + the last column whose walk met a column
	var rows []int32
	c.above = func(k int) []int32 {
		rows = rows[:0]
		for _, i := range inside.Col(k) {
			for j := i; j >= 0 && int(j) < k && met[j] != int32(k)+1; j = x.Etree.Parent[j] {
				met[j] = int32(k) + 1
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
// foresee, and of a factorization by rows if the matrix is symmetric.
func (f *Features) addSurprises(c *columns) {
	stride := int(c.updates/mostFollowed) + 1
	f.Surprises = int64(stride) * surprises(func(meet func(sort, length uint32)) { c.byColumns(stride, meet) })
	if f.Symmetric {
		f.RowSurprises = int64(stride) * surprises(func(meet func(sort, length uint32)) { c.byRows(stride, meet) })
	}
}

// each calls do for the columns that are followed: one of stride groups.
func (c *columns) each(stride int, do func(k int, above []int32)) {
	for first := 0; first < len(c.lengths); first += stride * group {
		for k := first; k < min(first+group, len(c.lengths)); k++ {
			do(k, c.above(k))
		}
	}
}

// byColumns meets the loops of a factorization by columns: newton/lu and KLU.
func (c *columns) byColumns(stride int, meet func(sort, length uint32)) {
	c.each(stride, func(k int, above []int32) {
		if len(above) == 0 && c.lengths[k] == 0 {
			return
		}
		meet(loading, uint32(len(c.inside.Col(k))))
		for _, j := range above {
			meet(updating, uint32(c.lengths[j]))
		}
		meet(updating, lastUpdate)
		meet(dividing, uint32(c.lengths[k]))
	})
}

// byRows meets the loops of a factorization by rows: in row k, each column of L has as many
// entries as the rows before k gave it.
func (c *columns) byRows(stride int, meet func(sort, length uint32)) {
	lengths := make([]uint32, len(c.lengths))
	c.each(stride, func(k int, above []int32) {
		for _, j := range above {
			meet(updating, lengths[j])
			lengths[j]++
		}
	})
}
