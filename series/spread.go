package series

import (
	"errors"

	"github.com/nrkit/nrkit/sparsity"
)

// ErrOutside says that a matrix has an entry that a pattern lacks.
var ErrOutside = errors.New("the matrix has an entry outside the pattern")

// Spread returns the values of m in the order of the pattern a, which is the union of
// several patterns, for example. An entry that m lacks is zero.
//
// Shapes: both patterns are canonical and have the same number of rows and columns. If
// they are equal, the result is m.Values, otherwise a new slice.
//
// Cost: O(|a| + |m|). It fails with ErrOutside. Imaginary parts are ignored.
func Spread(a *sparsity.Pattern, m *sparsity.Matrix) ([]float64, error) {
	p := m.Pattern
	if a.Equal(p) {
		return m.Values, nil
	}
	values := make([]float64, a.NNZ())
	found := 0
	for j := range a.Cols {
		at, end := p.ColPtr[j], p.ColPtr[j+1]
		for q := a.ColPtr[j]; q < a.ColPtr[j+1] && at < end; q++ {
			if a.RowIdx[q] == p.RowIdx[at] {
				values[q] = m.Values[at]
				at, found = at+1, found+1
			}
		}
	}
	if found < p.NNZ() {
		return nil, ErrOutside
	}
	return values, nil
}
