package analysis_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/reports"
	analysisreport "github.com/nrkit/nrkit/reports/analysis"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// The report of a matrix as a page of HTML, which needs no other file.
func ExampleReport() {
	f, err := sparseio.Open("../../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	d, err := analysis.Run(context.Background(), []analysis.Source{analysis.Loaded(f)}, analysis.Options{Keep: true})
	if err != nil {
		log.Fatal(err)
	}
	report := analysisreport.Report(d)
	var page bytes.Buffer
	if err := reports.HTML(&page, report); err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Title, "with drawings:", bytes.Contains(page.Bytes(), []byte("<svg")))
	// Output:
	// bridge.mtx: 10 × 10, 29 entries with drawings: true
}
