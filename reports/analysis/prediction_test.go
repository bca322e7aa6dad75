package analysis

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/reports"
)

// The table has the cheapest settings of each solver whose counts are known, and its note
// says what the figures leave out.
func TestPredictedTimes(t *testing.T) {
	time := func(s float64) prediction.Interval {
		return prediction.Interval{Seconds: s, Low: 0.8 * s, High: 1.5 * s}
	}
	setting := func(s prediction.Solver, method string, by float64) *analysis.Setting {
		return &analysis.Setting{Solver: s, Method: method, Matching: analysis.MatchingNone, Counts: analysis.CountsPredicted,
			Ordering: time(1e-3), Analyze: time(2e-3), Factor: time(3e-3 * by), Refactor: time(1e-3 * by), Solve: time(1e-4), Total: time(by), ByChoice: by}
	}
	full := func() *analysis.Prediction {
		p := &analysis.Prediction{Machine: analysis.PredictedOn{Name: "Some CPU", This: true, Calibrated: true}, Factorizations: 1000, Solves: 2,
			Settings: []*analysis.Setting{setting(prediction.KLU, "amd", 1), setting(prediction.KLU, "mmf", 1.1), setting(prediction.KLU, analysis.OwnMethod, 1.2),
				setting(prediction.KLU, "nd", 1.3), setting(prediction.CHOLMOD, "amd", 1.4), setting(prediction.LU, "amd", 1.5)}}
		p.Settings[1].Counts = analysis.CountsAtLeast
		p.Settings[4].IfDefinite = true
		p.Choice = p.Settings[0]
		return p
	}
	for name, c := range map[string]struct {
		edit  func(p *analysis.Prediction)
		has   []string
		hasNo []string
	}{
		"all": {func(*analysis.Prediction) {}, []string{
			"PREDICTED TIMES", "KLU        amd       none       1.00 ms  2.00 ms  3.00 ms   1.00 ms   800 µs – 1.50 ms  100 µs  1.00 s    1.00",
			"KLU        own       none                2.00 ms", "newton/lu  amd", "CHOLMOD    amd", "predicted for Some CPU, which analyze calibrate measured.",
			"refactor 999 times, and solve 2 times", "Ordering own: the solver is called as it is", "nothing verified that this matrix is", "with the reference BLAS"},
			[]string{"mmf", "without the analysis", "a row of a table"}},
		"disturbed":   {func(p *analysis.Prediction) { p.Machine.Disturbed = true }, []string{"Some CPU, which analyze calibrate measured while it was busy: the intervals are wide."}, []string{"measured."}},
		"a table row": {func(p *analysis.Prediction) { p.Machine.Calibrated = false }, []string{"Some CPU, a row of a table: analyze calibrate measures this machine."}, []string{"measured."}},
		"a table row of another machine": {func(p *analysis.Prediction) { p.Machine = analysis.PredictedOn{Name: "Some CPU"} },
			[]string{"Some CPU, a row of a table."}, []string{"analyze calibrate"}},
		"one factorization": {func(p *analysis.Prediction) { p.Factorizations, p.Solves = 1, 1 },
			[]string{"refactor never, and solve once", "the total of newton/lu is without the analysis"}, nil},
		"KLU only": {func(p *analysis.Prediction) { p.Settings = p.Settings[:1] }, []string{"KLU"}, []string{"BLAS", "CHOLMOD", "Ordering own", "newton/lu"}},
	} {
		p := full()
		c.edit(p)
		r := &reports.Document{}
		addPrediction(r, &analysis.Document{Prediction: p})
		var out bytes.Buffer
		if err := reports.Text(&out, r, 160); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		flat := strings.Join(strings.Fields(text), " ")
		for _, want := range c.has {
			if !strings.Contains(text, want) && !strings.Contains(flat, want) {
				t.Errorf("%s: want %q in\n%s", name, want, text)
			}
		}
		for _, not := range c.hasNo {
			if strings.Contains(flat, not) {
				t.Errorf("%s: got %q in\n%s", name, not, text)
			}
		}
	}
	empty := &reports.Document{}
	addPrediction(empty, &analysis.Document{})
	var out bytes.Buffer
	if err := reports.Text(&out, empty, 80); err != nil || out.Len() > 0 {
		t.Errorf("without a prediction: got %q, %v", out.String(), err)
	}
}
