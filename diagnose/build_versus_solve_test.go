package diagnose_test

import (
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// analysed gives an input an analysis.
func analysed(in *diagnose.Input, text string) *diagnose.Input {
	a, err := diagnose.ReadAnalysis([]byte(text), "matrix.json")
	if err != nil {
		panic(err)
	}
	in.Analysis = a
	return in
}

// fourfold is an analysis in which the factorisation is four times as fast at
// most.
const fourfold = `{"schema":"analyze/v1","structure":{"rows":100},"best":{"recommended":"amd"},
	"orderings":[{"method":"rcm","flops":10,"critical_path_flops":10,"parallelism_work":1},
		{"method":"amd","flops":8,"critical_path_flops":2,"parallelism_work":4}]}`

func buildVersusSolveInputs() []planted {
	of := func(build, solve int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			b.solver(0, repeat(10, step{iterations: 1, build: build, solve: solve, test: 1000 - build - solve})...)
			return b.input()
		}
	}
	labelled := func(label string) func() *diagnose.Input {
		return func() *diagnose.Input {
			b := builder{header: trace.Header{Labels: map[string]string{"unknowns": label}}}
			b.solver(0, repeat(10, step{iterations: 1, build: 100, solve: 800, test: 100})...)
			return analysed(b.input(), fourfold)
		}
	}
	return []planted{
		{"evaluation takes 80 per cent", finds, of(800, 150)},
		{"neither takes more than half", clears, of(500, 450)},
		{"the solver takes 80 per cent", finds, of(100, 800)},
		{"the solver can be four times as fast", finds, labelled("100")},
		{"the analysis is of another matrix", finds, labelled("99")},
		{"there is no solver", abstains, func() *diagnose.Input {
			var b builder
			b.solver(0, repeat(10, step{iterations: 1, build: 1000})...)
			return b.input()
		}},
	}
}

// TestSolverGainsNoMoreThanItsParallelism: of 1000 ns an iteration, 800 are
// factorisation; four times as fast they leave 400, so the whole is 2.5 times
// as fast.
func TestSolverGainsNoMoreThanItsParallelism(t *testing.T) {
	for label, want := range map[string]float64{"100": 2.5, "99": 0, "": 2.5} {
		b := builder{header: trace.Header{Labels: map[string]string{"unknowns": label}}}
		b.solver(0, repeat(10, step{iterations: 1, build: 100, solve: 800, test: 100})...)
		r := diagnose.Run(analysed(b.input(), fourfold), diagnose.Rules())
		got := 0.0
		for _, f := range r.Findings {
			for _, e := range f.Evidence {
				if strings.Contains(e.Text, "as parallel as that") {
					got = e.Value
					if *f.Cost != 6000 {
						t.Errorf("label %q: got a cost of %d ns, want 6000", label, *f.Cost)
					}
				}
			}
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("label %q: got a bound of %g, want %g", label, got, want)
		}
	}
}
