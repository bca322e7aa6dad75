package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// densely adds dense factorisations of 10 ms, of matrices with entries, of which a
// sparse factorisation needs flops.
func densely(nonzero int64, flops float64, rest int64) func() *diagnose.Input {
	return solverCalls(func(s *solverBuilder) {
		s.captured = &diagnose.SolverMatrices{Source: "run.matrices"}
		for k := range int32(3) {
			s.call("dgesv_", "lapack", solvers.PhaseFactorSolve, 10_000_000, func(c *solvers.Call) { c.N, c.Rows, c.NNZ, c.Values = 500, 500, 250_000, k+1 })
			s.captured.Dense = append(s.captured.Dense, diagnose.SolverDense{Call: k, File: "00001_A.mtx", N: 500, Nonzero: nonzero,
				Sparse: diagnose.SolverOrdering{Method: "amd", Flops: flops, Entries: 10_000}})
		}
		s.rest(rest)
	})
}

func denseSolverInputs() []planted {
	return []planted{
		{"five entries in a row", finds, densely(2500, 400_000, 1000)},
		{"a full matrix", clears, densely(250_000, 83e6, 1000)},
		{"the calls take little", clears, densely(2500, 400_000, 10_000_000_000)},
		{"no ordering was computed", clears, solverCalls(func(s *solverBuilder) {
			s.call("dgesv_", "lapack", solvers.PhaseFactorSolve, 10_000_000, nil)
			s.captured = &diagnose.SolverMatrices{Source: "run.matrices", Dense: []diagnose.SolverDense{{File: "00001_A.mtx", N: 500, Nonzero: 250_000}}}
		})},
		{"no dense matrix", abstains, solverCalls(func(s *solverBuilder) {
			s.solve(1000, 1, 0)
			s.captured = &diagnose.SolverMatrices{}
		})},
		{"no solver", abstains, noCalls},
	}
}

// TestDenseSolverCost: 10 ms become 0.4 Mflop at 0.5 Gflop/s and 10,000 entries of 20 ns,
// 1 ms.
func TestDenseSolverCost(t *testing.T) {
	o := ruleOf(t, "dense-solver").Check(denseSolverInputs()[0].input())
	if len(o.Findings) != 1 || *o.Findings[0].Cost != 3*9_000_000 {
		t.Errorf("got %+v, want one finding of 27 ms", o.Findings)
	}
}
