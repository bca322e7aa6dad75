package sweep_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/reports"
	sweepreport "github.com/nrkit/nrkit/reports/sweep"
	"github.com/nrkit/nrkit/sweep"
)

// The table of the warm runs of two configurations.
func ExampleReport() {
	warm := func(ns float64, change *float64, verdict compare.Verdict) *sweep.Regime {
		return &sweep.Regime{Planned: 5, Runs: 5, Metrics: []sweep.Metric{
			{Name: sweep.MetricWall, Unit: "ns", Values: []float64{ns}, Median: ns, Change: change, Verdict: verdict}}}
	}
	half := 0.5
	d := sweepreport.Report(&sweep.Result{Source: "orderings.yaml", Command: []string{"nrprof", "run", "c6288"}, Baseline: "amd",
		Planned: 10, Done: 10, Configurations: []sweep.Outcome{
			{Name: "amd", Warm: warm(2e9, nil, "")}, {Name: "natural", Warm: warm(3e9, &half, compare.Slower)}}})
	for _, b := range d.Blocks {
		if t, ok := b.(*reports.Table); ok && t.Named() {
			t.Note = "" // the table alone
			if err := reports.Text(os.Stdout, &reports.Document{Blocks: []reports.Block{t}}, 0); err != nil {
				log.Fatal(err)
			}
		}
	}
	// Output:
	//   configuration  runs    wall    change  cpu  memory
	//   --------------------------------------------------
	//   amd               5  2.00 s  baseline    –       –
	//   natural           5  3.00 s     +50 %    –       –
}
