package lu_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
)

// growing returns random values, with the pivot given at place at, which makes entries grow.
func growing(r *rand.Rand, n, at int, pivot float64) []float64 {
	v := make([]float64, n*n)
	for k := range v {
		v[k] = r.NormFloat64()
	}
	v[at] = pivot
	return v
}

// TestGuardedProbesAfterHopeless: matrices that no pivots help do not keep a Guarded
// that checks no solution from probing the next ones.
func TestGuardedProbesAfterHopeless(t *testing.T) {
	const n = 60
	a, r := matgen.Dense(n, n), rand.New(rand.NewPCG(1, 2))
	b := make([]float64, n)
	for i := range b {
		b[i] = r.NormFloat64()
	}
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{NoSolveCheck: true})
	for range 70 {
		v := wilkinson(n)
		for j := range n - 1 {
			for i := j + 1; i < n; i++ {
				v[j*n+i] = 0.02*r.Float64() - 1
			}
		}
		if err := g.Refactor(context.Background(), v); err != nil {
			t.Fatal(err)
		}
	}
	if g.Stats.Raised < 2 {
		t.Fatalf("got %+v: want hopeless pivots", g.Stats)
	}
	for round := range 70 {
		if e := guardedError(t, g, a, growing(r, n, 0, 1e-13), b); e > lu.DefaultLimit {
			t.Errorf("round %d: error %g", round, e)
		}
	}
}

// TestGuardedHopesWhenHelped: once new pivots helped, a Guarded no longer refines first.
func TestGuardedHopesWhenHelped(t *testing.T) {
	const n = 44
	a, r := matgen.Dense(n, n), rand.New(rand.NewPCG(5, 6))
	b := make([]float64, n)
	for i := range b {
		b[i] = r.NormFloat64()
	}
	g := lu.NewGuarded(a, lu.Plan{}, lu.GuardOptions{CheckAll: true})
	for range 20 {
		guardedError(t, g, a, wilkinson(n), b)
	}
	guardedError(t, g, a, growing(r, n, 0, 1e-17), b) // refinement does not repair it
	f, before := g.Solver().Factors(), g.Stats
	first := int(f.Col[0])*n + int(f.Row[0])
	if e := guardedError(t, g, a, growing(r, n, first, 3e-13), b); e > lu.DefaultLimit {
		t.Errorf("error %g", e)
	}
	if st := g.Stats; st.Refined != before.Refined || st.Factors == before.Factors {
		t.Errorf("got %+v, before %+v: want new pivots", st, before)
	}
}
