package interop

import (
	"github.com/james-bowman/sparse"
	"gonum.org/v1/gonum/mat"

	"github.com/nrkit/nrkit/sparsity"
)

// FromMatrix returns any gonum matrix in compressed column form, and how many
// of its elements were duplicates of an earlier one. The package comment says
// which elements become entries. The result is canonical and shares no memory
// with a.
//
// Method: the storage of a where it can be had. In this order: a [View] is copied;
// implicit transpositions are removed; the types of james-bowman/sparse go to their
// own functions; dense storage is scanned row by row; a NonZeroDoer lists its
// elements; in a banded matrix the band is visited. Only other matrices are read
// element by element.
//
// Cost: O(|a| + rows + cols) for sparse matrices, O(rows·cols) for dense matrices
// and for matrices of unknown type.
//
// The errors are the same as for [FromCSR] and [FromCOO].
func FromMatrix(a mat.Matrix) (m *sparsity.Matrix, duplicates int, err error) {
	switch a := a.(type) {
	case View:
		return a.clone(), 0, nil
	case *sparse.CSR:
		return FromCSR(a)
	case *sparse.CSC:
		return FromCSC(a)
	case mat.Untransposer:
		m, duplicates, err = FromMatrix(a.Untranspose())
		if err != nil {
			return nil, 0, err
		}
		return m.Transpose(), duplicates, nil
	}
	rows, cols := a.Dims()
	if err := checkDims(rows, cols); err != nil {
		return nil, 0, err
	}
	switch a := a.(type) {
	case mat.RawMatrixer:
		raw := a.RawMatrix()
		return fromRows(rows, cols, func(i int) []float64 {
			return raw.Data[i*raw.Stride : i*raw.Stride+cols]
		}), 0, nil
	case nonZeros:
		return fromNonZeros(a, storedCount(a))
	case mat.Banded:
		kl, ku := a.Bandwidth()
		return fromColumns(a, func(j int) (int, int) { return max(0, j-ku), min(rows, j+kl+1) }), 0, nil
	}
	return fromColumns(a, func(int) (int, int) { return 0, rows }), 0, nil
}

// storedCount returns how many elements a stores, 0 when it does not say.
func storedCount(a any) int {
	if c, ok := a.(interface{ NNZ() int }); ok {
		return c.NNZ()
	}
	return 0
}

// fromRows returns the elements of a dense matrix that are not zero, in two
// passes over its rows: one that counts and one that copies.
func fromRows(rows, cols int, row func(i int) []float64) *sparsity.Matrix {
	p := sparsity.NewPattern(rows, cols)
	for i := 0; i < rows; i++ {
		for j, v := range row(i) {
			if v != 0 {
				p.ColPtr[j+1]++
			}
		}
	}
	for j := 0; j < cols; j++ {
		p.ColPtr[j+1] += p.ColPtr[j]
	}
	p.RowIdx = make([]int32, p.NNZ())
	values := make([]float64, p.NNZ())
	next := append([]int64(nil), p.ColPtr[:cols]...)
	for i := 0; i < rows; i++ {
		for j, v := range row(i) {
			if v != 0 {
				p.RowIdx[next[j]], values[next[j]] = int32(i), v
				next[j]++
			}
		}
	}
	return &sparsity.Matrix{Pattern: p, Values: values}
}

// fromColumns asks a for its elements column by column, those of column j in
// the rows that bounds gives, and returns the ones that are not zero.
func fromColumns(a mat.Matrix, bounds func(j int) (lo, hi int)) *sparsity.Matrix {
	rows, cols := a.Dims()
	p := sparsity.NewPattern(rows, cols)
	values := []float64{}
	for j := 0; j < cols; j++ {
		lo, hi := bounds(j)
		for i := lo; i < hi; i++ {
			if v := a.At(i, j); v != 0 {
				p.RowIdx = append(p.RowIdx, int32(i))
				values = append(values, v)
			}
		}
		p.ColPtr[j+1] = int64(len(p.RowIdx))
	}
	return &sparsity.Matrix{Pattern: p, Values: values}
}

// FromCMatrix returns the elements of a complex gonum matrix that are not
// zero. The result is canonical, complex, and shares no memory with a.
//
// Cost: O(rows·cols).
//
// It returns an error if a dimension is above sparsity.MaxDim ([ErrTooLarge]).
func FromCMatrix(a mat.CMatrix) (*sparsity.Matrix, error) {
	rows, cols := a.Dims()
	if err := checkDims(rows, cols); err != nil {
		return nil, err
	}
	p := sparsity.NewPattern(rows, cols)
	m := &sparsity.Matrix{Pattern: p, Values: []float64{}, Imag: []float64{}}
	for j := 0; j < cols; j++ {
		for i := 0; i < rows; i++ {
			if v := a.At(i, j); v != 0 {
				p.RowIdx = append(p.RowIdx, int32(i))
				m.Values = append(m.Values, real(v))
				m.Imag = append(m.Imag, imag(v))
			}
		}
		p.ColPtr[j+1] = int64(len(p.RowIdx))
	}
	return m, nil
}
