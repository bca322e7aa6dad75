package analysis

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// A definiteness says whether a matrix is positive definite.
type definiteness int

const (
	notDefinite definiteness = iota
	unknownDefinite
	isDefinite
)

// definite says whether the matrix without a matching is positive definite. Its values
// have to be symmetric, its diagonal positive, and the square of each other entry less
// than the product of the two entries of the diagonal. Then the pivots of an LU without
// interchanges decide: all are positive if and only if the matrix is positive definite.
func (r *runner) definite(t *trial) definiteness {
	s := r.given.stats().Symmetry
	if s == nil || s.Value == nil || *s.Value != 1 || !dominatesSquares(r.given.matrix) {
		return notDefinite
	}
	if t != nil {
		for _, c := range t.list {
			if c.exact == nil || c.Matching != MatchingNone || !c.kept || c.exact.OffDiagonalPivots > 0 {
				continue
			}
			if c.exact.positive {
				return isDefinite
			}
			return notDefinite
		}
	}
	return unknownDefinite
}

// dominatesSquares reports whether the matrix has values, a positive one on each place of
// the diagonal, and elsewhere values whose square is less than the product of the two
// values on the diagonal in their row and column.
func dominatesSquares(m *sparsity.Matrix) bool {
	if !m.HasValues() {
		return false
	}
	diagonal := make([]float64, m.Pattern.Cols)
	for j := range diagonal {
		k, stored := slices.BinarySearch(m.Pattern.Col(j), int32(j))
		if !stored {
			return false
		}
		if diagonal[j] = math.Sqrt(m.Values[int(m.Pattern.ColPtr[j])+k]); !(diagonal[j] > 0) {
			return false
		}
	}
	for j := range diagonal {
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			if i := int(m.Pattern.RowIdx[k]); i != j && math.Abs(m.Values[k]) >= diagonal[i]*diagonal[j] {
				return false
			}
		}
	}
	return true
}

// allPositive reports whether pivots are real and positive.
func allPositive[T lu.Scalar](pivots []T) bool {
	list, ok := any(pivots).([]float64)
	return ok && !slices.ContainsFunc(list, func(x float64) bool { return !(x > 0) })
}
