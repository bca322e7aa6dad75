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

// guardedError refactors and solves, and returns the backward error.
func guardedError(t *testing.T, g *lu.Guarded, a *sparsity.Pattern, v, b []float64) float64 {
	t.Helper()
	if err := g.Refactor(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	x := append([]float64(nil), b...)
	g.Solve(x)
	return lu.Backward(a, v, x, b).Componentwise
}

// wilkinson is the matrix whose last column grows by 2 in each step, with all pivots.
func wilkinson(n int) []float64 {
	v := make([]float64, n*n)
	for j := range n {
		for i := range n {
			switch {
			case i == j || j == n-1:
				v[j*n+i] = 1
			case i > j:
				v[j*n+i] = -1
			}
		}
	}
	return v
}

// TestGuardedHopesAgain: a matrix that no pivots help does not keep a Guarded from new
// pivots for the next ones.
func TestGuardedHopesAgain(t *testing.T) {
	const n = 44
	a, r := matgen.Dense(n, n), rand.New(rand.NewPCG(1, 2))
	b := make([]float64, n)
	for i := range b {
		b[i] = r.NormFloat64()
	}
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{})
	for range 2 {
		if e := guardedError(t, g, a, wilkinson(n), b); e > lu.DefaultLimit {
			t.Errorf("error %g", e)
		}
	}
	before := g.Stats
	if before.Refined != 2 || before.Factors < 3 {
		t.Fatalf("got %+v: want hopeless pivots", before)
	}
	v := make([]float64, n*n)
	for round := range 4 {
		for k := range v {
			v[k] = r.NormFloat64()
		}
		v[0] = 3e-13
		if e := guardedError(t, g, a, v, b); round > 0 && e > 1e-12 {
			t.Errorf("round %d: error %g", round, e)
		}
	}
	if st := g.Stats; st.Unresolved > 0 || st.Refined > 3 || st.Factors == before.Factors {
		t.Errorf("got %+v, before %+v: want new pivots", st, before)
	}
}

// TestGuardedWaits: the more often in a row no pivots help, the longer a Guarded waits.
func TestGuardedWaits(t *testing.T) {
	const n = 44
	a := matgen.Dense(n, n)
	b := countUp(n)
	for i := range b {
		b[i] *= math.Sqrt(float64(i + 2))
	}
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{})
	for range 120 {
		if e := guardedError(t, g, a, wilkinson(n), b); e > lu.DefaultLimit {
			t.Errorf("error %g", e)
		}
	}
	if st := g.Stats; st.Factors > 3*8 || st.Factors < 3*5 || st.Unresolved > 0 || st.Refined < 100 {
		t.Errorf("got %+v, want three factorisations 6 or 7 times", st)
	}
}

// smallRow is a system with a row of small terms: its solution is about (1, 1, span), and
// entries do not grow.
func smallRow(r *rand.Rand, span float64) (*sparsity.Matrix, []float64) {
	u := func() float64 { return 0.5 + r.Float64() }
	m, _ := (&sparsity.Triplets{Rows: 3, Cols: 3, Row: []int32{0, 1, 1, 2, 0, 2}, Col: []int32{0, 0, 1, 1, 2, 2},
		Values: []float64{u(), u(), u(), u(), u(), u()}}).Compress()
	b := make([]float64, 3)
	for j, x := range []float64{u(), u(), span * u()} {
		for q := m.Pattern.ColPtr[j]; q < m.Pattern.ColPtr[j+1]; q++ {
			b[m.Pattern.RowIdx[q]] += m.Values[q] * x
		}
	}
	return m, b
}

// TestGuardedSmallRows: rows of small terms have large errors with pivots that are good.
func TestGuardedSmallRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m, _ := smallRow(r, 1)
	all := lu.NewGuarded(m.Pattern, lu.Plan{}, lu.GuardOptions{CheckAll: true})
	none := lu.NewGuarded(m.Pattern, lu.Plan{}, lu.GuardOptions{NoSolveCheck: true})
	bad, repaired := 0, int64(0)
	for range 300 {
		m, b := smallRow(r, math.Pow(10, 12*r.Float64()))
		one := lu.NewGuarded(m.Pattern, lu.Plan{}, lu.GuardOptions{})
		for name, g := range map[string]*lu.Guarded{"first": one, "all": all} {
			if e := guardedError(t, g, m.Pattern, m.Values, b); e > lu.DefaultLimit {
				t.Errorf("%s: error %g", name, e)
			}
		}
		repaired += one.Stats.Refined
		if guardedError(t, none, m.Pattern, m.Values, b) > lu.DefaultLimit {
			bad++
		}
	}
	if bad < 50 || repaired < 50 || all.Stats.Refined != int64(bad) || all.Stats.Checks != 300 || all.Stats.Factors != 1 {
		t.Errorf("bad without checks %d, refined %d, got %+v", bad, repaired, all.Stats)
	}
}

// A limit below 1e-11 counts, too.
func TestGuardedSmallLimit(t *testing.T) {
	a, v := two(1)
	v[3] = 3
	b := []float64{1, 1.0 / 3}
	for _, limit := range []float64{1e-8, 1.1e-11, 0.9e-11, 1e-14} {
		g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{Limit: limit})
		for _, p := range []float64{1, 1.1e-3} { // entries grow to 900
			v[0] = p
			if e := guardedError(t, g, a, v, b); e > limit {
				t.Errorf("limit %g: error %g", limit, e)
			}
		}
		if (g.Stats.Checks > 0) != (limit < 1e-11) {
			t.Errorf("limit %g: got %+v", limit, g.Stats)
		}
	}
}

// Without checks of solutions, each look at grown entries is followed by a probe.
func TestGuardedProbesWithoutChecks(t *testing.T) {
	a, v := two(1)
	v[3] = 3
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{NoSolveCheck: true})
	for _, p := range []float64{1, 1e-5, 1e-5, 1e-5} {
		v[0] = p
		guardedError(t, g, a, v, countUp(2))
	}
	if st := g.Stats; st.Probes != 3 || st.Looks != 4 || st.Factors != 1 {
		t.Errorf("got %+v, want three probes", st)
	}
}

// Row scales follow the values, whatever a caller sets in the solver.
func TestGuardedScales(t *testing.T) {
	a, v := two(1)
	v[3] = 3
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{})
	guardedError(t, g, a, v, countUp(2))
	g.Solver().KeepScale = true
	for k := range v {
		v[k] *= 1e9
	}
	guardedError(t, g, a, v, countUp(2))
	if got := g.Solver().Factors().Scale; math.Abs(got[0]/1e9-1) > 1e-15 || math.Abs(got[1]/3e9-1) > 1e-15 {
		t.Errorf("got scales %g, want 1e9 and 3e9", got)
	}
}

// ends is a context that ends when it has been asked so often.
type ends struct {
	context.Context
	left int
}

func (c *ends) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// The end of the context while higher thresholds are tried is an error.
func TestGuardedCancelled(t *testing.T) {
	a, v := two(1e-13)
	opt := lu.GuardOptions{Factor: lu.Options{Threshold: 1e-14}}
	count := &ends{context.Background(), 1 << 30}
	if _, err := lu.Factor(count, a, v, lu.Plan{}, opt.Factor); err != nil {
		t.Fatal(err)
	}
	once := 1<<30 - count.left
	g := lu.NewGuarded(a, lu.Plan{}, opt)
	if err := g.Refactor(&ends{context.Background(), once}, v); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the context", err)
	}
	if err := g.Refactor(context.Background(), v); err != nil || g.Stats.Raised != 1 {
		t.Errorf("afterwards: got %v and %+v", err, g.Stats)
	}
}

// Duplicates are summed before absolute values are taken.
func TestBackwardSumsDuplicates(t *testing.T) {
	a := &sparsity.Pattern{Rows: 1, Cols: 1, ColPtr: []int64{0, 2}, RowIdx: []int32{0, 0}}
	e := lu.Backward(a, []float64{1e8, 1 - 1e8}, []float64{2}, []float64{1})
	if e.Componentwise != 1.0/3 || e.Rowwise != 1.0/3 || e.Normwise != 1.0/3 {
		t.Errorf("got %+v, want 1/3", e)
	}
	defer func() {
		if recover() == nil {
			t.Error("a Guarded takes duplicates")
		}
	}()
	lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{})
}

// TestGuardedWaitingStillHelps: while a Guarded refines first, new pivots are chosen for
// a solution that refinement does not repair.
func TestGuardedWaitingStillHelps(t *testing.T) {
	const n = 44
	a, r := matgen.Dense(n, n), rand.New(rand.NewPCG(5, 6))
	b := make([]float64, n)
	for i := range b {
		b[i] = r.NormFloat64()
	}
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{CheckAll: true})
	for range 20 {
		if e := guardedError(t, g, a, wilkinson(n), b); e > lu.DefaultLimit {
			t.Errorf("error %g", e)
		}
	}
	v, before := make([]float64, n*n), g.Stats
	for k := range v {
		v[k] = r.NormFloat64()
	}
	v[0] = 1e-17
	if e := guardedError(t, g, a, v, b); e > lu.DefaultLimit || g.Stats.Caught != before.Caught+1 {
		t.Errorf("error %g, got %+v, before %+v", e, g.Stats, before)
	}
}
