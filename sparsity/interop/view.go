package interop

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/nrkit/nrkit/sparsity"
)

// A View is a real sparse matrix as a mat.Matrix of gonum, without a copy: it shares
// the memory of the matrix. Make one with [NewView].
//
// At takes a binary search in its column; gonum finds the entries through
// DoNonZero and DoColNonZero. Explicit zeros are visited.
type View struct{ m *sparsity.Matrix }

var (
	_ mat.Matrix         = View{}
	_ mat.NonZeroDoer    = View{}
	_ mat.ColNonZeroDoer = View{}
)

// NewView returns m as a mat.Matrix. The pattern of m must be canonical.
//
// The errors are [ErrComplex] and [ErrNoValues].
func NewView(m *sparsity.Matrix) (View, error) {
	if err := realValued(m); err != nil {
		return View{}, err
	}
	return View{m}, nil
}

// Dims returns the numbers of rows and columns.
func (v View) Dims() (rows, cols int) { return v.m.Pattern.Rows, v.m.Pattern.Cols }

// NNZ returns the number of entries, explicit zeros included.
func (v View) NNZ() int { return v.m.Pattern.NNZ() }

// At returns the element in row i and column j. Like the types of gonum it panics
// with mat.ErrRowAccess or mat.ErrColAccess if the row or column does not exist.
func (v View) At(i, j int) float64 {
	p := v.m.Pattern
	if uint(i) >= uint(p.Rows) {
		panic(mat.ErrRowAccess)
	}
	if uint(j) >= uint(p.Cols) {
		panic(mat.ErrColAccess)
	}
	k, ok := slices.BinarySearch(p.Col(j), int32(i))
	if !ok {
		return 0
	}
	return v.m.Values[p.ColPtr[j]+int64(k)]
}

// T returns the transpose, implicitly.
func (v View) T() mat.Matrix { return mat.Transpose{Matrix: v} }

// DoNonZero calls fn for each entry, in column order.
func (v View) DoNonZero(fn func(i, j int, x float64)) {
	for j := 0; j < v.m.Pattern.Cols; j++ {
		v.DoColNonZero(j, fn)
	}
}

// DoColNonZero calls fn for each entry of column j, from the top. It panics with
// mat.ErrColAccess if the column does not exist.
func (v View) DoColNonZero(j int, fn func(i, j int, x float64)) {
	p := v.m.Pattern
	if uint(j) >= uint(p.Cols) {
		panic(mat.ErrColAccess)
	}
	for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
		fn(int(p.RowIdx[k]), j, v.m.Values[k])
	}
}

// clone returns the matrix behind v in new memory.
func (v View) clone() *sparsity.Matrix {
	p := v.m.Pattern.Clone()
	return &sparsity.Matrix{Pattern: p, Values: append(make([]float64, 0, p.NNZ()), v.m.Values...)}
}
