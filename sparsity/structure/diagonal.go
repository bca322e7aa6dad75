package structure

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A Diagonal counts what stands on the diagonal of a square matrix.
type Diagonal struct {
	Missing int  `json:"missing_diagonal"`        // positions that are not stored
	Zero    *int `json:"zero_diagonal,omitempty"` // positions that are not stored, or stored as zero; nil without values
}

// DiagonalOf returns the diagonal of m, which must be square.
func DiagonalOf(m *sparsity.Matrix) *Diagonal {
	if !m.Pattern.Square() {
		panic(errNotSquare)
	}
	d := &Diagonal{}
	zero := 0
	for j := 0; j < m.Pattern.Cols; j++ {
		switch k := find(m.Pattern, j); {
		case k < 0:
			d.Missing++
			zero++
		case m.HasValues() && magnitude(m, k) == 0:
			zero++
		}
	}
	if m.HasValues() {
		d.Zero = &zero
	}
	return d
}

// find returns the position of the entry (j, j), -1 when it is not stored.
func find(a *sparsity.Pattern, j int) int64 {
	for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
		if int(a.RowIdx[k]) == j {
			return k
		}
	}
	return -1
}

// magnitude returns the absolute value of an entry.
func magnitude(m *sparsity.Matrix, k int64) float64 {
	if m.Imag == nil {
		return math.Abs(m.Values[k])
	}
	return math.Hypot(m.Values[k], m.Imag[k])
}

// Dominance counts rows, or columns, whose diagonal entry outweighs the rest:
// |a(i, i)| against the sum of the other absolute values. Rows and columns
// without entries are left out.
type Dominance struct {
	Nonempty int `json:"nonempty"`
	Strict   int `json:"strict"` // more than the rest
	Weak     int `json:"weak"`   // at least the rest, Strict included
}

// DominanceOf returns the dominance of the rows and of the columns of m, which
// must be square and have values. Cost: O(|m| + n).
func DominanceOf(m *sparsity.Matrix) (rows, cols Dominance) {
	if !m.Pattern.Square() {
		panic(errNotSquare)
	}
	a := m.Pattern
	n := a.Cols
	diag, rowSum, rowCount := make([]float64, n), make([]float64, n), make([]int32, n)
	for j := 0; j < n; j++ {
		colSum := 0.0
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			i, v := a.RowIdx[k], magnitude(m, k)
			rowCount[i]++
			if int(i) == j {
				diag[j] = v
				continue
			}
			colSum += v
			rowSum[i] += v
		}
		if a.ColPtr[j+1] > a.ColPtr[j] {
			cols.count(diag[j], colSum)
		}
	}
	for i := 0; i < n; i++ {
		if rowCount[i] > 0 {
			rows.count(diag[i], rowSum[i])
		}
	}
	return rows, cols
}

// count takes one row or column.
func (d *Dominance) count(diagonal, rest float64) {
	d.Nonempty++
	if diagonal > rest {
		d.Strict++
	}
	if diagonal >= rest {
		d.Weak++
	}
}
