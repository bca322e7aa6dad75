package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// transient adds refactorisations with values of a function.
func transient(n int, values func(k int32) int32) func() *diagnose.Input {
	return solverCalls(func(s *solverBuilder) {
		s.analyze(1000, 1, 1)
		s.factor(8000, 1, 1, values(0), 0)
		s.solve(1000, 1, 4096)
		for k := range int32(n) {
			s.refactor(5000, 1, 1, values(k+1))
			s.solve(1000, 1, 4096)
		}
	})
}

func repeatedFactorisationInputs() []planted {
	return []planted{
		{"a linear problem refactors at each step", finds, transient(10, func(int32) int32 { return 1 })},
		{"the time step changes twice", finds, transient(10, func(k int32) int32 { return k/4 + 1 })},
		{"values by a sample", finds, solverCalls(func(s *solverBuilder) {
			for k := range int32(4) {
				s.call("umfpack_di_numeric", "umfpack", solvers.PhaseFactor, 1000, func(c *solvers.Call) {
					c.Analysis, c.Factors, c.Values, c.Flags = 1, k+1, 1, solvers.MakesFactors|solvers.SampledValues
				})
				s.call("umfpack_di_free_numeric", "umfpack", solvers.PhaseFree, 10, func(c *solvers.Call) {
					c.Factors, c.Pattern, c.Flags = k+1, 0, solvers.Frees
				})
			}
		})},
		{"a dense solver for each right-hand side", finds, solverCalls(func(s *solverBuilder) {
			for range 4 {
				s.call("dgesv_", "lapack", solvers.PhaseFactorSolve, 1000, func(c *solvers.Call) { c.Values = 1 })
			}
		})},
		{"each call factors in a call of its own library", clears, solverCalls(func(s *solverBuilder) {
			for k := range int32(4) {
				s.call("dgesv_", "lapack", solvers.PhaseFactorSolve, 1000, func(c *solvers.Call) { c.Values = k + 1 })
				s.call("dgetrf_", "lapack", solvers.PhaseFactor, 900, func(c *solvers.Call) {
					c.Values, c.Begin, c.End, c.Parent = k+1, int64(k)*1100, int64(k)*1100+900, 2*k
				})
			}
		})},
		{"values change each time", clears, transient(10, func(k int32) int32 { return k + 1 })},
		{"two matrices alternate", clears, transient(10, func(k int32) int32 { return k%2 + 1 })},
		{"new pivots after a refactorisation", clears, solverCalls(func(s *solverBuilder) {
			for k := range int32(5) {
				s.refactor(5000, 1, 1, k+1)
				s.growth(1, 1e-12)
				s.factor(8000, 1, 1, k+1, 3)
			}
		})},
		{"the first was refused", clears, solverCalls(func(s *solverBuilder) {
			s.call("klu_factor", "klu", solvers.PhaseFactor, 1000, func(c *solvers.Call) { c.Values, c.Status = 1, -2 })
			s.factor(1000, 1, 1, 1, 0)
		})},
		{"the first failed with an error of PETSc", clears, solverCalls(func(s *solverBuilder) {
			s.call("MatLUFactorNumeric", "petsc", solvers.PhaseFactor, 1000, func(c *solvers.Call) { c.Values, c.Status = 1, 71 })
			s.call("MatLUFactorNumeric", "petsc", solvers.PhaseFactor, 1000, func(c *solvers.Call) { c.Values, c.Status = 1, 71 })
		})},
		{"two threads factor one matrix each", clears, solverCalls(func(s *solverBuilder) {
			s.on()
			s.on()
			for k := range int32(2) {
				s.call("klu_factor", "klu", solvers.PhaseFactor, 1000, func(c *solvers.Call) { c.Values, c.Thread, c.Factors = 1, k, k+1 })
			}
		})},
		{"values are unknown", abstains, transient(10, func(int32) int32 { return 0 })},
		{"nothing is factored", abstains, solverCalls(func(s *solverBuilder) { s.analyze(1000, 1, 1) })},
		{"no solver", abstains, noCalls},
	}
}

// TestRepeatedFactorisationCost: the refactorisations count, the first factorisation and
// those after a change of the values do not.
func TestRepeatedFactorisationCost(t *testing.T) {
	for k, want := range []int64{10 * 5000, 8 * 5000, 3 * 1010} {
		o := ruleOf(t, "repeated-factorisation").Check(repeatedFactorisationInputs()[k].input())
		if len(o.Findings) != 1 || *o.Findings[0].Cost != want {
			t.Errorf("input %d: got %+v, want one finding of %d ns", k, o.Findings, want)
		}
	}
}
