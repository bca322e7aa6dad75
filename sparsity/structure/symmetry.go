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
	// Pattern is the share of the entries off the diagonal whose mirror
	// position is stored; 1 when there is no such entry.
	Pattern float64 `json:"pattern_symmetry"`

	// Value is the share of the entries off the diagonal whose mirror is
	// stored with an equal value, up to Tolerance; 1 when there is no such
	// entry. So it is at most Pattern. It is nil for a matrix without values.
	Value *float64 `json:"value_symmetry,omitempty"`

	// Skew is the same share with the mirror's value negated, and Hermitian
	// with it conjugated; Hermitian is nil for real matrices.
	Skew      *float64 `json:"skew_symmetry,omitempty"`
	Hermitian *float64 `json:"hermitian_symmetry,omitempty"`
}

// mirrors counts entries off the diagonal by what their mirror is.
type mirrors struct {
	entries, stored, equal, negated, conjugate int64
}

// SymmetryOf returns the symmetry of m, which must be square and canonical.
//
// Method: column j of the matrix and of its transpose are merged. Cost:
// O(|m| + n) time and, for the transpose, as much memory as m.
func SymmetryOf(m *sparsity.Matrix) *Symmetry {
	if !m.Pattern.Square() {
		panic(errNotSquare)
	}
	var c mirrors
	if m.HasValues() {
		c = countValueMirrors(m)
	} else {
		c = countMirrors(m.Pattern)
	}
	s := &Symmetry{Pattern: share(c.stored, c.entries)}
	if m.HasValues() {
		s.Value, s.Skew = ptr(share(c.equal, c.entries)), ptr(share(c.negated, c.entries))
		if m.Complex() {
			s.Hermitian = ptr(share(c.conjugate, c.entries))
		}
	}
	return s
}

// countMirrors counts mirrors of the pattern.
func countMirrors(a *sparsity.Pattern) mirrors {
	t := sparsity.Transpose(a)
	var c mirrors
	for j := 0; j < a.Cols; j++ {
		x, y := a.Col(j), t.Col(j)
		for k, q := 0, 0; k < len(x); k++ {
			if int(x[k]) == j {
				continue
			}
			c.entries++
			for q < len(y) && y[q] < x[k] {
				q++
			}
			if q < len(y) && y[q] == x[k] {
				c.stored++
			}
		}
	}
	return c
}

// countValueMirrors counts mirrors of the pattern and of the values.
func countValueMirrors(m *sparsity.Matrix) mirrors {
	a, u := m.Pattern, m.Transpose()
	t := u.Pattern
	var c mirrors
	for j := 0; j < a.Cols; j++ {
		q, end := t.ColPtr[j], t.ColPtr[j+1]
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			i := a.RowIdx[k]
			if int(i) == j {
				continue
			}
			c.entries++
			for q < end && t.RowIdx[q] < i {
				q++
			}
			if q == end || t.RowIdx[q] != i {
				continue
			}
			c.stored++
			if m.Imag == nil {
				c.compareReal(m.Values[k], u.Values[q])
			} else {
				c.compareComplex(m.Values[k], m.Imag[k], u.Values[q], u.Imag[q])
			}
		}
	}
	return c
}

// compareReal counts a value x whose mirror is y.
func (c *mirrors) compareReal(x, y float64) {
	bound := Tolerance * max(math.Abs(x), math.Abs(y))
	if math.Abs(x-y) <= bound || x == y {
		c.equal++
	}
	if math.Abs(x+y) <= bound || x == -y {
		c.negated++
	}
}

// compareComplex counts a value whose mirror is yr + i·yi.
func (c *mirrors) compareComplex(xr, xi, yr, yi float64) {
	bound := Tolerance * max(math.Hypot(xr, xi), math.Hypot(yr, yi))
	if math.Hypot(xr-yr, xi-yi) <= bound {
		c.equal++
	}
	if math.Hypot(xr+yr, xi+yi) <= bound {
		c.negated++
	}
	if math.Hypot(xr-yr, xi+yi) <= bound {
		c.conjugate++
	}
}

// share returns part/whole, 1 when there is nothing.
func share(part, whole int64) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

func ptr(x float64) *float64 { return &x }
