package lu_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// factor factorises a real matrix.
func factor(m *sparsity.Matrix, plan lu.Plan, opt lu.Options) (*lu.Factors[float64], error) {
	return lu.Factor(context.Background(), m.Pattern, m.Values, plan, opt)
}

// fromDense returns the matrix with the nonzeros of rows.
func fromDense(rows ...[]float64) *sparsity.Matrix {
	t := &sparsity.Triplets{Rows: len(rows), Cols: len(rows)}
	for i, row := range rows {
		for j, v := range row {
			if v != 0 {
				t.Row, t.Col, t.Values = append(t.Row, int32(i)), append(t.Col, int32(j)), append(t.Values, v)
			}
		}
	}
	return compressed(t)
}

func TestSingular(t *testing.T) {
	hole := fromDense([]float64{1, 2}, []float64{3, 4})
	hole.Values[3] = 0
	hole.Values[2] = 0
	for _, c := range []struct {
		name               string
		m                  *sparsity.Matrix
		structural         bool
		column, done       int
		entriesL, entriesU int64
	}{
		{"empty 1×1", compressed(&sparsity.Triplets{Rows: 1, Cols: 1}), true, 0, 0, 0, 0},
		{"empty column", fromDense([]float64{1, 0, 1}, []float64{1, 0, 2}, []float64{3, 0, 1}), true, 1, 1, 3, 1},
		{"empty row", fromDense([]float64{1, 2, 3}, []float64{4, 5, 6}, []float64{0, 0, 0}), true, 2, 2, 3, 3},
		{"equal columns", fromDense([]float64{2, 2, 1}, []float64{4, 4, 5}, []float64{2, 2, 7}), false, 1, 1, 3, 1},
		{"stored zeros", hole, false, 1, 1, 2, 1},
		{"two columns in one row", fromDense([]float64{1, 1, 1}, []float64{0, 0, 1}, []float64{0, 0, 1}), true, 1, 1, 1, 1},
	} {
		for _, opt := range options() {
			f, err := factor(c.m, lu.Plan{}, opt)
			var e *lu.SingularError
			if f != nil || !errors.Is(err, lu.ErrSingular) || !errors.As(err, &e) {
				t.Fatalf("%s: want a singular matrix, got %v", c.name, err)
			}
			if e.Structural != c.structural || e.Column != c.column || e.Stats.Columns != c.done ||
				e.Stats.L != c.entriesL || e.Stats.U != c.entriesU {
				t.Errorf("%s: got %+v", c.name, e)
			}
			if strings.Contains(err.Error(), "structurally") != c.structural {
				t.Errorf("%s: message %q", c.name, err)
			}
		}
	}
}

// TestSingularColumn: the column is numbered as in the matrix, not as in the plan.
func TestSingularColumn(t *testing.T) {
	m := fromDense([]float64{0, 1, 0}, []float64{0, 0, 1}, []float64{0, 1, 1})
	_, err := factor(m, lu.Plan{Col: sparsity.Perm{2, 1, 0}}, lu.Options{})
	var e *lu.SingularError
	if !errors.As(err, &e) || e.Column != 0 || e.Stats.Columns != 2 {
		t.Fatalf("want column 0 after 2, got %v", err)
	}
}

func TestNotFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, scale := range []lu.Scaling{lu.ScaleMax, lu.ScaleNone} {
			m := fromDense([]float64{1, 2, 0}, []float64{3, 0, bad}, []float64{0, 1, 1})
			_, err := factor(m, lu.Plan{}, lu.Options{Scale: scale})
			var e *lu.FiniteError
			if !errors.Is(err, lu.ErrNotFinite) || !errors.As(err, &e) || e.Row != 1 || e.Column != 2 || e.Overflow {
				t.Errorf("%g: got %v", bad, err)
			}
			z := lu.Complex(m)
			for k := range z {
				z[k] = complex(imag(z[k]), real(z[k]))
			}
			_, err = lu.Factor(context.Background(), m.Pattern, z, lu.Plan{}, lu.Options{Scale: scale})
			if !errors.As(err, &e) || e.Row != 1 || e.Column != 2 {
				t.Errorf("imaginary %g: got %v", bad, err)
			}
		}
	}
}

func TestOverflow(t *testing.T) {
	m := fromDense([]float64{1e-3, 1e306}, []float64{1, 1})
	_, err := factor(m, lu.Plan{}, lu.Options{Scale: lu.ScaleNone})
	var e *lu.FiniteError
	if !errors.As(err, &e) || !e.Overflow || e.Column != 1 || e.Stats.Columns != 1 {
		t.Fatalf("want overflow in column 1, got %v", err)
	}
	if f, err := factor(m, lu.Plan{}, lu.Options{}); err != nil {
		t.Fatalf("scaled: %v", err)
	} else if res := f.Residual(m.Pattern, m.Values); res.Componentwise > 1e-15 {
		t.Fatalf("scaled: %+v", res)
	}
	// Inf - Inf in the second step.
	m = fromDense([]float64{1e-3, 1e306, 0}, []float64{1, 1, 1e308}, []float64{1, 1e300, 1})
	if _, err = factor(m, lu.Plan{}, lu.Options{Scale: lu.ScaleNone}); !errors.Is(err, lu.ErrNotFinite) {
		t.Fatalf("want overflow, got %v", err)
	}
}

// TestFlopBudget: the budget ends the work at the column where it is used up,
// and a budget of just the flops needed is enough.
func TestFlopBudget(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(12, 12), 1)
	f, err := factor(m, lu.Plan{}, lu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	total := f.Stats.Flops
	if _, err := factor(m, lu.Plan{}, lu.Options{MaxFlops: total}); err != nil {
		t.Fatalf("enough flops: %v", err)
	}
	last := -1
	for limit := 1.0; limit < total; limit = 2*limit + 1 {
		_, err := factor(m, lu.Plan{}, lu.Options{MaxFlops: limit})
		var e *lu.BudgetError
		if !errors.Is(err, lu.ErrBudget) || !errors.As(err, &e) || e.Budget != lu.Flops {
			t.Fatalf("limit %g: got %v", limit, err)
		}
		if e.Stats.Flops > limit || e.Stats.Columns < last || e.Stats.Columns >= f.N() {
			t.Fatalf("limit %g: %+v", limit, e.Stats)
		}
		if text := fmt.Sprintf("flops budget exhausted after %d of 144 columns with %d entries",
			e.Stats.Columns, e.Stats.L+e.Stats.U); !strings.HasPrefix(err.Error(), text) {
			t.Fatalf("want %q, got %q", text, err)
		}
		if last = e.Stats.Columns; int64(last)+f.L.Pattern.ColPtr[last] != e.Stats.L {
			t.Fatalf("limit %g: %d entries after %d columns", limit, e.Stats.L, last)
		}
	}
	if _, err := factor(m, lu.Plan{}, lu.Options{MaxFlops: total - 1}); !errors.Is(err, lu.ErrBudget) {
		t.Fatalf("one flop too few: %v", err)
	}
}

// TestByteBudget: under any budget the work either succeeds within it or ends
// within it.
func TestByteBudget(t *testing.T) {
	m := matgen.Values(matgen.Dense(150, 150), 1)
	failed, succeeded := 0, 0
	for limit := int64(1000); limit < 2_000_000; limit += limit / 7 {
		f, err := factor(m, lu.Plan{}, lu.Options{MaxBytes: limit, Expect: 40})
		var e *lu.BudgetError
		switch {
		case err == nil:
			succeeded++
			if f.Stats.Bytes > limit {
				t.Fatalf("limit %d: held %d", limit, f.Stats.Bytes)
			}
		case errors.As(err, &e) && e.Budget == lu.Bytes && e.Stats.Bytes <= limit && succeeded == 0:
			failed++
		default:
			t.Fatalf("limit %d: %v after %d successes", limit, err, succeeded)
		}
	}
	if failed == 0 || succeeded == 0 {
		t.Fatalf("%d failed, %d succeeded", failed, succeeded)
	}
}

// TestBytes: memory is what the documentation of Factor says.
func TestBytes(t *testing.T) {
	for _, n := range []int{10, 150, 300} {
		m := matgen.Values(matgen.Dense(n, n), 1)
		f, err := factor(m, lu.Plan{}, lu.Options{Expect: 1})
		if err != nil {
			t.Fatal(err)
		}
		entries := 12 * (f.Stats.L + f.Stats.U)
		least, most := entries, int64(n)*124+entries*5/2+1000
		if f.Stats.Bytes < least || f.Stats.Bytes > most {
			t.Errorf("n = %d: held %d bytes, want %d to %d", n, f.Stats.Bytes, least, most)
		}
	}
}

func TestCancel(t *testing.T) {
	m := matgen.Values(matgen.Dense(400, 400), 1) // more flops than between two looks
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("the reason")
	cancel(why)
	_, err := lu.Factor(ctx, m.Pattern, m.Values, lu.Plan{}, lu.Options{})
	var e *lu.BudgetError
	if !errors.Is(err, lu.ErrBudget) || !errors.Is(err, why) || !errors.As(err, &e) || e.Budget != lu.Time {
		t.Fatalf("got %v", err)
	}
	late, stop := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer stop()
	_, err = lu.Factor(late, m.Pattern, m.Values, lu.Plan{}, lu.Options{})
	if !errors.Is(err, lu.ErrBudget) || !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v", err)
	}
	for looks := range 12 {
		_, err := lu.Factor(&impatient{Context: context.Background(), looks: looks}, m.Pattern, m.Values, lu.Plan{}, lu.Options{})
		if !errors.As(err, &e) || e.Budget != lu.Time {
			t.Fatalf("%d looks: got %v", looks, err)
		}
	}
}

// TestLargeColumn: a full last column over a full lower triangle takes more
// flops by itself than pass between two looks at the context.
func TestLargeColumn(t *testing.T) {
	const n = 1500
	m := matgen.Values(matgen.Banded(n, n, 0), 1)
	p := sparsity.NewPattern(n, n)
	var values []float64
	for j := range n {
		if j == n-1 {
			for i := range n - 1 {
				p.RowIdx, values = append(p.RowIdx, int32(i)), append(values, 1)
			}
		}
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			i, v := m.Pattern.RowIdx[k], m.Values[k]/n // no growth
			if int(i) == j {
				v = 1
			}
			p.RowIdx, values = append(p.RowIdx, i), append(values, v)
		}
		p.ColPtr[j+1] = int64(len(values))
	}
	m = &sparsity.Matrix{Pattern: p, Values: values}
	f, err := factor(m, lu.Plan{}, lu.Options{Scale: lu.ScaleNone})
	if err != nil {
		t.Fatal(err)
	}
	if f.Stats.U != 2*n-1 || f.Stats.L != n*(n+1)/2 {
		t.Fatalf("%+v", f.Stats)
	}
	if res := f.Residual(m.Pattern, m.Values); res.Componentwise > 1e-15 {
		t.Fatalf("%+v", res)
	}
	looks := 0
	var e *lu.BudgetError
	for ; ; looks++ { // until it is patient enough
		_, err := lu.Factor(&impatient{Context: context.Background(), looks: looks}, p, values, lu.Plan{}, lu.Options{Scale: lu.ScaleNone})
		if err == nil {
			break
		}
		if !errors.As(err, &e) || e.Budget != lu.Time {
			t.Fatal(err)
		}
	}
	if looks < 4 || e.Stats.Columns != n-1 {
		t.Fatalf("%d looks, %+v", looks, e)
	}
}

// impatient is a context that is cancelled after a number of looks at it.
type impatient struct {
	context.Context
	looks int
}

func (c *impatient) Err() error {
	if c.looks--; c.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestPanics(t *testing.T) {
	m := matgen.Dominant(matgen.Tridiagonal(4), 1)
	for want, call := range map[string]func(){
		"not square":     func() { _, _ = factor(matgen.Values(matgen.Random(3, 4, 1, 1), 1), lu.Plan{}, lu.Options{}) },
		"values":         func() { _, _ = factor(&sparsity.Matrix{Pattern: m.Pattern}, lu.Plan{}, lu.Options{}) },
		"another size":   func() { _, _ = factor(m, lu.Plan{Col: sparsity.Identity(3)}, lu.Options{}) },
		"no permutation": func() { _, _ = factor(m, lu.Plan{Row: sparsity.Perm{0, 1, 1, 3}}, lu.Options{}) },
		"do not ascend":  func() { _, _ = factor(m, lu.Plan{BlockPtr: []int32{0, 3, 2, 4}}, lu.Options{}) },
		"from 0 to n":    func() { _, _ = factor(m, lu.Plan{BlockPtr: []int32{0, 3}}, lu.Options{}) },
		"below":          func() { _, _ = factor(m, lu.Plan{BlockPtr: []int32{0, 2, 4}}, lu.Options{}) },
		"threshold":      func() { _, _ = factor(m, lu.Plan{}, lu.Options{Threshold: 1.5}) },
		"scaling":        func() { _, _ = factor(m, lu.Plan{}, lu.Options{Scale: 7}) },
		"budget":         func() { _, _ = factor(m, lu.Plan{}, lu.Options{MaxFlops: math.NaN()}) },
		"vector":         func() { f, _ := factor(m, lu.Plan{}, lu.Options{}); f.Solve(make([]float64, 3), nil) },
	} {
		func() {
			defer func() {
				if got, ok := recover().(string); !ok || !strings.Contains(got, want) {
					t.Errorf("want a panic about %q, got %q", want, got)
				}
			}()
			call()
		}()
	}
}
