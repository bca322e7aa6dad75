package prediction

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// Features for some solvers give these the same times as features for all, and the others
// none.
func TestSolvers(t *testing.T) {
	m, machine := Default(), Generic()
	for _, a := range []*sparsity.Pattern{matgen.PowerGrid(20, 20, 0, 1), matgen.Circuit(400, 2)} {
		for _, order := range orders(a, 3) {
			x := symbolic.Analyze(a, order, symbolic.Options{Counts: true})
			all := Of(a, x, Options{})
			for _, only := range [][]Solver{{}, {LU}, {KLU, CHOLMOD}, {UMFPACK}, {SuperLU, LU}} {
				some := Of(a, x, Options{Solvers: only})
				for _, s := range Solvers() {
					for _, p := range []Phase{Analyze, AnalyzeOwn, Factor, Refactor, Solve, SolveOnce} {
						want, has := m.Time(s, p, all, machine)
						if !slices.Contains(only, s) {
							want, has = Interval{}, false
						}
						if got, ok := m.Time(s, p, some, machine); ok != has || got != want {
							t.Errorf("%v, features for %v: %s of %s got %v %t, want %v %t", order.BlockPtr, only, p, s, got, ok, want, has)
						}
					}
				}
			}
		}
	}
}
