package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
)

// predictionClaims names the test of each claim of verdict_prediction.go.
var predictionClaims = map[string]string{
	"prediction.choice":       "TestSayPrediction",
	"prediction.unverified":   "TestSayPrediction",
	"prediction.hand-over":    "TestSayPrediction",
	"prediction.extrapolated": "TestSayPrediction",
	"prediction.runner-up":    "TestSayPrediction",
	"prediction.fewest":       "TestSayPrediction",
	"prediction.others":       "TestSayPrediction",
	"prediction.uncalibrated": "TestSayPrediction",
	"prediction.if-definite":  "TestSayPrediction",
	"prediction.no-analysis":  "TestSayPrediction",
	"prediction.plan":         "TestSayPrediction",
	"prediction.none":         "TestNoTimes",
}

// The verdict names the choice, the runner-up, the ordering with the fewest entries
// where it is another one, and the other solvers.
func TestSayPrediction(t *testing.T) {
	time := func(s float64) prediction.Interval {
		return prediction.Interval{Seconds: s, Low: 0.9 * s, High: 1.1 * s}
	}
	setting := func(solver prediction.Solver, method string, by float64) *Setting {
		return &Setting{Solver: solver, Method: method, Matching: MatchingNone, Counts: CountsPredicted,
			Ordering: time(4e-4 * by), Analyze: time(6e-4 * by), Factor: time(4e-3 * by), Refactor: time(2e-3 * by), Solve: time(3e-7 * by), Total: time(by), ByChoice: by}
	}
	all := []string{"prediction.choice", "prediction.no-analysis", "prediction.plan", "prediction.hand-over", "prediction.extrapolated", "prediction.unverified", "prediction.runner-up", "prediction.fewest", "prediction.others", "prediction.if-definite", "prediction.uncalibrated"}
	for _, c := range []struct {
		name string
		edit func(p *Prediction, d *Document)
		want []string
		text string
	}{
		{"all", func(*Prediction, *Document) {}, []string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"},
			"Use KLU with amd: by prediction the cheapest for 1,000 factorizations with 1 solve each. It takes 2.00 ms a refactorization (1.80 ms to 2.20 ms in 80 of 100 cases) and 300 ns a solve on this machine. analyze order --for klu --ordering amd writes the ordering for it." +
				" Runner-up: KLU with mmf, 1.10× in total. nd has the fewest entries, and takes 1.30× in total." +
				" Other solvers, each with its best ordering: newton/lu 1.20× and UMFPACK 3.10×."},
		{"a row of the table for this machine", func(p *Prediction, _ *Document) { p.Machine = PredictedOn{Name: "Zen 4", This: true} },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others", "prediction.uncalibrated"},
			"The times of this machine are a table row, Zen 4: run analyze calibrate"},
		{"a row of the table", func(p *Prediction, _ *Document) { p.Machine = PredictedOn{Name: "Zen 4"} },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "a solve on Zen 4."},
		{"the generic row", func(p *Prediction, _ *Document) { p.Machine = PredictedOn{Name: "generic"} },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "a solve on a generic CPU."},
		{"calibrated, another machine", func(p *Prediction, _ *Document) { p.Machine = PredictedOn{Name: "Some CPU", Calibrated: true} },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "a solve on Some CPU."},
		{"as fast", func(p *Prediction, _ *Document) { p.RunnerUp.ByChoice = 1.004 },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "Runner-up: KLU with mmf, which is as fast."},
		{"within the intervals", func(p *Prediction, _ *Document) { p.RunnerUp = setting(prediction.LU, "amd", 1.05) },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "Runner-up: newton/lu with amd, 1.05× in total, which is within the intervals."},
		{"beyond the intervals", func(p *Prediction, _ *Document) { p.RunnerUp = setting(prediction.LU, "amd", 1.2) },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "Runner-up: newton/lu with amd, 1.20× in total. "},
		{"one factorization", func(p *Prediction, _ *Document) { p.Factorizations = 1 },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"},
			"the cheapest for 1 factorization with 1 solve. It takes 400 µs to order, 600 µs to analyze, 4.00 ms to factor (3.60 ms to 4.40 ms in 80 of 100 cases) and 300 ns a solve"},
		{"beyond the fit", func(p *Prediction, _ *Document) { p.Choice.Extrapolated = true },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.extrapolated", "prediction.runner-up", "prediction.fewest", "prediction.others"},
			"so the interval is a guess. Runner-up"},
		{"newton/lu", func(p *Prediction, _ *Document) { p.Choice.Solver = prediction.LU },
			[]string{"prediction.choice", "prediction.plan", "prediction.runner-up", "prediction.fewest", "prediction.others"},
			"The Go package newton/lu takes the ordering as its Plan; analyze order FILE --ordering amd -o plan.json writes this ordering."},
		{"newton/lu, one factorization", func(p *Prediction, _ *Document) { p.Choice.Solver, p.Factorizations = prediction.LU, 1 },
			[]string{"prediction.choice", "prediction.no-analysis", "prediction.plan", "prediction.runner-up", "prediction.fewest", "prediction.others"},
			"It takes 400 µs to order, 4.00 ms to factor (3.60 ms to 4.40 ms in 80 of 100 cases) and 300 ns a solve on this machine. newton/lu needs no analysis for one factorization."},
		{"the solver as it is, one factorization", func(p *Prediction, _ *Document) { p.Choice.Method, p.Factorizations = OwnMethod, 1 },
			[]string{"prediction.choice", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "It takes 600 µs to analyze, 4.00 ms to factor"},
		{"a matching", func(p *Prediction, _ *Document) { p.Choice.Matching = MatchingProduct },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"},
			"analyze order --for klu --ordering amd --matching product writes the ordering"},
		{"the solver as it is", func(p *Prediction, _ *Document) { p.Choice.Method = OwnMethod },
			[]string{"prediction.choice", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "Use KLU with its own ordering: by prediction"},
		{"if positive definite", func(p *Prediction, _ *Document) {
			x := setting(prediction.CHOLMOD, "amd", 0.71)
			x.IfDefinite = true
			p.Settings = append([]*Setting{x}, p.Settings...)
		}, []string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others", "prediction.if-definite"},
			"UMFPACK 3.10×. If the matrix is positive definite, which nothing verified: CHOLMOD with amd takes 0.71× in total."},
		{"alone", func(p *Prediction, _ *Document) { p.Settings, p.RunnerUp = p.Settings[:1], nil }, []string{"prediction.choice", "prediction.hand-over"}, "KLU with amd"},
		{"the recommended one", func(_ *Prediction, d *Document) { d.Winners.Recommended = "amd" },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.others"}, "KLU with amd"},
		{"a lower bound", func(p *Prediction, d *Document) {
			p.Choice.Counts = CountsAtLeast
			d.Winners.Criterion = CriterionExact
			d.Exact = []*Exact{{Method: "nd"}}
		}, []string{"prediction.choice", "prediction.hand-over", "prediction.unverified", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "No numeric LU"},
		{"wide", func(p *Prediction, _ *Document) { p.Choice.Refactor.High = 5e-3 },
			[]string{"prediction.choice", "prediction.hand-over", "prediction.runner-up", "prediction.fewest", "prediction.others"}, "(1.80 ms to 5.00 ms in 80 of 100 cases)"},
		{"nothing", func(_ *Prediction, d *Document) { d.Prediction = nil }, nil, ""},
	} {
		p := &Prediction{Machine: PredictedOn{Name: "here", This: true, Calibrated: true}, Factorizations: 1000, Solves: 1, Settings: []*Setting{
			setting(prediction.KLU, "amd", 1), setting(prediction.KLU, "mmf", 1.1), setting(prediction.LU, "nd", 1.2),
			setting(prediction.KLU, "nd", 1.3), setting(prediction.UMFPACK, "mmf", 3.1)}}
		p.Choice, p.RunnerUp = p.Settings[0], p.Settings[1]
		d := &Document{Prediction: p, Winners: &Winners{Recommended: "nd", Matching: MatchingNone, Criterion: CriterionPredicted}}
		c.edit(p, d)
		var said paragraph
		sayPrediction(d, &said)
		var keys []string
		for _, s := range said {
			keys = append(keys, s.key)
		}
		for _, key := range all {
			if slices.Contains(keys, key) != slices.Contains(c.want, key) {
				t.Errorf("%s: got %v, want %v", c.name, keys, c.want)
			}
		}
		if !strings.Contains(said.String(), c.text) {
			t.Errorf("%s: got %q, want %q in it", c.name, said, c.text)
		}
	}
}

// The verdict says why there are no times where a machine was given.
func TestNoTimes(t *testing.T) {
	complexValues := matgen.Dominant(matgen.Grid2D(9, 9), 1)
	complexValues.Imag = make([]float64, len(complexValues.Values))
	for _, c := range []struct {
		name string
		m    *sparsity.Matrix
		list []prediction.Solver
		says string
	}{
		{"real", circuit(), nil, ""},
		{"not definite", circuit(), []prediction.Solver{prediction.CHOLMOD}, "No times: CHOLMOD cannot factor this matrix, because CHOLMOD factors symmetric positive definite matrices only."},
		{"not definite, two solvers", circuit(), []prediction.Solver{prediction.CHOLMOD, prediction.KLU}, ""},
		{"complex", complexValues, nil, "No times: the model was fitted to real matrices, and the values are complex."},
	} {
		d := predicted(t, c.m, Options{Solvers: c.list})
		if (d.Prediction == nil) != (c.says != "") || claims(d, "prediction.none") != (c.says != "") {
			t.Errorf("%s: got %v, %q", c.name, d.Prediction, d.Verdict)
		}
		if got := said(sayPrediction, d); d.Prediction == nil && got != c.says {
			t.Errorf("%s: got %q, want %q", c.name, got, c.says)
		}
		if d := analyzed(t, c.m, Options{Solvers: c.list}); claims(d, "prediction.none") {
			t.Errorf("%s, without a machine: got %q", c.name, d.Verdict)
		}
	}
	if got := untimed([]prediction.Solver{prediction.CHOLMOD, prediction.SuperLU}); got != "CHOLMOD and SuperLU cannot factor this matrix under these orderings" {
		t.Errorf("got %q", got)
	}
}
