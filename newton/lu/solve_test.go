package lu_test

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// TestSolve solves with every problem of the family that is not singular, and
// with its transpose, and puts the solution into the equations.
func TestSolve(t *testing.T) {
	for _, n := range sizes {
		for _, p := range family(n, uint64(n)) {
			for _, opt := range options() {
				if f, err := factor(p.m, p.plan, opt); err == nil {
					solveBoth(t, p.name, f, p.m.Pattern, p.m.Values)
				}
				p.m.Imag = matgen.Values(p.m.Pattern, 5).Values
				z := lu.Complex(p.m)
				if f, err := lu.Factor(context.Background(), p.m.Pattern, z, p.plan, opt); err == nil {
					solveBoth(t, p.name, f, p.m.Pattern, z)
				}
			}
		}
	}
}

func solveBoth[T lu.Scalar](t *testing.T, name string, f *lu.Factors[T], a *sparsity.Pattern, values []T) {
	t.Helper()
	b := make([]T, f.N())
	for i := range b {
		b[i] = T(1)
		if i%3 == 1 {
			b[i] = -b[i] / 2
		}
	}
	x, y := append([]T(nil), b...), append([]T(nil), b...)
	f.Solve(x, nil)
	work := make([]T, f.N())
	f.SolveTransposed(y, work)
	ax, aty := make([]T, f.N()), make([]T, f.N())
	for j := range a.Cols {
		for p := a.ColPtr[j]; p < a.ColPtr[j+1]; p++ {
			i := a.RowIdx[p]
			ax[i] += values[p] * x[j]
			aty[j] += values[p] * y[i]
		}
	}
	if e := backwardError(ax, b, x); e > 1e-8 {
		t.Fatalf("%s: solution: backward error %g", name, e)
	}
	if e := backwardError(aty, b, y); e > 1e-8 {
		t.Fatalf("%s: solution of the transpose: backward error %g", name, e)
	}
}

// backwardError returns the largest difference of ax and b in units of the
// largest element of x, or of 1. Matrices of the family have entries of up to
// about n.
func backwardError[T lu.Scalar](ax, b, x []T) float64 {
	worst, size := 0.0, 1.0
	for i := range x {
		size = math.Max(size, magnitude(x[i]))
		worst = math.Max(worst, magnitude(ax[i]-b[i]))
	}
	return worst / size
}

func magnitude[T lu.Scalar](v T) float64 {
	switch v := any(v).(type) {
	case float64:
		return math.Abs(v)
	case complex128:
		return math.Hypot(real(v), imag(v))
	}
	return math.NaN()
}

func TestSolveAllocatesNothing(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(8, 8), 1)
	f, err := factor(m, lu.Plan{}, lu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, work := make([]float64, f.N()), make([]float64, f.N())
	if got := testing.AllocsPerRun(10, func() { f.Solve(x, work); f.SolveTransposed(x, work) }); got != 0 {
		t.Fatalf("%v allocations", got)
	}
}

// TestResidualSeesErrors: a factor that is changed in one place, an entry that
// is missing and another matrix all show.
func TestResidualSeesErrors(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(5, 5), 1)
	fresh := func() *lu.Factors[float64] {
		f, err := factor(m, lu.Plan{}, lu.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for name, spoil := range map[string]func(f *lu.Factors[float64]){
		"L":     func(f *lu.Factors[float64]) { f.L.Values[7] *= 1 + 1e-9 },
		"U":     func(f *lu.Factors[float64]) { f.U.Values[7] *= 1 + 1e-9 },
		"pivot": func(f *lu.Factors[float64]) { f.Diag[7] *= 1 + 1e-9 },
		"row":   func(f *lu.Factors[float64]) { f.L.Pattern.RowIdx[0] = 24 },
		"scale": func(f *lu.Factors[float64]) { f.Scale[3] *= 1 + 1e-9 },
		"NaN":   func(f *lu.Factors[float64]) { f.U.Values[0] = math.NaN() },
		"order": func(f *lu.Factors[float64]) { f.Row[0], f.Row[1] = f.Row[1], f.Row[0] },
	} {
		f := fresh()
		if res := f.Residual(m.Pattern, m.Values); !(res.Componentwise < 1e-15 && res.Relative < 1e-15) {
			t.Fatalf("correct factors: %+v", res)
		}
		spoil(f)
		if res := f.Residual(m.Pattern, m.Values); res.Componentwise < 1e-11 || res.Relative < 1e-13 {
			t.Errorf("%s: %+v", name, res)
		}
	}
}

// TestGrowth uses Wilkinson's matrix, whose last column doubles with each
// pivot: J. H. Wilkinson, The Algebraic Eigenvalue Problem, 1965, page 212.
func TestGrowth(t *testing.T) {
	const n = 12
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
		for j := range i {
			rows[i][j] = -1
		}
		rows[i][i], rows[i][n-1] = 1, 1
	}
	m := fromDense(rows...)
	f, err := factor(m, lu.Plan{}, lu.Options{Threshold: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Growth(m.Pattern, m.Values); got != 1<<(n-1) {
		t.Fatalf("want growth %d, got %g", 1<<(n-1), got)
	}
	empty, err := factor(fromDense(), lu.Plan{}, lu.Options{})
	if err != nil || empty.Growth(sparsity.NewPattern(0, 0), nil) != 0 || empty.N() != 0 {
		t.Fatal("0×0 matrix", err)
	}
}
