package structure

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A Diagonal counts what stands on the diagonal of a square matrix.
type Diagonal struct {
	Missing int `json:"missing_diagonal"` // diagonal positions that are not stored; absent unless the matrix is square

	// diagonal positions that are not stored or have the value zero; absent unless
	// the matrix is square and has values
	Zero *int `json:"zero_diagonal,omitempty"`
}

// DominancePair is the dominance of rows and columns.
type DominancePair struct {
	Row Dominance `json:"row"` // dominance by rows
	Col Dominance `json:"col"` // dominance by columns
}

// Dominance counts rows, or columns, whose diagonal entry outweighs the rest:
// |a(i, i)| against the sum of the other absolute values. Rows and columns
// without a value other than zero are left out.
type Dominance struct {
	Nonzero int `json:"nonzero"` // rows or columns with a nonzero value; the other two keys count only among these
	Strict  int `json:"strict"`  // rows or columns whose diagonal magnitude exceeds the sum of the other magnitudes

	// rows or columns whose diagonal magnitude is at least the sum of the other
	// magnitudes; includes `strict`
	Weak int `json:"weak"`
}

// magnitude returns the absolute value of an entry.
func magnitude(m *sparsity.Matrix, k int64) float64 {
	if m.Imag == nil {
		return math.Abs(m.Values[k])
	}
	return math.Hypot(m.Values[k], m.Imag[k])
}

// dominanceOf returns the dominance of m, which must be square and have values.
// Cost: O(|m| + n).
func dominanceOf(m *sparsity.Matrix) *DominancePair {
	a, p := m.Pattern, &DominancePair{}
	diag, rowSum := make([]float64, a.Cols), make([]float64, a.Cols)
	for j := range a.Cols {
		colSum := 0.0
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			v := magnitude(m, k)
			if i := a.RowIdx[k]; int(i) == j {
				diag[j] = v
			} else {
				colSum += v
				rowSum[i] += v
			}
		}
		p.Col.count(diag[j], colSum)
	}
	for i, rest := range rowSum {
		p.Row.count(diag[i], rest)
	}
	return p
}

// count takes one row or column.
func (d *Dominance) count(diagonal, rest float64) {
	if diagonal == 0 && rest == 0 {
		return
	}
	d.Nonzero++
	if diagonal > rest {
		d.Strict++
	}
	if diagonal >= rest {
		d.Weak++
	}
}
