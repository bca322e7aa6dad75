package newton_test

import (
	"context"
	"math"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/newton/simulate"
)

// watched checks each solution of a linear solver.
type watched struct {
	newton.LinearSolver
	it    *newton.Iteration
	worst float64
}

func (w *watched) Solve(x []float64) {
	b := append([]float64(nil), x...)
	w.LinearSolver.Solve(x)
	w.worst = max(w.worst, lu.Backward(w.it.Pattern, w.it.Values, x, b).Componentwise)
}

// TestGuardedEngine: with a guard, no solution of a hard start is inaccurate, and the
// circuit comes to the same time. A pivot of ring becomes 1e-13 of its column in its
// second iteration.
func TestGuardedEngine(t *testing.T) {
	for _, name := range []string{"rc", "graetz", "ring"} {
		c, err := simulate.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		sparse := &newton.SparseLU{Guard: &lu.GuardOptions{}}
		w := &watched{LinearSolver: sparse, it: &newton.Iteration{}}
		guarded, err := simulate.Run(context.Background(), c, simulate.Config{Solver: w, Steps: 200,
			Watch: func(it newton.Iteration) error { *w.it = it; return nil }})
		if err != nil {
			t.Fatal(err)
		}
		plain, err := simulate.Run(context.Background(), c, simulate.Config{Steps: 200})
		if err != nil {
			t.Fatal(err)
		}
		if w.worst > lu.DefaultLimit || w.worst == 0 {
			t.Errorf("%s: the largest backward error is %g", name, w.worst)
		}
		if math.Abs(guarded.Analysis.Reached/plain.Analysis.Reached-1) > 1e-6 {
			t.Errorf("%s: got to %g s, want %g s", name, guarded.Analysis.Reached, plain.Analysis.Reached)
		}
		st := sparse.GuardStats()
		if st.Refactors != guarded.Counts.Refactors || st.Refactors == 0 || name == "ring" && st.Probed+st.Caught == 0 {
			t.Errorf("%s: got %+v and %+v", name, st, guarded.Counts)
		}
	}
}
