package diagnose_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// refactored adds a factorisation and refactorisations; each solves, and asks for the
// growth of pivots if that is not negative.
func refactored(s *solverBuilder, fresh float64, growth ...float64) {
	s.analyze(1000, 1, 1)
	s.factor(8000, 1, 1, 1, 0)
	if fresh >= 0 {
		s.growth(1, fresh)
	}
	s.solve(1000, 1, 4096)
	for k, g := range growth {
		s.refactor(3000, 1, 1, int32(k)+2)
		if g >= 0 {
			s.growth(1, g)
		}
		s.solve(1000, 1, 4096)
	}
}

// withResiduals gives each solve a backward error.
func withResiduals(s *solverBuilder, backward ...float64) {
	s.captured = &diagnose.SolverMatrices{Source: "run.matrices"}
	factor, next := int32(-1), 0
	for k, c := range s.run.Calls {
		if c.Phase.Factors() {
			factor = int32(k)
		}
		if c.Phase.Solves() {
			s.captured.Residuals = append(s.captured.Residuals, diagnose.SolverResidual{Solve: int32(k), Factor: factor, Backward: backward[next], File: "00001_A.mtx"})
			next++
		}
	}
}

func stalePivotsInputs() []planted {
	asked := func(fresh float64, growth ...float64) func() *diagnose.Input {
		return solverCalls(func(s *solverBuilder) { refactored(s, fresh, growth...) })
	}
	captured := func(backward ...float64) func() *diagnose.Input {
		return solverCalls(func(s *solverBuilder) {
			refactored(s, -1, -1, -1, -1)
			withResiduals(s, backward...)
		})
	}
	return []planted{
		{"the growth of pivots says so", finds, asked(0.2, 0.1, 1e-9, 1e-12)},
		{"the residual says so", finds, captured(1e-16, 1e-16, 1e-7, 1e-3)},
		{"a library without pivots", abstains, solverCalls(func(s *solverBuilder) {
			for k, phase := range []solvers.Phase{solvers.PhaseFactor, solvers.PhaseRefactor} {
				s.call("cholmod_factorize", "cholmod", phase, 1000, func(c *solvers.Call) { c.Analysis, c.Factors, c.Values = 1, 1, int32(k)+1 })
				s.call("cholmod_solve", "cholmod", solvers.PhaseSolve, 1000, func(c *solvers.Call) { c.Factors, c.Pattern = 1, 0 })
			}
			withResiduals(s, 1e-16, 1e-3)
		})},
		{"both say so", finds, solverCalls(func(s *solverBuilder) {
			refactored(s, 0.2, 0.1, 1e-12)
			withResiduals(s, 1e-16, 1e-16, 1e-4)
		})},
		{"a pivot of zero", finds, solverCalls(func(s *solverBuilder) {
			refactored(s, -1, -1, -1)
			s.run.Calls[3].Status = 1
		})},
		{"the growth is a little smaller", clears, asked(0.2, 0.1, 1e-6)},
		{"new pivots are no better", clears, asked(1e-9, 1e-9, 1e-9)},
		{"new pivots before the next solve", clears, solverCalls(func(s *solverBuilder) {
			refactored(s, 0.2, 0.1)
			s.refactor(3000, 1, 1, 9)
			s.growth(1, 1e-12)
			s.factor(8000, 1, 1, 9, 4)
			s.solve(1000, 1, 4096)
		})},
		{"all residuals are small", clears, captured(1e-16, 1e-14, 1e-12, 1e-10)},
		{"the residual of new pivots is as large", clears, captured(1e-6, 1e-6, 1e-6, 1e-6)},
		{"nobody asked", abstains, asked(-1, -1, -1)},
		{"no refactorisation", abstains, asked(0.2)},
		{"no solver", abstains, noCalls},
	}
}

// TestStalePivotsCounts: the finding counts the solutions, and names the worst.
func TestStalePivotsCounts(t *testing.T) {
	o := ruleOf(t, "stale-pivots").Check(stalePivotsInputs()[1].input())
	f := o.Findings[0]
	if f.Severity != diagnose.Error || f.Evidence[0].Value != 2 || f.Evidence[1].Value != 1e-3 || !strings.Contains(f.Evidence[1].Text, "call 9, klu_solve") {
		t.Errorf("got %+v, want an error about two solutions, the worst of which is 1e-3 in call 9", f)
	}
	if f.Cost != nil {
		t.Errorf("got a cost of %d ns, want none", *f.Cost)
	}
}

// A solution with the pivots of another pattern is the matter of stale-analysis.
func TestStalePivotsLeavesOtherPatterns(t *testing.T) {
	var s solverBuilder
	refactored(&s, -1, -1)
	s.call("klu_refactor", "klu", solvers.PhaseRefactor, 3000, func(c *solvers.Call) { c.Analysis, c.Factors, c.Pattern, c.Values = 1, 1, 2, 5 })
	s.solve(1000, 1, 4096)
	withResiduals(&s, 1e-16, 1e-16, 1)
	if o := ruleOf(t, "stale-pivots").Check(s.input()); len(o.Findings) > 0 {
		t.Errorf("got %+v", o.Findings)
	}
	if o := ruleOf(t, "stale-analysis").Check(s.input()); len(o.Findings) != 1 {
		t.Errorf("got %+v, want one finding of stale-analysis", o)
	}
}
