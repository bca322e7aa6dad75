package interop

import (
	"fmt"
	"math"

	"github.com/james-bowman/sparse"
	"gonum.org/v1/gonum/mat"

	"github.com/nrkit/nrkit/sparsity"
)

// ToCSC returns m as a CSC, explicit zeros included. The result shares no
// memory with m. Cost: O(|m| + cols).
//
// The errors are [ErrComplex] and [ErrNoValues].
func ToCSC(m *sparsity.Matrix) (*sparse.CSC, error) {
	if err := realValued(m); err != nil {
		return nil, err
	}
	ptr, ind, data := widen(m)
	return sparse.NewCSC(m.Pattern.Rows, m.Pattern.Cols, ptr, ind, data), nil
}

// ToCSR returns m as a CSR, explicit zeros included, the columns of each row
// ascending. The result shares no memory with m. Cost: O(|m| + rows + cols).
//
// The errors are [ErrComplex] and [ErrNoValues].
func ToCSR(m *sparsity.Matrix) (*sparse.CSR, error) {
	if err := realValued(m); err != nil {
		return nil, err
	}
	ptr, ind, data := widen(m.Transpose())
	return sparse.NewCSR(m.Pattern.Rows, m.Pattern.Cols, ptr, ind, data), nil
}

// ToCOO returns m as a COO in column order, explicit zeros included. The
// result shares no memory with m. Cost: O(|m| + cols).
//
// The errors are [ErrComplex] and [ErrNoValues].
func ToCOO(m *sparsity.Matrix) (*sparse.COO, error) {
	if err := realValued(m); err != nil {
		return nil, err
	}
	_, row, data := widen(m)
	col := make([]int, len(row))
	for j := 0; j < m.Pattern.Cols; j++ {
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			col[k] = j
		}
	}
	return sparse.NewCOO(m.Pattern.Rows, m.Pattern.Cols, row, col, data), nil
}

// ToDOK returns m as a DOK, explicit zeros included. The result shares no
// memory with m. Cost: O(|m| + cols) expected, with a map insertion for each
// entry.
//
// The errors are [ErrComplex] and [ErrNoValues].
func ToDOK(m *sparsity.Matrix) (*sparse.DOK, error) {
	if err := realValued(m); err != nil {
		return nil, err
	}
	p := m.Pattern
	d := sparse.NewDOK(p.Rows, p.Cols)
	for j := 0; j < p.Cols; j++ {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			d.Set(int(p.RowIdx[k]), j, m.Values[k])
		}
	}
	return d, nil
}

// widen returns the column pointers, rows and values of m in new memory, none
// of them nil.
func widen(m *sparsity.Matrix) (ptr, ind []int, data []float64) {
	p := m.Pattern
	ptr = make([]int, len(p.ColPtr))
	for j, x := range p.ColPtr {
		ptr[j] = int(x)
	}
	ind = make([]int, p.NNZ())
	for k, i := range p.RowIdx[:len(ind)] {
		ind[k] = int(i)
	}
	data = make([]float64, len(ind))
	copy(data, m.Values)
	return ptr, ind, data
}

// maxDense is the largest number of elements of a dense result: 16 GiB of
// float64.
const maxDense = math.MaxInt32

// ToDense returns m as a dense matrix. The result shares no memory with m.
// Cost: O(rows·cols).
//
// A matrix without rows or columns gives an empty mat.Dense, which has
// neither, because gonum has no dense matrix of that shape.
//
// The errors are [ErrComplex], [ErrNoValues] and, above 2³¹−1 elements,
// [ErrTooLarge].
func ToDense(m *sparsity.Matrix) (*mat.Dense, error) {
	if err := realValued(m); err != nil {
		return nil, err
	}
	p := m.Pattern
	if err := checkDense(p); err != nil {
		return nil, err
	}
	if p.Rows == 0 || p.Cols == 0 {
		return new(mat.Dense), nil
	}
	data := make([]float64, p.Rows*p.Cols)
	for j := 0; j < p.Cols; j++ {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			data[int(p.RowIdx[k])*p.Cols+j] = m.Values[k]
		}
	}
	return mat.NewDense(p.Rows, p.Cols, data), nil
}

// ToCDense returns m, real or complex, as a dense complex matrix. The result
// shares no memory with m; empty matrices and cost are as for [ToDense].
//
// The errors are [ErrNoValues] and, above 2³¹−1 elements, [ErrTooLarge].
func ToCDense(m *sparsity.Matrix) (*mat.CDense, error) {
	p := m.Pattern
	if !m.HasValues() && p.NNZ() > 0 {
		return nil, ErrNoValues
	}
	if err := checkDense(p); err != nil {
		return nil, err
	}
	if p.Rows == 0 || p.Cols == 0 {
		return new(mat.CDense), nil
	}
	data := make([]complex128, p.Rows*p.Cols)
	for j := 0; j < p.Cols; j++ {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			v := complex(m.Values[k], 0)
			if m.Complex() {
				v = complex(m.Values[k], m.Imag[k])
			}
			data[int(p.RowIdx[k])*p.Cols+j] = v
		}
	}
	return mat.NewCDense(p.Rows, p.Cols, data), nil
}

// checkDense returns an error if a dense matrix of the shape of p would be
// too large.
func checkDense(p *sparsity.Pattern) error {
	if p.Rows > 0 && p.Cols > maxDense/p.Rows {
		return fmt.Errorf("%d×%d dense: want at most %d elements: %w", p.Rows, p.Cols, maxDense, ErrTooLarge)
	}
	return nil
}
