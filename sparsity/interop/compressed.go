package interop

import (
	"fmt"

	"github.com/james-bowman/sparse"

	"github.com/nrkit/nrkit/sparsity"
)

// FromCSR returns a in compressed column form, and how many of its elements
// were duplicates of an earlier one. Explicit zeros are entries; the columns
// within a row may be in any order. The result is canonical and shares no
// memory with a.
//
// Method: counting sort by column, in which the duplicates of a position come
// to lie side by side. Cost: O(|a| + rows + cols).
//
// It returns an error if a is inconsistent (an index out of range, row
// pointers that descend) or a dimension is above sparsity.MaxDim
// ([ErrTooLarge]).
func FromCSR(a *sparse.CSR) (m *sparsity.Matrix, duplicates int, err error) {
	rows, cols := a.Dims()
	raw := a.RawMatrix()
	c := compressed{major: rows, minor: cols, ptr: raw.Indptr, ind: raw.Ind, data: raw.Data}
	if err := c.check(); err != nil {
		return nil, 0, err
	}
	m = c.swap()
	return m, mergeDuplicates(m), nil
}

// FromCSC returns a in compressed column form, and how many of its elements
// were duplicates of an earlier one. Explicit zeros are entries; the rows
// within a column may be in any order. The result is canonical and shares no
// memory with a.
//
// Method: a copy if a is canonical already, otherwise two counting sorts. Cost:
// O(|a| + rows + cols).
//
// The errors are the same as for [FromCSR].
func FromCSC(a *sparse.CSC) (m *sparsity.Matrix, duplicates int, err error) {
	rows, cols := a.Dims()
	raw := a.RawMatrix()
	c := compressed{major: cols, minor: rows, ptr: raw.Indptr, ind: raw.Ind, data: raw.Data}
	if err := c.check(); err != nil {
		return nil, 0, err
	}
	if c.ascending() {
		return c.copy(), 0, nil
	}
	m = c.swap().Transpose()
	return m, mergeDuplicates(m), nil
}

// compressed is a matrix as lists of (ind, data), one list for each of major
// rows or columns.
type compressed struct {
	major, minor int
	ptr, ind     []int
	data         []float64
}

// check returns an error unless c is consistent. No pointers at all stand for
// a matrix without elements.
func (c *compressed) check() error {
	if err := checkDims(c.major, c.minor); err != nil {
		return err
	}
	if len(c.ptr) == 0 {
		c.ptr = make([]int, c.major+1)
	}
	if len(c.ptr) != c.major+1 {
		return fmt.Errorf("want %d pointers, got %d", c.major+1, len(c.ptr))
	}
	if c.ptr[0] < 0 {
		return fmt.Errorf("first pointer: want none negative, got %d", c.ptr[0])
	}
	for k := 0; k < c.major; k++ {
		if c.ptr[k+1] < c.ptr[k] {
			return fmt.Errorf("pointers descend at position %d", k+1)
		}
	}
	if end := c.ptr[c.major]; end > len(c.ind) || end > len(c.data) {
		return fmt.Errorf("last pointer is %d, but there are %d indices and %d values",
			end, len(c.ind), len(c.data))
	}
	for k := c.ptr[0]; k < c.ptr[c.major]; k++ {
		if i := c.ind[k]; i < 0 || i >= c.minor {
			return fmt.Errorf("element %d: want index in 0..%d, got %d", k, c.minor-1, i)
		}
	}
	return nil
}

// ascending reports whether the indices of each list ascend strictly.
func (c *compressed) ascending() bool {
	for j := 0; j < c.major; j++ {
		for k := c.ptr[j] + 1; k < c.ptr[j+1]; k++ {
			if c.ind[k-1] >= c.ind[k] {
				return false
			}
		}
	}
	return true
}

// copy returns c with its lists as columns.
func (c *compressed) copy() *sparsity.Matrix {
	lo, hi := c.ptr[0], c.ptr[c.major]
	p := sparsity.NewPattern(c.minor, c.major)
	p.RowIdx = make([]int32, hi-lo)
	for j, x := range c.ptr {
		p.ColPtr[j] = int64(x - lo)
	}
	for k, i := range c.ind[lo:hi] {
		p.RowIdx[k] = int32(i)
	}
	return &sparsity.Matrix{Pattern: p, Values: append(make([]float64, 0, hi-lo), c.data[lo:hi]...)}
}

// swap returns c with its lists as rows. The rows of each column of the result
// ascend, with duplicates side by side in their order in c.
func (c *compressed) swap() *sparsity.Matrix {
	lo, hi := c.ptr[0], c.ptr[c.major]
	p := sparsity.NewPattern(c.major, c.minor)
	p.RowIdx = make([]int32, hi-lo)
	values := make([]float64, hi-lo)
	for _, j := range c.ind[lo:hi] {
		p.ColPtr[j+1]++
	}
	for j := 0; j < c.minor; j++ {
		p.ColPtr[j+1] += p.ColPtr[j]
	}
	next := append([]int64(nil), p.ColPtr[:c.minor]...)
	for i := 0; i < c.major; i++ {
		for k := c.ptr[i]; k < c.ptr[i+1]; k++ {
			d := next[c.ind[k]]
			next[c.ind[k]]++
			p.RowIdx[d] = int32(i)
			values[d] = c.data[k]
		}
	}
	return &sparsity.Matrix{Pattern: p, Values: values}
}

// mergeDuplicates sums neighbours in the same position, in place, and returns
// how many entries went. m has real values, and its rows ascend.
func mergeDuplicates(m *sparsity.Matrix) int {
	p := m.Pattern
	if p.Canonical() {
		return 0
	}
	at, from := int64(0), int64(0)
	for j := 0; j < p.Cols; j++ {
		begin := at
		for ; from < p.ColPtr[j+1]; from++ {
			if at > begin && p.RowIdx[at-1] == p.RowIdx[from] {
				m.Values[at-1] += m.Values[from]
				continue
			}
			p.RowIdx[at], m.Values[at] = p.RowIdx[from], m.Values[from]
			at++
		}
		p.ColPtr[j+1] = at
	}
	p.RowIdx, m.Values = p.RowIdx[:at:at], m.Values[:at:at]
	return int(from - at)
}
