package diagnose_test

import (
	"fmt"
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

// holding is factoring with pivots that move, and captured matrices of the factorisations
// after the first: older pivots hold for the first so many of them, and not for the others.
func holding(held, captured int) func() *diagnose.Input {
	return func() *diagnose.Input {
		in := factoring(10, true, 12)()
		in.Captured = &diagnose.SolverMatrices{Source: "run.matrices"}
		seen := -1
		for k := range in.Solvers.Calls {
			if in.Solvers.Calls[k].Phase != solvers.PhaseFactor {
				continue
			}
			if seen++; seen > 0 && seen <= captured {
				p := diagnose.PivotCheck{Call: int32(k), Method: "btf+amd", File: fmt.Sprintf("%05d_A.mtx", seen), Held: seen <= held}
				if p.Held {
					p.Backward = float64(seen) * 1e-12
				}
				in.Captured.Pivots = append(in.Captured.Pivots, p)
			}
		}
		return in
	}
}

// TestFactorNotRefactorHeld: only calls count whose captured matrices were checked and
// for which older pivots hold. The others are named.
func TestFactorNotRefactorHeld(t *testing.T) {
	for _, c := range []struct {
		held, captured int
		want           map[string]float64
	}{
		{9, 9, map[string]float64{"although older pivots hold": 9, "largest backward error": 9e-12}},
		{3, 9, map[string]float64{"although older pivots hold": 3, "older pivots do not hold": 6, "largest backward error": 3e-12}},
		{3, 3, map[string]float64{"although older pivots hold": 3, "is unknown": 6}},
	} {
		o := ruleOf(t, "factor-not-refactor").Check(holding(c.held, c.captured)())
		if len(o.Findings) != 1 || !strings.Contains(o.Findings[0].Title, fmt.Sprintf("chooses new pivots in %d calls, although older pivots are enough", c.held)) {
			t.Fatalf("got %+v", o)
		}
		if cost := *o.Findings[0].Cost; cost != int64(c.held)*5100 {
			t.Errorf("held %d: got a cost of %d ns", c.held, cost)
		}
		for text, value := range c.want {
			found := false
			for _, e := range o.Findings[0].Evidence {
				found = found || strings.Contains(e.Text, text) && e.Value == value && (e.Value >= 1 || e.Source == fmt.Sprintf("run.matrices/%05d_A.mtx", c.held))
			}
			if !found {
				t.Errorf("held %d: got %+v, want %q with %g", c.held, o.Findings[0].Evidence, text, value)
			}
		}
	}
}

// TestFactorNotRefactorGroups: what captured matrices show of one function says nothing
// about another one.
func TestFactorNotRefactorGroups(t *testing.T) {
	in := holding(9, 9)()
	in.Solvers.Functions = append(in.Solvers.Functions, solvers.Function{Symbol: "klu_l_factor", Library: "klu", Phase: solvers.PhaseFactor})
	calls := len(in.Solvers.Calls)
	for k := range calls {
		c := in.Solvers.Calls[k]
		if c.Phase != solvers.PhaseFactor {
			continue
		}
		c.Function, c.Analysis = int32(len(in.Solvers.Functions)-1), 2
		s := *c.Said
		s.PivotsMoved = 0
		c.Said = &s
		in.Solvers.Calls = append(in.Solvers.Calls, c)
	}
	o := ruleOf(t, "factor-not-refactor").Check(in)
	if len(o.Findings) != 2 {
		t.Fatalf("got %+v, want two findings", o)
	}
	for _, f := range o.Findings {
		if old := strings.HasPrefix(f.Title, "klu_factor chooses new pivots"); !old && !strings.HasPrefix(f.Title, "klu_l_factor chooses the same pivots") {
			t.Errorf("got %q", f.Title)
		}
	}
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
		{"old pivots hold in captured matrices", finds, holding(9, 9)},
		{"old pivots do not hold in captured matrices", clears, holding(0, 9)},
		{"old pivots do not hold in some captured matrices", abstains, holding(0, 3)},
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
