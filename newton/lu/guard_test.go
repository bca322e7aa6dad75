package lu_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// switched is a matrix of which diagonals collapse in every other step: values returns
// the values of a step.
type switched struct {
	m    *sparsity.Matrix
	diag []int64
}

func newSwitched(n int, seed uint64) *switched {
	s := &switched{m: matgen.Dominant(matgen.RandomSymmetric(n, 3, seed), seed)}
	for j := range n {
		for q := s.m.Pattern.ColPtr[j]; q < s.m.Pattern.ColPtr[j+1]; q++ {
			if int(s.m.Pattern.RowIdx[q]) == j {
				s.diag = append(s.diag, q)
			}
		}
	}
	return s
}

func (s *switched) values(step int, rnd *rand.Rand) []float64 {
	v := append([]float64(nil), s.m.Values...)
	if step%2 == 1 {
		for _, q := range s.diag {
			if rnd.IntN(8) == 0 {
				v[q] *= math.Pow(10, -18*rnd.Float64())
			}
		}
	}
	return v
}

func countUp(n int) []float64 {
	b := make([]float64, n)
	for i := range b {
		b[i] = 1 + float64(i%5)
	}
	return b
}

// TestGuardedSolutionsAreGood: with switching values, a plain solver gives bad solutions
// and a Guarded none. Both program forms, small and large.
func TestGuardedSolutionsAreGood(t *testing.T) {
	for _, n := range []int{16, 300} {
		bad, repivots, caught := 0, int64(0), int64(0)
		for seed := range uint64(6) {
			s, rnd := newSwitched(n, seed), rand.New(rand.NewPCG(seed, 9))
			a := s.m.Pattern
			g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{})
			f, err := lu.Factor(context.Background(), a, s.m.Values, lu.Plan{}, lu.Options{})
			if err != nil {
				t.Fatal(err)
			}
			plain, _ := lu.NewSolver(f, a)
			plain.Tolerance = 1e-300
			for step := range 60 {
				v, b := s.values(step, rnd), countUp(n)
				if plain.Refactor(v) == nil {
					x := append([]float64(nil), b...)
					plain.Solve(x)
					if lu.Backward(a, v, x, b).Componentwise > 1e-8 {
						bad++
					}
				}
				if err := g.Refactor(context.Background(), v); err != nil {
					t.Fatal(err)
				}
				x := append([]float64(nil), b...)
				g.Solve(x)
				if e := lu.Backward(a, v, x, b).Componentwise; e > 1e-8 {
					t.Errorf("n=%d seed %d step %d: backward error %g", n, seed, step, e)
				}
			}
			repivots += g.Stats.Factors - 1
			caught += g.Stats.Caught
			if st := g.Stats; st.Factors-1 != st.ZeroPivots+st.Probed+st.Caught+st.Raised || st.Unresolved > 0 {
				t.Errorf("the reasons for new pivots do not add up: %+v", st)
			}
		}
		if bad == 0 || repivots == 0 || caught == 0 || repivots > int64(bad)*2 {
			t.Errorf("n=%d: got %d times new pivots for %d bad solutions", n, repivots, bad)
		}
	}
}

// Nothing happens but refactorisations, and now and then a look, as long as pivots are
// large, and nothing is allocated.
func TestGuardedCalm(t *testing.T) {
	s := newSwitched(200, 1)
	g := lu.NewGuarded(s.m.Pattern, lu.Plan{}, lu.GuardOptions{})
	b := countUp(200)
	x := make([]float64, len(b))
	ctx := context.Background()
	if err := g.Keep(s.m.Values); !errors.Is(err, lu.ErrPivot) {
		t.Errorf("without pivots: got %v", err)
	}
	step := func() {
		if err := g.Refactor(ctx, s.m.Values); err != nil {
			t.Fatal(err)
		}
		copy(x, b)
		g.Solve(x)
	}
	step()
	if n := testing.AllocsPerRun(128, step); n > 0 {
		t.Errorf("got %g allocations", n)
	}
	if want := (lu.GuardStats{Factors: 1, Refactors: 129, Looks: 3}); g.Stats != want {
		t.Errorf("got %+v, want %+v", g.Stats, want)
	}
}

// two is the matrix (p 1; 1 1): with the first pivot, the growth is 1/p.
func two(p float64) (*sparsity.Pattern, []float64) {
	return matgen.Dense(2, 2), []float64{p, 1, 1, 1}
}

func TestGuardedKeepSaysWhy(t *testing.T) {
	a, v := two(1)
	v[3] = 3
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{NoSolveCheck: true})
	if err := g.Refactor(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	_, v = two(1e-13)
	var growth *lu.GrowthError
	if err := g.Keep(v); !errors.As(err, &growth) || !errors.Is(err, lu.ErrPivot) || growth.Growth < 1e12 || growth.Backward <= growth.Limit {
		t.Errorf("got %v, want a growth of 1e13", err)
	}
	_, v = two(0)
	if err := g.Keep(v); !errors.As(err, new(*lu.FiniteError)) && !errors.Is(err, lu.ErrPivot) {
		t.Errorf("pivot of zero: got %v", err)
	}
	if err := g.Refactor(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	if g.Stats.Factors != 2 || g.Stats.ZeroPivots != 2 || g.Stats.Probed != 1 {
		t.Errorf("got %+v", g.Stats)
	}
	v[0], v[1], v[2] = 0, 0, 0
	if err := g.Refactor(context.Background(), v); !errors.Is(err, lu.ErrSingular) {
		t.Errorf("got %v, want a singular matrix", err)
	}
	v[0] = math.NaN()
	if err := g.Refactor(context.Background(), v); !errors.Is(err, lu.ErrNotFinite) {
		t.Errorf("got %v, want a value that is not finite", err)
	}
}

// A Limit of +Inf keeps all pivots that are not zero.
func TestGuardedWithoutLimit(t *testing.T) {
	a, v := two(1)
	v[3] = 3
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{Limit: math.Inf(1)})
	for _, p := range []float64{1, 1e-9, 1e-15} {
		v[0] = p
		if err := g.Refactor(context.Background(), v); err != nil {
			t.Fatal(err)
		}
		g.Solve(countUp(2))
	}
	if g.Stats.Factors != 1 {
		t.Errorf("got %+v", g.Stats)
	}
}

// Pivots of the default threshold that grow are chosen again with a larger one.
func TestGuardedRaisesThreshold(t *testing.T) {
	a, v := two(1e-13)
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{Factor: lu.Options{Threshold: 1e-14}})
	if err := g.Refactor(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	if g.Stats.Raised != 1 || g.Stats.Factors != 2 {
		t.Errorf("got %+v, want one factorisation with a threshold of 0.1", g.Stats)
	}
	x, b := countUp(2), countUp(2)
	g.Solve(x)
	if e := lu.Backward(a, v, x, b); e.Componentwise > 1e-15 {
		t.Errorf("got %+v", e)
	}
}

// hat is a matrix with a tiny pivot in the first column. Any other pivot there is in a
// full row, and fills all rows that follow.
func hat(n int) (*sparsity.Pattern, []float64) {
	t := &sparsity.Triplets{Rows: n, Cols: n}
	add := func(i, j int, v float64) {
		t.Row, t.Col, t.Values = append(t.Row, int32(i)), append(t.Col, int32(j)), append(t.Values, v)
	}
	add(0, 0, 1e-12)
	add(0, 1, 1)
	for i := 1; i < n; i++ {
		if i < n-1 {
			add(i, i, 2)
			add(i, i+1, 0.3)
		}
		add(n-1, i, 1+float64(i%3))
	}
	add(n-1, 0, 1)
	m, _ := t.Compress()
	return m.Pattern, m.Values
}

// Where a budget forbids other pivots, solutions are refined.
func TestGuardedRefines(t *testing.T) {
	a, v := hat(40)
	opt := lu.Options{Threshold: 1e-14}
	f, err := lu.Factor(context.Background(), a, v, lu.Plan{}, opt)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]float64, 40) // the solution is all ones
	for q, i := range a.RowIdx {
		b[i] += v[q]
	}
	x := append([]float64(nil), b...)
	f.Solve(x, nil)
	if e := lu.Backward(a, v, x, b); e.Componentwise < 1e-7 {
		t.Fatalf("got %+v: nothing to refine", e)
	}
	opt.MaxFlops = f.Stats.Flops
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{Factor: opt})
	if err := g.Refactor(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		copy(x, b)
		g.Solve(x)
		if e := lu.Backward(a, v, x, b); e.Componentwise > 1e-8 {
			t.Errorf("got %+v", e)
		}
	}
	if g.Stats.Refined != 2 || g.Stats.Unresolved != 0 || g.Stats.Raised != 0 {
		t.Errorf("got %+v", g.Stats)
	}
}

func TestGuardedOptions(t *testing.T) {
	a, _ := two(1)
	for _, opt := range []lu.GuardOptions{{Limit: -1}, {Limit: math.NaN()}, {Factor: lu.Options{Scale: lu.ScaleNone}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v: got no panic", opt)
				}
			}()
			lu.NewGuarded(a, lu.Plan{}, opt)
		}()
	}
}
