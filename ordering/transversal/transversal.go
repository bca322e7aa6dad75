package transversal

import (
	"math"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// A Transversal is a maximum matching of rows and columns by large entries, and
// scale factors that go with it.
//
// Row[i] and Col[j] are the natural logarithms of positive factors r[i] and
// c[j]. The entries of the scaled matrix, r[i]·a[i,j]·c[j], are 1 in magnitude
// where row i is matched to column j and not more than 1 elsewhere, up to
// rounding. A row or column without a nonzero entry has the factor 1.
//
// LogProduct is the natural logarithm of the product of the magnitudes of the
// matched entries; 0 without matched entries.
type Transversal struct {
	Matching   btf.Matching
	Row, Col   []float64
	LogProduct float64
}

// Product returns, among the matchings of the largest size, the matching whose
// entries have the largest product of magnitudes, and the scale factors that its
// duals give.
//
// Matching.Size is the structural rank of the matrix without its zeros. If the rank
// is less than the number of rows and columns, the matrix is structurally singular
// with these values. The result is still the best possible matching, and the scaled
// matrix has no entry above 1.
//
// Method: the cost of an entry is how far its logarithm is below the largest of its
// column; the cheapest matching has the largest product [1]. Each row, then each
// column, gets the largest dual that its costs allow; a maximum matching of the
// entries that are tight is the start, the diagonal where it is tight. Each column
// left is matched along a shortest path, by Dijkstra's algorithm [2]. This is job 5
// of MC64. Where such paths become long, those that are left are looked for within
// the diagonal blocks of the block triangular form and, where they stay long, from
// many columns at once. Where not every row and column can be matched, the coarse
// Dulmage–Mendelsohn parts are solved one by one.
//
// Shapes: m is any m×n, real or complex; rows may be unsorted. Where duplicates
// are, the largest counts. m is not modified and shares no memory with the
// result.
//
// Cost: O(|m| log n) for each column that has to be searched from, of which few
// or none are left in a matrix from practice; random values on an irreducible
// random pattern leave many. One word of 64 bits for each entry, or three where
// blocks are searched, and at most twelve for each row and column.
//
// The error is a *FiniteError or nil. It panics if m has no values.
//
// [1] M. Olschowka, A. Neumaier, Linear Algebra Appl. 240:131–151, 1996.
// [2] I. S. Duff, J. Koster, SIAM J. Matrix Anal. Appl. 22(4):973–996, 2001.
func Product(m *sparsity.Matrix) (*Transversal, error) {
	p, err := costsOf(m, logarithm)
	if err != nil {
		return nil, err
	}
	s := solve(p)
	t := &Transversal{Matching: s.Matching, Row: s.v, Col: s.u}
	for j, i := range t.Matching.RowOf {
		if i >= 0 {
			t.LogProduct += p.base[j] - (s.u[j] + s.v[i])
		}
	}
	for j := range t.Col {
		t.Col[j] -= p.base[j]
	}
	return t, nil
}

// Scaled returns m with its rows and columns scaled, in new memory. m is the
// matrix that t was made from.
//
// No factor is formed by itself, so a product that is at most 1 does not overflow on
// the way.
func (t *Transversal) Scaled(m *sparsity.Matrix) *sparsity.Matrix {
	a := m.Pattern
	if a.Rows != len(t.Row) || a.Cols != len(t.Col) || !m.HasValues() {
		panic(errShape)
	}
	s := &sparsity.Matrix{Pattern: a.Clone(), Values: make([]float64, len(m.Values))}
	if m.Imag != nil {
		s.Imag = make([]float64, len(m.Imag))
	}
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			f := math.Exp((t.Row[a.RowIdx[k]] + t.Col[j]) / 2)
			s.Values[k] = m.Values[k] * f * f
			if m.Imag != nil {
				s.Imag[k] = m.Imag[k] * f * f
			}
		}
	}
	return s
}

// Factors returns the factors themselves. Multiplying all rows by a number and
// dividing all columns by the same number changes nothing. The number is chosen so
// that the factors are as close to 1 as possible. A factor that is too large or too
// small for a float64 is the largest or the smallest positive one.
func (t *Transversal) Factors() (row, col []float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range t.Row {
		low, high = min(low, x), max(high, x)
	}
	for _, x := range t.Col {
		low, high = min(low, -x), max(high, -x)
	}
	shift := 0.0
	if low <= high {
		shift = (low + high) / 2
	}
	return exponentials(t.Row, -shift), exponentials(t.Col, shift)
}

// exponentials returns exp(x+shift) for each of xs, positive and finite.
func exponentials(xs []float64, shift float64) []float64 {
	y := make([]float64, len(xs))
	for k, x := range xs {
		y[k] = min(max(math.Exp(x+shift), math.SmallestNonzeroFloat64), math.MaxFloat64)
	}
	return y
}
