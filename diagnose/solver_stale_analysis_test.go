package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// switched adds a factorisation of pattern 1 and refactorisations of pattern 2.
func switched(s *solverBuilder, status int32, nnz int64) {
	s.analyze(1000, 1, 1)
	s.factor(8000, 1, 1, 1, 0)
	s.solve(1000, 1, 4096)
	for k := range int32(3) {
		s.call("klu_refactor", "klu", solvers.PhaseRefactor, 3000, func(c *solvers.Call) {
			c.Analysis, c.Factors, c.Pattern, c.Values, c.Status, c.NNZ = 1, 1, 2, k+2, status, nnz
		})
		s.solve(1000, 1, 4096)
	}
}

func staleAnalysisInputs() []planted {
	compared := func(added, removed int64) func() *diagnose.Input {
		return solverCalls(func(s *solverBuilder) {
			switched(s, 0, 49_600)
			s.captured = &diagnose.SolverMatrices{Source: "run.matrices", Differences: []diagnose.PatternDifference{{Old: 1, New: 2, Added: added, Removed: removed}},
				Residuals: []diagnose.SolverResidual{{Solve: 4, Factor: 3, Backward: 0.25, File: "00004_A.mtx"}}}
		})
	}
	return []planted{
		{"the pivots of another pattern", finds, solverCalls(func(s *solverBuilder) { switched(s, 0, 49_602) })},
		{"the number of entries is the same", finds, solverCalls(func(s *solverBuilder) { switched(s, 0, 49_600) })},
		{"captured matrices show the positions", finds, compared(2, 2)},
		{"the analysis of another pattern", finds, solverCalls(func(s *solverBuilder) {
			s.analyze(1000, 1, 1)
			s.call("klu_factor", "klu", solvers.PhaseFactor, 8000, func(c *solvers.Call) { c.Analysis, c.Factors, c.Pattern = 1, 1, 2 })
		})},
		{"only entries are missing", clears, compared(0, 2)},
		{"the library refuses", clears, solverCalls(func(s *solverBuilder) { switched(s, -11, 49_602) })},
		{"the pattern is the same", clears, factoring(3, true, 0)},
		{"analysis and factorisation in one call", abstains, solverCalls(func(s *solverBuilder) {
			s.call("dgssv", "superlu", solvers.PhaseAnalyzeFactorSolve, 1000, nil)
		})},
		{"the objects are unknown", abstains, solverCalls(func(s *solverBuilder) {
			s.call("klu_refactor", "klu", solvers.PhaseRefactor, 1000, nil)
		})},
		{"no solver", abstains, noCalls},
	}
}

// TestStaleAnalysisSeverity: without captured matrices, two patterns of one size may be
// one pattern whose columns are in another order.
func TestStaleAnalysisSeverity(t *testing.T) {
	for k, want := range []diagnose.Severity{diagnose.Error, diagnose.Warning, diagnose.Error} {
		o := ruleOf(t, "stale-analysis").Check(staleAnalysisInputs()[k].input())
		if len(o.Findings) != 1 || o.Findings[0].Severity != want || o.Findings[0].Evidence[0].Value != 3 {
			t.Errorf("input %d: got %+v, want one finding of severity %v about 3 calls", k, o.Findings, want)
		}
	}
}
