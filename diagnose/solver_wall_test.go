package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// Two threads each analyse one pattern five times: at the same time, or one after the
// other. What both spend at the same time counts once.
func TestWallTimeOfThreads(t *testing.T) {
	for _, c := range []struct {
		name     string
		parallel bool
		cost     int64
	}{
		{"in turn", false, 9 * 1000},
		{"at the same time", true, 5 * 1000},
	} {
		in := solverCalls(func(s *solverBuilder) {
			s.on()
			second := s.on()
			for k := range int32(5) {
				s.analyze(1000, 2*k+1, 1)
				if c.parallel {
					s.at -= 1100
				}
				s.call("klu_analyze", "klu", solvers.PhaseAnalyze, 1000, func(x *solvers.Call) {
					x.Thread, x.Analysis, x.Flags = second, 2*k+2, solvers.MakesAnalysis
				})
			}
		})()
		o := ruleOf(t, "repeated-analysis").Check(in)
		if len(o.Findings) != 1 || *o.Findings[0].Cost != c.cost {
			t.Errorf("%s: got %+v, want one finding of %d ns", c.name, o.Findings, c.cost)
			continue
		}
		if e := o.Findings[0].Evidence[1]; e.Unit != diagnose.UnitNS || e.Value != 9000 {
			t.Errorf("%s: got the evidence %+v, want the sum of the calls", c.name, e)
		}
	}
}
