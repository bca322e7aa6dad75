package nsys_test

import (
	"log"
	"os"
	"time"

	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/nsys/summary"
	nsysreport "github.com/nrkit/nrkit/internal/reports/nsys"
	"github.com/nrkit/nrkit/reports"
)

// The kernels of a run under Nsight Systems.
func ExampleSummary() {
	d := nsysreport.Summary(&summary.Content{Output: "ring",
		Result: &launch.Result{Command: []string{"./ring"}, Elapsed: 2 * time.Second},
		Tables: []summary.Table{{Heading: "Kernels", Columns: []string{"Name", "Total Time (ns)", "Instances"},
			Rows: [][]string{{"refactor_level", "810000", "36"}, {"eval_mosfets", "540000", "6"}}}}})
	for _, b := range d.Blocks {
		if t, ok := b.(*reports.Table); ok && t.Named() {
			t.Note = "" // the table alone
			if err := reports.Text(os.Stdout, &reports.Document{Blocks: []reports.Block{t}}, 0); err != nil {
				log.Fatal(err)
			}
		}
	}
	// Output:
	//   Name            Total Time  Instances
	//   -------------------------------------
	//   refactor_level      810 µs         36
	//   eval_mosfets        540 µs          6
}
