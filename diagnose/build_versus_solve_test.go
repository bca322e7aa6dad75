package diagnose_test

import (
	"fmt"
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
	wrote(in, "analysis", text)
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
	sampled := func(build, solve int64, error float64) func() *diagnose.Input { // error by all time
		return func() *diagnose.Input {
			in := of(build, solve)()
			in.Summary.Sample = 64
			for i := range in.Summary.Phases {
				p := &in.Summary.Phases[i]
				p.Estimated, p.ShareError = true, error
			}
			return in
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
		{"evaluation waits for its kernels", clears, kernels(10, 300, 0)},
		{"kernels of the evaluation run on behind the solver", finds, kernels(10, 300, 300)},
		{"few steps were timed, and agree", finds, sampled(800, 150, 0.02)},
		{"few steps were timed, and it may be half", abstains, sampled(540, 150, 0.03)},
		{"few steps were timed, and disagree", abstains, sampled(800, 150, 0.2)},
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
				if strings.Contains(e.Text, "as parallel as in this model") {
					got = e.Value
				}
				if f.Rule == "build-versus-solve" && *f.Cost != 8000 {
					t.Errorf("label %q: got a cost of %d ns, want 8000, all of the solver", label, *f.Cost)
				}
			}
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("label %q: got a bound of %g, want %g", label, got, want)
		}
	}
}

// kernels is an input of iterations of 1000 ns: 400 ns of device evaluation and
// 500 ns of the linear solver. The evaluation launches a kernel that runs for ns,
// and starts that much after the evaluation began.
func kernels(iterations int, ns, after int64) func() *diagnose.Input {
	return func() *diagnose.Input {
		var b builder
		th, st := b.thread(1, 1), b.stream(1, 0, 1, 7)
		for k := range int64(iterations) {
			at := k * 1000
			b.open(th, trace.PhaseIteration, at)
			b.open(th, trace.PhaseBuildSystem, at)
			b.call(th, "cuLaunchKernel", trace.SortAPI, at, 20, st, "eval", trace.SortKernel, at+20+after, ns)
			b.call(th, "cuStreamSynchronize", trace.SortSync, at+20, ns, -1, "", "", 0, 0)
			b.close(th, trace.PhaseBuildSystem, at+400)
			b.span(th, trace.PhaseLinearSolve, at+400, 500)
			b.close(th, trace.PhaseIteration, at+1000)
		}
		return b.input()
	}
}

// both is an input of iterations of 1000 ns on a thread that waits at their end:
// the evaluation launches a kernel that runs from 100 to 500, the solver, open
// from 200 to 300, one that runs from from to to.
func both(from, to int64) *diagnose.Input {
	var b builder
	th, st, st2 := b.thread(1, 1), b.stream(1, 0, 1, 7), b.stream(1, 0, 1, 8)
	for k := range int64(10) {
		at := k * 1000
		b.open(th, trace.PhaseIteration, at)
		b.open(th, trace.PhaseBuildSystem, at)
		b.call(th, "cuLaunchKernel", trace.SortAPI, at, 20, st, "eval", trace.SortKernel, at+100, 400)
		b.close(th, trace.PhaseBuildSystem, at+200)
		b.open(th, trace.PhaseLinearSolve, at+200)
		b.call(th, "cuLaunchKernel", trace.SortAPI, at+210, 20, st2, "lu", trace.SortKernel, at+from, to-from)
		b.close(th, trace.PhaseLinearSolve, at+300)
		b.close(th, trace.PhaseIteration, at+1000)
	}
	return b.input()
}

// TestSharedTimeCountsOnce: the shares of both parts are of time that the other
// does not have, so that they come to no more than all.
func TestSharedTimeCountsOnce(t *testing.T) {
	for name, c := range map[string]struct {
		from, to     int64
		build, solve float64
	}{
		// 0–500 is of the evaluation, for which the device works while the range of
		// the solver is open; 500–900 of the solver.
		"one after the other": {500, 900, 0.5, 0.4},
		// From 250 to 300 the solver's range is open and devices work for both: it is
		// the solver's; from 300 to 500 no range is, and it is the evaluation's.
		"at once": {250, 900, 0.45, 0.45},
		// The same, and to its end within the evaluation's kernel.
		"within": {250, 400, 0.45, 0.05},
	} {
		r := diagnose.Run(both(c.from, c.to), diagnose.Rules())
		want := fmt.Sprintf("device evaluation takes %g %% and the linear solver %g %% of the time", 100*c.build, 100*c.solve)
		found := ""
		for _, x := range r.Cleared {
			if x.Rule == "build-versus-solve" {
				found = x.Why
			}
		}
		if !strings.Contains(strings.ReplaceAll(found, ".0 %", " %"), want) {
			t.Errorf("%s: got %q, want %q (%+v)", name, found, want, r.Findings)
		}
	}
}

// TestWorkOnDevicesCountsOnce: a kernel of 300 ns that the evaluation waits for
// is in its 400 ns; one that starts 320 ns after it began runs 220 ns on, so that
// 620 of 1000 ns are of the evaluation.
func TestWorkOnDevicesCountsOnce(t *testing.T) {
	for after, want := range map[int64]float64{0: 0.4, 300: 0.62} {
		r := diagnose.Run(kernels(10, 300, after)(), diagnose.Rules())
		text := fmt.Sprintf("device evaluation takes %g %%", 100*want)
		found := false
		for _, c := range r.Cleared {
			found = found || c.Rule == "build-versus-solve" && strings.Contains(c.Why, text)
		}
		for _, f := range r.Findings {
			if f.Rule == "build-versus-solve" {
				found = math.Abs(f.Evidence[0].Value-want) < 1e-9 && *f.Cost == 6200
			}
		}
		if !found {
			t.Errorf("kernel %d ns after: got %+v and %+v, want a share of %g", after, r.Findings, r.Cleared, want)
		}
	}
}

// The bound is that of the task model with the most parallelism, of the figures
// for pivots from the diagonal where there are both.
func TestBuildVersusSolveModels(t *testing.T) {
	models := `"task_models":{"columns":{"parallelism":4},"pipelined":{"parallelism":8},"panels":{"parallelism":3}}`
	for text, want := range map[string]struct {
		bound float64
		from  string
	}{
		`"parallelism_work":4,` + models: {1 / (1 - 0.7), ".task_models.pipelined.parallelism"},
		`"parallelism_work":4`:           {1 / (1 - 0.6), ".parallelism_work"},
		`"parallelism_work":1,"task_models":{},"no_pivoting":{"parallelism_work":2,` + models + `}`: {1 / (1 - 0.7), ".no_pivoting.task_models.pipelined.parallelism"},
	} {
		b := builder{header: trace.Header{Labels: map[string]string{"unknowns": "100"}}}
		b.solver(0, repeat(10, step{iterations: 1, build: 100, solve: 800, test: 100})...)
		r := diagnose.Run(analysed(b.input(), `{"schema":"analyze/v1","structure":{"rows":100},"best":{"recommended":"amd"},"orderings":[{"method":"amd","flops":8,`+text+`}]}`), diagnose.Rules())
		bound, from := 0.0, ""
		for _, f := range r.Findings {
			for _, e := range f.Evidence {
				if strings.Contains(e.Text, "as parallel as in this model") {
					bound = e.Value
				}
				if strings.Contains(e.Text, "in the task model") {
					from = e.Source
				}
			}
		}
		if math.Abs(bound-want.bound) > 1e-9 || !strings.HasSuffix(from, want.from) {
			t.Errorf("%s: want %v from %s, got %v from %s", text, want.bound, want.from, bound, from)
		}
	}
}
