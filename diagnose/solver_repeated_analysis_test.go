package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// newtons adds iterations that analyse the patterns of a function.
func newtons(n int, pattern func(k int32) int32, analysis int64) func() *diagnose.Input {
	return solverCalls(func(s *solverBuilder) {
		for k := range int32(n) {
			s.analyze(analysis, k+1, pattern(k))
			s.refactor(5000, k+1, 1, k+1)
			s.solve(1000, 1, 4096)
			s.freeAnalysis(50, k+1)
		}
	})
}

func repeatedAnalysisInputs() []planted {
	one := func(int32) int32 { return 1 }
	return []planted{
		{"each iteration analyses one pattern", finds, newtons(10, one, 2000)},
		{"two patterns alternate and the first analysis is there", finds, solverCalls(func(s *solverBuilder) {
			for k := range int32(6) {
				s.analyze(2000, k+1, k%2+1)
				s.rest(5000)
			}
		})},
		{"patterns by a sample", finds, solverCalls(func(s *solverBuilder) {
			for k := range int32(3) {
				s.call("umfpack_di_symbolic", "umfpack", solvers.PhaseAnalyze, 1000, func(c *solvers.Call) {
					c.Analysis, c.Flags = k+1, solvers.MakesAnalysis|solvers.SampledPattern
				})
			}
		})},
		{"analysis and factorisation in one call", finds, solverCalls(func(s *solverBuilder) {
			for k := range int32(3) {
				s.call("dgssv", "superlu", solvers.PhaseAnalyzeFactorSolve, 1000, func(c *solvers.Call) { c.Values = k + 1 })
			}
		})},
		{"the analysis in a call is watched too", finds, solverCalls(func(s *solverBuilder) {
			for k := range int64(3) {
				s.call("dmumps_c", "mumps", solvers.PhaseAnalyzeFactorSolve, 1000, nil)
				s.call("dmumps_ana_driver_", "mumps", solvers.PhaseAnalyze, 300, func(c *solvers.Call) {
					c.Begin, c.End, c.Parent = k*1100+100, k*1100+400, int32(2*k)
				})
			}
		})},
		{"each pattern is new", clears, newtons(10, func(k int32) int32 { return k + 1 }, 2000)},
		{"one repetition that takes little", clears, solverCalls(func(s *solverBuilder) {
			s.analyze(2000, 1, 1)
			s.analyze(2000, 2, 1)
			s.rest(100_000)
		})},
		{"the second analysis has other options", clears, solverCalls(func(s *solverBuilder) {
			for k := range int32(2) {
				s.call("klu_analyze", "klu", solvers.PhaseAnalyze, 1000, func(c *solvers.Call) {
					c.Analysis, c.Flags = k+1, solvers.MakesAnalysis
					x := nothing
					x.LNZ = float64(20_000 + k)
					c.Said = saying(x)
				})
			}
		})},
		{"a call within the call", clears, solverCalls(func(s *solverBuilder) {
			s.call("MatLUFactorSymbolic", "petsc", solvers.PhaseAnalyze, 2000, func(c *solvers.Call) { c.Analysis = 1 })
			s.call("klu_analyze", "klu", solvers.PhaseAnalyze, 1000, func(c *solvers.Call) {
				c.Begin, c.End, c.Parent, c.Flags = 500, 1500, 0, solvers.Repeats
			})
		})},
		{"the library refused", clears, solverCalls(func(s *solverBuilder) {
			s.call("klu_analyze", "klu", solvers.PhaseAnalyze, 1000, func(c *solvers.Call) { c.Status = -2 })
			s.analyze(1000, 1, 1)
		})},
		{"patterns are unknown", abstains, newtons(10, func(int32) int32 { return 0 }, 2000)},
		{"nothing is analysed", abstains, solverCalls(func(s *solverBuilder) { s.solve(1000, 1, 0) })},
		{"no solver", abstains, noCalls},
	}
}

// TestRepeatedAnalysisCost: nine of ten analyses of 2000 ns are superfluous, with nine
// calls that free them, of 50 ns.
func TestRepeatedAnalysisCost(t *testing.T) {
	o := ruleOf(t, "repeated-analysis").Check(repeatedAnalysisInputs()[0].input())
	if len(o.Findings) != 1 || *o.Findings[0].Cost != 9*2050 {
		t.Fatalf("got %+v, want one finding of %d ns", o.Findings, 9*2050)
	}
	o = ruleOf(t, "repeated-analysis").Check(repeatedAnalysisInputs()[4].input())
	if len(o.Findings) != 1 || o.Findings[0].Cost == nil || *o.Findings[0].Cost != 2*300 {
		t.Errorf("got %+v, want one finding of 600 ns: the analyses within two calls", o.Findings)
	}
	alive := solverCalls(func(s *solverBuilder) {
		for k := range int32(5) {
			s.analyze(2000, k+1, 1)
		}
	})()
	for _, c := range []struct {
		in   *diagnose.Input
		want float64
	}{{repeatedAnalysisInputs()[0].input(), 0}, {alive, 4}} {
		e := ruleOf(t, "repeated-analysis").Check(c.in).Findings[0].Evidence
		if got := e[len(e)-1].Value; got != c.want {
			t.Errorf("the first analysis still existed for %g calls, want %g", got, c.want)
		}
	}
}

// TestThreadsCostOnce: two threads that analyse again at the same time cost the run the
// time of one.
func TestThreadsCostOnce(t *testing.T) {
	in := solverCalls(func(s *solverBuilder) {
		for thread := range int32(2) {
			s.on()
			s.at = 0
			for k := range int32(3) {
				s.call("klu_analyze", "klu", solvers.PhaseAnalyze, 1000, func(c *solvers.Call) {
					c.Thread, c.Analysis, c.Flags = thread, 3*thread+k+1, solvers.MakesAnalysis
				})
			}
		}
	})()
	o := ruleOf(t, "repeated-analysis").Check(in)
	// The first thread repeats two analyses, the second thread three.
	if len(o.Findings) != 1 || *o.Findings[0].Cost != 3*1000 {
		t.Errorf("got %+v, want one finding of 3000 ns", o.Findings)
	}
}
