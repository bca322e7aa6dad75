package structure

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// Tolerance is the relative difference up to which two values count as equal:
// |x−y| ≤ Tolerance·max(|x|, |y|).
const Tolerance = 1e-12

// Symmetry says how much of a square matrix has a mirror image.
type Symmetry struct {
	// share of the off-diagonal entries whose mirror position is stored; 1 without
	// off-diagonal entries. Absent unless the matrix is square
	Pattern float64 `json:"pattern_symmetry"`

	// share of the off-diagonal entries whose mirror position has the same value,
	// within a relative 1e-12; 1 without off-diagonal entries. Absent unless the
	// matrix is square and has values
	Value *float64 `json:"value_symmetry,omitempty"`

	Skew      *float64 `json:"skew_symmetry,omitempty"`      // as `value_symmetry`, with the mirror value negated
	Hermitian *float64 `json:"hermitian_symmetry,omitempty"` // as `value_symmetry`, with the mirror value conjugated; absent for real matrices
}

// mirrors counts entries on the diagonal, entries off it, and pairs of these
// that mirror each other, by how their values compare.
type mirrors struct {
	diagonal, zeros                   int // on the diagonal: all, and those whose value is zero
	entries                           int64
	pairs, equal, negated, conjugates int64
}

// symmetryOf returns the symmetry and the diagonal of m, which must be square
// and canonical.
func symmetryOf(m *sparsity.Matrix) (*Symmetry, *Diagonal) {
	c := countMirrors(m)
	s := &Symmetry{Pattern: c.share(c.pairs)}
	d := &Diagonal{Missing: m.Pattern.Cols - c.diagonal}
	if m.HasValues() {
		value, skew, zero := c.share(c.equal), c.share(c.negated), d.Missing+c.zeros
		s.Value, s.Skew, d.Zero = &value, &skew, &zero
	}
	if m.Complex() {
		hermitian := c.share(c.conjugates)
		s.Hermitian = &hermitian
	}
	return s, d
}

// countMirrors looks for the mirror of each entry below the diagonal.
//
// Method: while the columns ascend, a finger in each column moves down to the
// row whose turn it is; nothing is transposed. Cost: O(|m| + n).
func countMirrors(m *sparsity.Matrix) mirrors {
	a := m.Pattern
	c := mirrors{entries: int64(a.NNZ())}
	finger := append([]int64(nil), a.ColPtr[:a.Cols]...)
	for j := range int32(a.Cols) {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			i := a.RowIdx[k]
			if i < j {
				continue
			}
			if i == j {
				c.onDiagonal(m, k)
				continue
			}
			q, end := finger[i], a.ColPtr[i+1]
			for q < end && a.RowIdx[q] < j {
				q++
			}
			finger[i] = q
			if q < end && a.RowIdx[q] == j {
				c.pair(m, k, q)
			}
		}
	}
	c.entries -= int64(c.diagonal)
	return c
}

// onDiagonal counts entry k.
func (c *mirrors) onDiagonal(m *sparsity.Matrix, k int64) {
	c.diagonal++
	if m.HasValues() && magnitude(m, k) == 0 {
		c.zeros++
	}
}

// pair counts entry k, whose mirror is entry q.
func (c *mirrors) pair(m *sparsity.Matrix, k, q int64) {
	c.pairs++
	switch {
	case m.Imag != nil:
		c.compareComplex(m.Values[k], m.Imag[k], m.Values[q], m.Imag[q])
	case m.Values != nil:
		c.compareReal(m.Values[k], m.Values[q])
	}
}

// compareReal counts a value x whose mirror is y.
func (c *mirrors) compareReal(x, y float64) {
	bound := Tolerance * max(math.Abs(x), math.Abs(y))
	if x == y || near(x-y, bound) {
		c.equal++
	}
	if x == -y || near(x+y, bound) {
		c.negated++
	}
}

// compareComplex counts a value xr + i·xi whose mirror is yr + i·yi.
func (c *mirrors) compareComplex(xr, xi, yr, yi float64) {
	bound := Tolerance * max(math.Hypot(xr, xi), math.Hypot(yr, yi))
	if xr == yr && xi == yi || near(math.Hypot(xr-yr, xi-yi), bound) {
		c.equal++
	}
	if xr == -yr && xi == -yi || near(math.Hypot(xr+yr, xi+yi), bound) {
		c.negated++
	}
	if xr == yr && xi == -yi || near(math.Hypot(xr-yr, xi+yi), bound) {
		c.conjugates++
	}
}

// near reports whether a difference is within bound. An infinite difference is
// not, although the bound is infinite then.
func near(d, bound float64) bool { return math.Abs(d) <= bound && !math.IsInf(d, 0) }

// share returns the part of the entries that so many pairs make up.
func (c *mirrors) share(pairs int64) float64 {
	if c.entries == 0 {
		return 1
	}
	return float64(2*pairs) / float64(c.entries)
}
