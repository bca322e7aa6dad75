package lu_test

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// byRows returns the entries of a matrix by rows.
func byRows(a *sparsity.Pattern, values []float64) [][]float64 {
	d := make([][]float64, a.Rows)
	for i := range d {
		d[i] = make([]float64, a.Cols)
	}
	for j := range a.Cols {
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			d[a.RowIdx[q]][j] += values[q]
		}
	}
	return d
}

// inverseByColumns returns the columns of the inverse.
func inverseByColumns(f *lu.Factors[float64]) [][]float64 {
	cols := make([][]float64, f.N())
	for j := range cols {
		cols[j] = make([]float64, f.N())
		cols[j][j] = 1
		f.Solve(cols[j], nil)
	}
	return cols
}

// TestConditionAgainstInverse: the estimate is a lower bound, seldom a bad one.
func TestConditionAgainstInverse(t *testing.T) {
	close, count := 0, 0
	for seed := range uint64(20) {
		for _, n := range []int{1, 2, 3, 8, 25} {
			for _, p := range family(n, seed) {
				f, err := lu.Factor(context.Background(), p.m.Pattern, p.m.Values, p.plan, lu.Options{Threshold: 1})
				if err != nil || f.N() == 0 {
					continue
				}
				norm, inverse := 0.0, 0.0
				d := byRows(p.m.Pattern, p.m.Values)
				for j, col := range inverseByColumns(f) {
					sum, isum := 0.0, 0.0
					for i := range d {
						sum += math.Abs(d[i][j])
						isum += math.Abs(col[i])
					}
					norm, inverse = max(norm, sum), max(inverse, isum)
				}
				want, got := norm*inverse, lu.Condition(f, p.m.Pattern, p.m.Values)
				if want > 1e12 {
					continue // rounding decides
				}
				if count++; got > want/3 {
					close++
				}
				if got > want*(1+1e-3) || got < want/100 {
					t.Errorf("%s: got %g, want at most %g and not far below", p.name, got, want)
				}
			}
		}
	}
	if count < 500 || close < count*9/10 {
		t.Errorf("%d of %d estimates are above a third of the truth, want nine of ten of at least 500", close, count)
	}
}

// TestConditionOfHilbert compares with the published 1-norm condition numbers of
// Hilbert matrices (N. J. Higham, Accuracy and Stability, 2nd ed., table 28.1 has the
// 2-norm; those of the 1-norm are cond(hilb(n), 1) of MATLAB).
func TestConditionOfHilbert(t *testing.T) {
	for n, want := range map[int]float64{2: 27, 3: 748, 4: 28375, 5: 943656} {
		a := matgen.Dense(n, n)
		values := make([]float64, n*n)
		for k := range values {
			values[k] = 1 / float64(k/n+k%n+1)
		}
		f, err := lu.Factor(context.Background(), a, values, lu.Plan{}, lu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := lu.Condition(f, a, values); math.Abs(got/want-1) > 1e-6 {
			t.Errorf("order %d: got %.10g, want %g", n, got, want)
		}
	}
}

// TestConditionAlternating: Hager's iteration ends at once for a matrix whose inverse is
// I + θC, with rows and columns of C that sum to 0 and a first column of zeros; the first
// diagonal entry is a little larger, so that the iteration turns to it. The
// condition number is about 1 + 2θ. Higham's vector finds most of it.
func TestConditionAlternating(t *testing.T) {
	const theta = 1000.0
	const phi = theta / (1 + 2*theta)
	e := &sparsity.Triplets{Rows: 3, Cols: 3, Row: []int32{0, 1, 2, 1, 2}, Col: []int32{0, 1, 1, 2, 2}, Values: []float64{1 / 1.01, 1 - phi, phi, phi, 1 - phi}}
	m, _ := e.Compress()
	f, err := lu.Factor(context.Background(), m.Pattern, m.Values, lu.Plan{}, lu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := lu.Condition(f, m.Pattern, m.Values); got < theta || got > (1+2*theta)*1.001 {
		t.Errorf("got %g, want between %g and %g", got, theta, 1+2*theta)
	}
}
