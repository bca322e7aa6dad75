package lu_test

import (
	"errors"
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// TestSolverFallsBack: values for which the old pivots are bad are refused, and a
// fresh factorisation solves them.
func TestSolverFallsBack(t *testing.T) {
	first := fromDense([]float64{4, 1}, []float64{1, 3})
	p := problem{"2×2", first, lu.Plan{}}
	_, s := solver(t, p, lu.Options{})
	values := []float64{1e-9, 1, 1, 1} // column by column
	err := s.Refactor(values)
	var e *lu.PivotError
	if !errors.As(err, &e) || !errors.Is(err, lu.ErrPivot) {
		t.Fatal(err)
	}
	if want := (lu.PivotError{Row: 0, Column: 0, Pivot: 1e-9, Largest: 1, Tolerance: 1e-6}); *e != want {
		t.Fatalf("want %+v, got %+v", want, *e)
	}
	mustPanicSolver(t, "lu: solver without factors: Refactor failed", func() { s.Solve(make([]float64, 2)) })
	next := problem{"2×2", &sparsity.Matrix{Pattern: first.Pattern, Values: values}, lu.Plan{}}
	f, s := solver(t, next, lu.Options{})
	if f.Stats.OffDiagonal != 1 {
		t.Fatal("the pivots are the same")
	}
	if err := s.Refactor(values); err != nil {
		t.Fatal(err)
	}
	x := []float64{1, 2}
	if s.Solve(x); math.Abs(x[0]-1) > 1e-8 || math.Abs(x[1]-1) > 1e-8 {
		t.Fatal(x)
	}
	s.Tolerance = 1e-10 // allows more: the first solver with it takes the values
	_, lax := solver(t, p, lu.Options{})
	lax.Tolerance = 1e-10
	if err := lax.Refactor(values); err != nil {
		t.Fatal(err)
	}
}

func mustPanicSolver(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		if got := recover(); got != want {
			t.Errorf("want panic %q, got %v", want, got)
		}
	}()
	f()
}

// sizes of what follows a matrix, in blocks of order 1, so that both methods of
// a Solver meet it: that for small matrices and the other.
var trailing = []int{0, 300}

// extended is p followed by ones on the diagonal, as many blocks of order 1.
func extended(p problem, ones int) problem {
	a := p.m.Pattern
	n := a.Cols
	b := &sparsity.Pattern{Rows: n + ones, Cols: n + ones}
	b.ColPtr, b.RowIdx = append(b.ColPtr, a.ColPtr...), append(b.RowIdx, a.RowIdx...)
	ptr := append([]int32{}, p.plan.BlockPtr...)
	if len(ptr) == 0 {
		ptr = []int32{0, int32(n)}
	}
	for k := n; k < n+ones; k++ {
		b.RowIdx = append(b.RowIdx, int32(k))
		b.ColPtr, ptr = append(b.ColPtr, int64(len(b.RowIdx))), append(ptr, int32(k+1))
	}
	return problem{p.name, &sparsity.Matrix{Pattern: b, Values: withOnes(p.m.Values, ones)}, lu.Plan{BlockPtr: ptr}}
}

// withOnes is values followed by ones.
func withOnes(values []float64, ones int) []float64 {
	out := append([]float64{}, values...)
	for range ones {
		out = append(out, 1)
	}
	return out
}

// TestSolverRefuses: each kind of bad value, in a block of order 2 (rows and
// columns 0 and 1), above it (2) and in a block of order 1 (2, 2).
func TestSolverRefuses(t *testing.T) {
	for _, ones := range trailing {
		solverRefuses(t, ones)
	}
}

func solverRefuses(t *testing.T, ones int) {
	m := fromDense([]float64{2, 1, 1}, []float64{1, 2, 1}, []float64{0, 0, 1})
	p := extended(problem{"3×3", m, lu.Plan{BlockPtr: []int32{0, 2, 3}}}, ones)
	m = p.m
	a := m.Pattern
	at := func(i, j int) int {
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			if int(a.RowIdx[q]) == i {
				return int(q)
			}
		}
		panic("no such entry")
	}
	for _, scale := range []lu.Scaling{lu.ScaleMax, lu.ScaleNone} {
		for _, keep := range []bool{false, true} {
			_, s := solver(t, p, lu.Options{Scale: scale})
			s.KeepScale = keep
			for _, pos := range [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {1, 2}, {2, 2}} {
				for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
					values := append([]float64{}, m.Values...)
					values[at(pos[0], pos[1])] = v
					err := s.Refactor(values)
					var e *lu.FiniteError
					if !errors.As(err, &e) || e.Row != pos[0] || e.Column != pos[1] || e.Overflow {
						t.Fatalf("scale %v keep %v, %v at %v: %v", scale, keep, v, pos, err)
					}
				}
			}
			for _, c := range []struct {
				i, j int
				v    float64
				col  int
			}{{2, 2, 0, 2}, {1, 1, 0.5, 1}, {0, 0, 0, 0}, {1, 1, 0.5 + 1e-8, 1}} {
				values := append([]float64{}, m.Values...)
				values[at(c.i, c.j)] = c.v
				err := s.Refactor(values)
				var e *lu.PivotError
				switch {
				case c.v > 0.5: // small, but nothing is below it in its column
					if err != nil {
						t.Fatal(err)
					}
				case !errors.As(err, &e) || e.Column != c.col || e.Row != c.i || e.Pivot != 0:
					t.Fatalf("%g at (%d, %d): %v", c.v, c.i, c.j, err)
				}
			}
			if err := s.Refactor(m.Values); err != nil {
				t.Fatal(err)
			}
			checkResidual(t, p, s.Factors(), m.Values)
		}
	}
}

// TestSolverOverflow: finite values whose elimination is not, a pivot
// without a reciprocal, and an infinite entry of U below which L has nothing.
func TestSolverOverflow(t *testing.T) {
	for _, ones := range trailing {
		p := extended(problem{"2×2", fromDense([]float64{2, 1}, []float64{1, 2}), lu.Plan{}}, ones)
		_, s := solver(t, p, lu.Options{Scale: lu.ScaleNone})
		var e *lu.FiniteError
		if err := s.Refactor(withOnes([]float64{1e-5, 1, math.MaxFloat64, -math.MaxFloat64}, ones)); !errors.As(err, &e) || !e.Overflow || e.Column != 1 {
			t.Fatal(err)
		}
		if err := s.Refactor(withOnes([]float64{1e-310, 0, 0, 1}, ones)); !errors.Is(err, lu.ErrPivot) {
			t.Fatal(err) // the reciprocal overflows
		}
		if err := s.Refactor(withOnes([]float64{1e-9, 1, 1, 1}, ones)); !errors.Is(err, lu.ErrPivot) {
			t.Fatal(err)
		}
		// Column 1 of L is empty: the entry of U in row 1 changes nothing below it.
		p = extended(problem{"3×3", fromDense([]float64{1, 0, 1}, []float64{1, 1, 1}, []float64{0, 0, 1}), lu.Plan{}}, ones)
		_, s = solver(t, p, lu.Options{Scale: lu.ScaleNone})
		values := withOnes([]float64{1, 4, 1, math.MaxFloat64, 1, 1}, ones) // of (0,0) (1,0) (1,1) (0,2) (1,2) (2,2)
		if err := s.Refactor(values); !errors.As(err, &e) || !e.Overflow || e.Column != 2 {
			t.Fatal(err)
		}
		// The same where column 0 is not of a structure with it.
		p = extended(problem{"4×4", fromDense([]float64{1, 0, 1, 0}, []float64{1, 1, 1, 0}, []float64{0, 0, 1, 0}, []float64{1, 0, 0, 1}), lu.Plan{}}, ones)
		_, s = solver(t, p, lu.Options{Scale: lu.ScaleNone})
		values = withOnes([]float64{1, 4, 0, 1, math.MaxFloat64, 1, 1, 1}, ones) // (0,0) (1,0) (3,0) (1,1) (0,2) (1,2) (2,2) (3,3)
		if err := s.Refactor(values); !errors.As(err, &e) || !e.Overflow || e.Column != 2 {
			t.Fatal(err)
		}
	}
}

func TestSolverPanics(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(4, 4), 1)
	f, s := solver(t, problem{"grid", m, lu.Plan{}}, lu.Options{})
	mustPanicSolver(t, "lu: number of values is not the number of entries", func() { _ = s.Refactor(m.Values[1:]) })
	mustPanicSolver(t, "lu: vector of another length", func() { s.Solve(make([]float64, 3)) })
	mustPanicSolver(t, "lu: vector of another length", func() { s.SolveInto(make([]float64, 16), nil) })
	const other = "lu: factors are of a matrix with another pattern"
	for _, a := range []*sparsity.Pattern{matgen.Grid2D(3, 3), matgen.Dense(16, 16)} {
		mustPanicSolver(t, other, func() { _, _ = lu.NewSolver(f, a) })
	}
	upper := fromDense([]float64{1, 1}, []float64{0, 1})
	g, _ := solver(t, problem{"upper", upper, lu.Plan{BlockPtr: []int32{0, 1, 2}}}, lu.Options{})
	mustPanicSolver(t, other, func() { _, _ = lu.NewSolver(g, matgen.Diagonal(2)) })
	mustPanicSolver(t, other, func() { _, _ = lu.NewSolver(g, matgen.Dense(2, 2)) })
}
