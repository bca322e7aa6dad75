package diagnose_test

import (
	"fmt"
	"os"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/reports"
	diagnosereport "github.com/nrkit/nrkit/reports/diagnose"
)

// What a rule found, as text.
func ExampleReport() {
	r := &diagnose.Result{Source: "run.nrt", Span: 2_000_000, Cleared: []diagnose.Clearance{
		{Rule: "copy-bound", Why: "copies take 3 % of the time of the device"}}}
	d := diagnosereport.Report(r)
	if err := reports.Text(os.Stdout, d, 100); err != nil {
		fmt.Println(err)
	}
	// Output:
	// run.nrt
	//   trace  2.00 ms
	//   found  nothing
	//   rules  1 clear, 0 abstained
	//
	// CLEAR
	//   rule        why it is clear
	//   -----------------------------------------------------
	//   copy-bound  copies take 3 % of the time of the device
}

// Figures in their units.
func ExampleFigure() {
	fmt.Println(diagnosereport.Figure(1_250_000, diagnose.UnitNS))
	// Output:
	// 1.25 ms
}
