package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// columns adds solves for n columns, pause ns apart, at a distance in bytes.
func columns(s *solverBuilder, n int, pause int64, distance uint64) {
	for k := range uint64(n) {
		s.solve(20_000, 1, 1<<20+k*distance)
		s.at += pause - 100
	}
}

// several adds a solve with several right-hand sides.
func several(s *solverBuilder, ns int64, nrhs int32) {
	s.call("klu_solve", "klu", solvers.PhaseSolve, ns, func(c *solvers.Call) { c.Factors, c.Pattern, c.NRHS, c.RHSAt = 1, 0, nrhs, 4096 })
}

func singleRHSInputs() []planted {
	const column = 80_000 // bytes
	plan := func(n int, pause int64, distance uint64) func() *diagnose.Input {
		return solverCalls(func(s *solverBuilder) {
			s.factor(8000, 1, 1, 1, 0)
			columns(s, n, pause, distance)
		})
	}
	return []planted{
		{"columns of an array with a solve of several", finds, solverCalls(func(s *solverBuilder) {
			several(s, 160_000, 16)
			columns(s, 16, 200, column)
		})},
		{"columns of an array", finds, plan(16, 200, column)},
		{"columns of an array for a library that reads its factors once", finds, solverCalls(func(s *solverBuilder) {
			for k := range uint64(16) {
				s.call("cholmod_solve2", "cholmod", solvers.PhaseSolve, 20_000, func(c *solvers.Call) { c.Factors, c.Pattern, c.NRHS, c.RHSAt = 1, 0, 1, 1<<20+k*column })
			}
		})},
		{"time for a new column between the solves", clears, plan(16, 5000, column)},
		{"one array is used again", clears, plan(16, 200, 0)},
		{"three columns", clears, plan(3, 200, column)},
		{"a factorisation between the columns", clears, solverCalls(func(s *solverBuilder) {
			for k := range uint64(16) {
				s.refactor(3000, 1, 1, int32(k)+1)
				s.solve(20_000, 1, 1<<20+k*column)
			}
		})},
		{"all columns at once", clears, solverCalls(func(s *solverBuilder) { several(s, 160_000, 16) })},
		{"several take as long", clears, solverCalls(func(s *solverBuilder) {
			several(s, 320_000, 16)
			columns(s, 16, 200, column)
		})},
		{"addresses are unknown", abstains, solverCalls(func(s *solverBuilder) {
			for range 16 {
				s.solve(20_000, 1, 0)
			}
		})},
		{"the library takes one", abstains, solverCalls(func(s *solverBuilder) {
			for k := range uint64(16) {
				s.call("umfpack_di_solve", "umfpack", solvers.PhaseSolve, 20_000, func(c *solvers.Call) { c.Factors, c.NRHS, c.RHSAt = 1, 1, 1<<20+k*column })
			}
		})},
		{"no solver", abstains, noCalls},
	}
}

// TestSingleRHSCost: a solve takes 20 µs, and 10 µs per right-hand side where several
// are solved at once. Without such a solve, three quarters are saved in KLU by the model, and
// 15 of 16 solves elsewhere.
func TestSingleRHSCost(t *testing.T) {
	for k, want := range []int64{16 * 10_000, 16 * 15_000, 15 * 20_000} {
		o := ruleOf(t, "single-right-hand-sides").Check(singleRHSInputs()[k].input())
		if len(o.Findings) != 1 || *o.Findings[0].Cost != want {
			t.Errorf("input %d: got %+v, want one finding of %d ns", k, o.Findings, want)
		}
	}
}
