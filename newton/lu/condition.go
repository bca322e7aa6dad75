package lu

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// Condition returns an estimate of the condition number ‖A‖₁·‖A⁻¹‖₁ of the matrix with
// the pattern a and the values given, whose factors are f. The estimate is a lower bound
// but for rounding, and seldom less than a third of the truth. Rows are not scaled.
// It is +Inf when a solution overflows, and 0 for order 0.
//
// Method: Hager's iteration on the convex function ‖A⁻¹x‖₁ with Higham's alternating
// vector at the end [1], as LAPACK's xGECON does it: at most 5 steps. With stale or
// inaccurate factors the estimate describes L·U rather than A.
//
// Cost: 4 to 11 solutions with A or Aᵀ; 3n words. f and values are not modified. It
// panics if a slice has another length.
//
// [1] N. J. Higham, ACM TOMS 14(4):381–396, 1988.
func Condition(f *Factors[float64], a *sparsity.Pattern, values []float64) float64 {
	n := f.N()
	if a.Rows != n || a.Cols != n || len(values) != a.NNZ() {
		panic(errValues)
	}
	if n == 0 {
		return 0
	}
	e := estimator{f: f, x: make([]float64, n), work: make([]float64, n), sign: make([]bool, n)}
	if c := columnNorm(a, values) * e.inverseNorm(); !math.IsNaN(c) {
		return c
	}
	return math.Inf(1)
}

// columnNorm returns ‖A‖₁, the largest sum of absolute values of a column.
func columnNorm(a *sparsity.Pattern, values []float64) (norm float64) {
	at := make([]float64, a.Rows) // of one column, where duplicates meet
	for j := range a.Cols {
		sum := 0.0
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			at[a.RowIdx[q]] += values[q]
		}
		for _, i := range a.Col(j) {
			sum += math.Abs(at[i])
			at[i] = 0
		}
		if !(sum <= norm) {
			norm = sum
		}
	}
	return norm
}

// An estimator estimates ‖A⁻¹‖₁.
type estimator struct {
	f       *Factors[float64]
	x, work []float64
	sign    []bool // of the elements of the last solution: negative
}

// maxHager is the most steps of Hager's iteration, as in LAPACK.
const maxHager = 5

// inverseNorm returns the estimate.
func (e *estimator) inverseNorm() float64 {
	n := len(e.x)
	for i := range e.x {
		e.x[i] = 1 / float64(n)
	}
	e.f.Solve(e.x, e.work)
	norm := sumAbs(e.x)
	if n == 1 {
		return norm
	}
	e.signs()
	j := e.steepest()
	for step := 2; step <= maxHager; step++ {
		clear(e.x)
		e.x[j] = 1
		e.f.Solve(e.x, e.work)
		last := norm
		norm = sumAbs(e.x)
		if same := e.signs(); same || !(norm > last) {
			norm = max(norm, last)
			break
		}
		before := j
		if j = e.steepest(); math.Abs(e.x[before]) == math.Abs(e.x[j]) {
			break
		}
	}
	return max(norm, e.alternating())
}

// signs replaces x by the signs of its elements. It reports whether they are the signs
// of the last time.
func (e *estimator) signs() (same bool) {
	same = true
	for i, v := range e.x {
		negative := math.Signbit(v) && v != 0
		same = same && negative == e.sign[i]
		e.sign[i], e.x[i] = negative, 1
		if negative {
			e.x[i] = -1
		}
	}
	return same
}

// steepest solves with Aᵀ and the signs in x, and returns the first of the elements of
// the solution with the largest absolute value.
func (e *estimator) steepest() (j int) {
	e.f.SolveTransposed(e.x, e.work)
	for i, v := range e.x {
		if math.Abs(v) > math.Abs(e.x[j]) {
			j = i
		}
	}
	return j
}

// alternating returns the bound that the vector ±(1 + i/(n−1)) gives. It helps where
// the iteration ends early by cancellation.
func (e *estimator) alternating() float64 {
	n := len(e.x)
	for i := range e.x {
		e.x[i] = 1 + float64(i)/float64(n-1)
		if i%2 == 1 {
			e.x[i] = -e.x[i]
		}
	}
	e.f.Solve(e.x, e.work)
	return 2 * sumAbs(e.x) / float64(3*n)
}

func sumAbs(x []float64) (sum float64) {
	for _, v := range x {
		sum += math.Abs(v)
	}
	return sum
}
