package interop

import (
	"fmt"

	"github.com/james-bowman/sparse"
	"gonum.org/v1/gonum/mat"

	"github.com/nrkit/nrkit/sparsity"
)

// FromCOO returns a in compressed column form, and how many of its elements
// were duplicates of an earlier one. Explicit zeros are entries. The result is
// canonical and shares no memory with a.
//
// Cost: O(|a| + rows + cols).
//
// It returns an error if an index is out of range or a dimension is above
// sparsity.MaxDim ([ErrTooLarge]).
func FromCOO(a *sparse.COO) (m *sparsity.Matrix, duplicates int, err error) {
	return fromNonZeros(a, a.NNZ())
}

// FromDOK returns a in compressed column form. Explicit zeros are entries, and
// a dictionary has no duplicates. The result is canonical, independent of the
// order of the dictionary, and shares no memory with a.
//
// Cost: O(|a| + rows + cols) expected.
//
// It returns an error if a dimension is above sparsity.MaxDim ([ErrTooLarge]).
func FromDOK(a *sparse.DOK) (*sparsity.Matrix, error) {
	m, _, err := fromNonZeros(a, a.NNZ())
	return m, err
}

// nonZeros is what fromNonZeros needs of a matrix.
type nonZeros interface {
	mat.NonZeroDoer
	Dims() (rows, cols int)
}

// fromNonZeros returns the elements that a visits, about size of them.
func fromNonZeros(a nonZeros, size int) (m *sparsity.Matrix, duplicates int, err error) {
	rows, cols := a.Dims()
	if err := checkDims(rows, cols); err != nil {
		return nil, 0, err
	}
	t := sparsity.Triplets{Rows: rows, Cols: cols,
		Row: make([]int32, 0, size), Col: make([]int32, 0, size), Values: make([]float64, 0, size)}
	a.DoNonZero(func(i, j int, v float64) {
		if i < 0 || i >= rows || j < 0 || j >= cols {
			if err == nil {
				err = fmt.Errorf("want row in 0..%d and column in 0..%d, got (%d, %d)", rows-1, cols-1, i, j)
			}
			return
		}
		t.Row = append(t.Row, int32(i))
		t.Col = append(t.Col, int32(j))
		t.Values = append(t.Values, v)
	})
	if err != nil {
		return nil, 0, err
	}
	m, duplicates = t.Compress()
	return m, duplicates, nil
}
