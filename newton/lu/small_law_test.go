package lu_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// TestSmallReducible: in one block with any structure, also a reducible one, a small matrix has
// the solution of its factors, from factorization and from refactorization.
func TestSmallReducible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		a := &sparsity.Triplets{Rows: n, Cols: n}
		add := func(i, j int, v float64) {
			a.Row, a.Col, a.Values = append(a.Row, int32(i)), append(a.Col, int32(j)), append(a.Values, v)
		}
		for k := range n {
			add(k, k, 4+float64(k%3))
		}
		for range rapid.IntRange(0, 2*n).Draw(t, "entries") {
			i, j := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j")
			add(i, j, 1/float64(1+(i+2*j)%5))
		}
		m, _ := a.Compress()
		f, err := lu.Factor(context.Background(), m.Pattern, m.Values, lu.Plan{}, lu.Options{})
		if errors.Is(err, lu.ErrSingular) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := lu.NewSolver(f, m.Pattern)
		if err != nil {
			t.Fatal(err)
		}
		b := make([]float64, n)
		for i := range b {
			b[i] = float64(i%7) - 2.5
		}
		want := slices.Clone(b)
		f.Solve(want, nil)
		for _, refactor := range []bool{false, true} {
			if refactor {
				if err := s.Refactor(m.Values); err != nil {
					t.Fatal(err)
				}
			}
			got := make([]float64, n)
			s.SolveInto(got, b)
			for i := range got {
				if !near(got[i], want[i]) {
					t.Fatalf("element %d after refactorization (%t): got %g, want %g", i, refactor, got[i], want[i])
				}
			}
		}
	})
}
