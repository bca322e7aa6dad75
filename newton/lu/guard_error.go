package lu

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// A BackwardError is how much a matrix A and a right-hand side b must change for a
// solution to be exact. All figures are 0 for an exact solution and 1 where the solution
// is not finite. Figures above 1 count as 1. A stable solver leaves Normwise at about
// 2⁻⁵³. Componentwise can be much larger in rows whose terms are all small.
type BackwardError struct {
	// Normwise is ‖b−Ax‖ / (‖A‖·‖x‖ + ‖b‖) in the maximum norm [1]: relative to the
	// largest row. Errors in rows of small entries do not show.
	Normwise float64

	// Rowwise is the largest |b−Ax|ᵢ / (‖Aᵢ‖₁·‖x‖ + |bᵢ|), where Aᵢ is row i and ‖x‖ the
	// largest element: the normwise error when each row changes relative to its own
	// size. It does not depend on how rows are scaled.
	Rowwise float64

	// Componentwise is ω₁+ω₂ of Arioli, Demmel and Duff [3]. ω₁ is the largest
	// |b−Ax|ᵢ / (|A|·|x|+|b|)ᵢ, the error of Oettli and Prager [2], over the rows whose
	// divisor is above 1000·n·2⁻⁵³·(‖Aᵢ‖₁·‖x‖ + |bᵢ|). ω₂ is the largest
	// |b−Ax|ᵢ / ((|A|·|x|)ᵢ + ‖Aᵢ‖₁·‖x‖) over the other rows.
	Componentwise float64
}

// Backward returns the backward errors of the solution x of A·x = b, where A has the
// pattern a and the values given, duplicates summed.
//
// Cost: two multiplications for each entry, and 3 words for each row. A pattern that is
// not canonical costs a copy and a sort too. Nothing is modified. It panics if a length is
// wrong.
//
// [1] J. L. Rigal, J. Gaches, J. ACM 14(3):543–548, 1967.
// [2] W. Oettli, W. Prager, Numer. Math. 6:405–409, 1964.
// [3] M. Arioli, J. W. Demmel, I. S. Duff, SIAM J. Matrix Anal. Appl. 10(2):165–190, 1989.
func Backward(a *sparsity.Pattern, values, x, b []float64) BackwardError {
	if len(values) != a.NNZ() {
		panic(errValues)
	}
	if !a.Canonical() {
		a, values = summed(a, values)
	}
	return new(residualWork).backward(a, values, x, b)
}

// summed returns a matrix with its rows sorted and duplicates summed.
func summed(a *sparsity.Pattern, values []float64) (*sparsity.Pattern, []float64) {
	t := &sparsity.Triplets{Rows: a.Rows, Cols: a.Cols, Row: a.RowIdx[:a.NNZ()], Values: values}
	for j := range a.Cols {
		for range a.Col(j) {
			t.Col = append(t.Col, int32(j))
		}
	}
	m, _ := t.Compress()
	return m.Pattern, m.Values
}

// residualWork is what a residual is computed in. The zero value is ready.
type residualWork struct {
	rest, size []float64 // b−Ax and |A|·|x|
	sum        []float64 // of the absolute values of each row
}

// backward is Backward for a canonical pattern.
func (w *residualWork) backward(a *sparsity.Pattern, values, x, b []float64) (e BackwardError) {
	if len(x) != a.Cols || len(b) != a.Rows {
		panic(errVector)
	}
	w.fill(a, values, x, b)
	largest, norm, right, most := 0.0, 0.0, 0.0, 0.0
	for _, v := range x {
		largest = larger(largest, math.Abs(v))
	}
	floor := 1000 * float64(a.Rows) * 0x1p-53
	w1, w2 := 0.0, 0.0
	for i, r := range w.rest {
		r, bi := math.Abs(r), math.Abs(b[i])
		most, norm, right = larger(most, r), max(norm, w.sum[i]), max(right, bi)
		e.Rowwise = larger(e.Rowwise, share(r, w.sum[i]*largest+bi))
		if d := w.size[i] + bi; d > floor*(w.sum[i]*largest+bi) {
			w1 = larger(w1, share(r, d))
		} else {
			w2 = larger(w2, share(r, w.size[i]+w.sum[i]*largest))
		}
	}
	e.Normwise = finite(share(most, norm*largest+right))
	e.Rowwise, e.Componentwise = finite(e.Rowwise), finite(w1+w2)
	return e
}

// fill computes the sums over rows.
func (w *residualWork) fill(a *sparsity.Pattern, values, x, b []float64) {
	n := a.Rows
	if len(w.rest) != n {
		all := make([]float64, 3*n)
		w.rest, w.size, w.sum = all[:n], all[n:2*n], all[2*n:]
	}
	copy(w.rest, b)
	clear(w.size)
	clear(w.sum)
	rest, size, sum := w.rest, w.size[:n], w.sum[:n]
	for j, xj := range x {
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			i, v := a.RowIdx[q], values[q]
			t, v := v*xj, math.Abs(v)
			rest[i] -= t
			size[i] += math.Abs(t)
			sum[i] += v
		}
	}
}

// share returns r/d, 0 for no error at all.
func share(r, d float64) float64 {
	if r == 0 {
		return 0
	}
	return r / d
}

// larger returns the larger of two numbers, and a NaN if either is one.
func larger(a, b float64) float64 {
	if b > a || b != b {
		return b
	}
	return a
}

// finite returns an error of at most 1, which it is for a solution that is not finite.
func finite(e float64) float64 {
	if !(e <= 1) {
		return 1
	}
	return e
}
