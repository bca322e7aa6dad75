package diagnose_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// ordered adds factorisations of which a library says this, and two orderings of the
// matrix: 1 Mflop from the diagonal, 5 Mflop for any pivots.
func ordered(said solvers.Said, rest int64) func() *diagnose.Input {
	return solverCalls(func(s *solverBuilder) {
		for k := range int32(4) {
			s.call("umfpack_di_numeric", "umfpack", solvers.PhaseFactor, 1_000_000, func(c *solvers.Call) {
				c.Analysis, c.Factors, c.Values, c.Flags, c.Said = 1, k+1, k+1, solvers.MakesFactors, saying(said)
			})
			s.call("umfpack_di_solve", "umfpack", solvers.PhaseSolve, 100_000, func(c *solvers.Call) { c.Factors, c.Pattern, c.NRHS = k+1, 0, 1 })
		}
		s.rest(rest)
		s.captured = &diagnose.SolverMatrices{Source: "run.matrices", Patterns: []diagnose.SolverPattern{{Pattern: 1, File: "00001_A.mtx", N: 10_000, NNZ: 49_600, Symmetric: true,
			Orderings: []diagnose.SolverOrdering{{Method: "amd", Entries: 200_000, Flops: 1e6}, {Method: "colamd", Entries: 400_000, Flops: 5e6, AnyPivots: true}}}}}
	})
}

func costlyOrderingInputs() []planted {
	say := func(flops, lu, moved float64) solvers.Said {
		x := nothing
		x.Flops, x.LNZ, x.UNZ, x.PivotsMoved = flops, lu, lu, moved
		return x
	}
	return []planted{
		{"ten times the flops", finds, ordered(say(1e7, -1, 0), 1000)},
		{"the fill is known too", finds, ordered(say(1e7, 405_000, 0), 1000)},
		{"only the fill is known", finds, ordered(say(-1, 405_000, 0), 1000)},
		{"pivots moved and the bound is still less", finds, ordered(say(2e7, -1, 7), 1000)},
		{"not twice the flops", clears, ordered(say(1.9e6, -1, 0), 1000)},
		{"pivots moved and the bound is more", clears, ordered(say(9e6, -1, 7), 1000)},
		{"factorisations take little", clears, ordered(say(1e7, -1, 0), 100_000_000)},
		{"neither flops nor fill", abstains, ordered(nothing, 1000)},
		{"fill and unknown pivots", abstains, ordered(say(-1, 405_000, -1), 1000)},
		{"Cholesky", abstains, func() *diagnose.Input {
			in := ordered(say(1e7, -1, 0), 1000)()
			for k := range in.Solvers.Functions {
				in.Solvers.Functions[k].Library = "cholmod"
			}
			return in
		}},
		{"no matrix", abstains, factoring(3, false, 0)},
		{"no solver", abstains, noCalls},
	}
}

// TestCostlyOrderingCost: four factorisations of 1 ms with ten times the flops save 0.9
// ms each. If the entries are known, 250 Mflop with 300 for each of 800,000 entries become
// 61 Mflop with 200,000, and solves of 0.1 ms with four times the entries save 0.075 ms.
func TestCostlyOrderingCost(t *testing.T) {
	for k, want := range []int64{4 * 900_000, 4*75_000 + 4_000_000*189/250} {
		in := costlyOrderingInputs()[k].input()
		if k == 1 {
			in.Solvers.Calls[0].Said.UNZ, in.Solvers.Calls[2].Said.UNZ = 405_000, 405_000
		}
		o := ruleOf(t, "costly-ordering").Check(in)
		if len(o.Findings) != 1 || *o.Findings[0].Cost != want {
			t.Errorf("input %d: got %+v, want one finding of %d ns", k, o.Findings, want)
		}
	}
}

// TestLeastFlops: of 405,000 entries in each of L and U, 39.5 are below each diagonal:
// at least 2·39.5² + 39.5 flops a column.
func TestLeastFlops(t *testing.T) {
	o := ruleOf(t, "costly-ordering").Check(costlyOrderingInputs()[2].input())
	if got, want := o.Findings[0].Evidence[0].Value, 10_000*(2*39.5*39.5+39.5); got != want {
		t.Errorf("got %g flops, want %g", got, want)
	}
}

// TestPredictedFlops: KLU says the fill of a factorisation, and the flops of its analysis.
// They are the flops of the factorisation if both have as many entries.
func TestPredictedFlops(t *testing.T) {
	for _, c := range []struct {
		predicted float64 // entries of L
		want      string
	}{{405_000, "umfpack_di_numeric needs 50.0 Mflop"}, {406_000, "umfpack_di_numeric needs at least 31.6 Mflop"}} {
		in := costlyOrderingInputs()[2].input()
		x := nothing
		x.LNZ, x.UNZ, x.Flops = c.predicted, 405_000, 5e7
		first := in.Solvers.Calls[0]
		first.Phase, first.Factors, first.Values, first.Said = solvers.PhaseAnalyze, 0, 0, saying(x)
		in.Solvers.Calls = append([]solvers.Call{first}, in.Solvers.Calls...)
		for k := range in.Solvers.Calls[1:] {
			if s := in.Solvers.Calls[k+1].Said; s != nil {
				s.UNZ = 405_000
			}
		}
		if o := ruleOf(t, "costly-ordering").Check(in); len(o.Findings) != 1 || !strings.HasPrefix(o.Findings[0].Title, c.want) {
			t.Errorf("got %+v, want %s", o, c.want)
		}
	}
}

// A clear rule says that the flops are a lower bound.
func TestClearByLeastFlops(t *testing.T) {
	in := costlyOrderingInputs()[2].input()
	for k := range in.Captured.Patterns[0].Orderings {
		in.Captured.Patterns[0].Orderings[k].Flops = 1e8
	}
	if o := ruleOf(t, "costly-ordering").Check(in); !strings.Contains(o.Cleared, "at least 0.316×") {
		t.Errorf("got %+v", o)
	}
}
