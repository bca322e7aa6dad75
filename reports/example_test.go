package reports_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/reports"
)

// A document is built once and written as text or as Markdown.
func Example() {
	d := &reports.Document{Title: "ring.cir"}
	t := &reports.Table{Columns: []reports.Column{{Name: "phase"}, {Name: "time", Right: true}}}
	t.Append("build_system", "1.20 ms")
	t.Append("linear_solve", "0.35 ms")
	d.Add(reports.Paragraph("Device evaluation takes three quarters of the time."), t)
	if err := reports.Text(os.Stdout, d, 80); err != nil {
		log.Fatal(err)
	}
	if err := reports.Markdown(os.Stdout, d); err != nil {
		log.Fatal(err)
	}
	// Output:
	// ring.cir
	//   Device evaluation takes three quarters of the time.
	//
	//   phase            time
	//   ---------------------
	//   build_system  1.20 ms
	//   linear_solve  0.35 ms
	// ## ring.cir
	//
	// Device evaluation takes three quarters of the time.
	//
	// | phase | time |
	// | --- | ---: |
	// | build\_system | 1.20 ms |
	// | linear\_solve | 0.35 ms |
}
