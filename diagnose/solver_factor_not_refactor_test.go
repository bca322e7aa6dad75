package diagnose_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// factoring adds factorisations with pivots that moved, and refactorisations between.
func factoring(n int, refactors bool, moved float64) func() *diagnose.Input {
	return solverCalls(func(s *solverBuilder) {
		s.analyze(1000, 1, 1)
		for k := range int32(n) {
			s.factor(8000, 1, k+1, 2*k+1, moved)
			if refactors {
				s.refactor(3000, 1, k+1, 2*k+2)
			}
			s.solve(1000, k+1, 4096)
			s.call("klu_free_numeric", "klu", solvers.PhaseFree, 100, func(c *solvers.Call) {
				c.Factors, c.Pattern, c.Flags = k+1, 0, solvers.Frees
			})
		}
	})
}

// holding is factoring with pivots that move, and captured matrices for which pivots had to be
// chosen so many times.
func holding(runs int) func() *diagnose.Input {
	return func() *diagnose.Input {
		in := factoring(10, true, 12)()
		in.Captured = &diagnose.SolverMatrices{Source: "run.matrices", Pivots: []diagnose.SolverPivots{
			{Pattern: 1, Method: "btf+amd", File: "00001_A.mtx", Matrices: 10, Runs: runs, Backward: 3e-12}}}
		return in
	}
}

// The finding does not say that the pivots are the same, and names the error of the old
// ones.
func TestFactorNotRefactorOldPivotsHold(t *testing.T) {
	o := ruleOf(t, "factor-not-refactor").Check(holding(1)())
	if len(o.Findings) != 1 || !strings.Contains(o.Findings[0].Title, "old pivots could replace") {
		t.Fatalf("got %+v", o)
	}
	for _, e := range o.Findings[0].Evidence {
		if e.Value == 3e-12 && e.Source == "run.matrices/00001_A.mtx" {
			return
		}
	}
	t.Errorf("got %+v, want the largest backward error", o.Findings[0].Evidence)
}

func factorNotRefactorInputs() []planted {
	return []planted{
		{"each step chooses the same pivots", finds, factoring(10, true, 0)},
		{"no refactorisation to compare with", finds, factoring(10, false, 0)},
		{"pivots are chosen once", clears, factoring(1, true, 0)},
		{"a refactorisation is as slow", clears, solverCalls(func(s *solverBuilder) {
			for k := range int32(10) {
				s.factor(8000, 1, 1, 2*k+1, 0)
				s.refactor(7900, 1, 1, 2*k+2)
			}
		})},
		{"each time another analysis", abstains, solverCalls(func(s *solverBuilder) {
			for k := range int32(10) {
				s.analyze(1000, k+1, 1)
				s.factor(8000, k+1, k+1, k+1, 0)
			}
		})},
		{"pivots moved", abstains, factoring(10, true, 12)},
		{"old pivots hold in captured matrices", finds, holding(1)},
		{"old pivots do not hold in captured matrices", abstains, holding(2)},
		{"pivots are unknown", abstains, factoring(10, true, -1)},
		{"the library has no refactorisation", abstains, solverCalls(func(s *solverBuilder) {
			for k := range int32(3) {
				s.call("umfpack_di_numeric", "umfpack", solvers.PhaseFactor, 1000, func(c *solvers.Call) { c.Analysis, c.Factors, c.Values = 1, k+1, k+1 })
			}
		})},
		{"nothing is factored", abstains, solverCalls(func(s *solverBuilder) { s.analyze(1000, 1, 1) })},
		{"no solver", abstains, noCalls},
	}
}

// TestFactorNotRefactorCost: nine of ten factorisations of 8000 ns, each with 100 ns to
// free it, could take 3000 ns.
func TestFactorNotRefactorCost(t *testing.T) {
	for k, want := range []int64{9 * 5100, 9 * 8100} {
		o := ruleOf(t, "factor-not-refactor").Check(factorNotRefactorInputs()[k].input())
		if len(o.Findings) != 1 || *o.Findings[0].Cost != want {
			t.Errorf("input %d: got %+v, want one finding of %d ns", k, o.Findings, want)
		}
	}
}

// The finding saves 45.9 of 126.1 µs. A share of the run leaves out the time of recording, and says so.
func TestShareWithoutRecording(t *testing.T) {
	for _, c := range []struct {
		aside int64
		want  string
	}{{0, "36.4 % of the run"}, {40_500, "53.7 % of the run without recording"}} {
		in := factorNotRefactorInputs()[0].input()
		in.Solvers.Calls[0].Aside = c.aside
		o := ruleOf(t, "factor-not-refactor").Check(in)
		if len(o.Findings) != 1 || !strings.HasSuffix(o.Findings[0].Title, ", "+c.want) {
			t.Errorf("aside %d: got %+v, want %q", c.aside, o.Findings, c.want)
		}
	}
}
