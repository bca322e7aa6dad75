package run_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/run"
	"github.com/nrkit/nrkit/trace"
)

// The table of phases of an export of Nsight Systems.
func ExamplePhases() {
	e, err := nsys.Open("../../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	t, _, err := timeline.Read(e, timeline.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	d := run.Phases(trace.Summarize(t, trace.SummaryOptions{Source: "newton.sqlite"}))
	for _, b := range d.Blocks {
		if t, ok := b.(*reports.Table); ok && t.Named() {
			t.Note = "" // the table alone
			if err := reports.Text(os.Stdout, &reports.Document{Blocks: []reports.Block{t}}, 0); err != nil {
				log.Fatal(err)
			}
			break
		}
	}
	// Output:
	//   phase               calls    total   share      gpu     wait     mean   median      p99
	//   ---------------------------------------------------------------------------------------
	//   transient               1  2.19 ms   100 %  2.09 ms  1.91 ms  2.19 ms        –        –
	//   · timestep              2  2.19 ms  99.9 %  2.09 ms  1.91 ms  1.09 ms  1.09 ms  1.09 ms
	//   · · nr_iteration        6  2.19 ms  99.9 %  2.09 ms  1.91 ms   364 µs   364 µs   364 µs
	//   · · · build_system      6  57.0 µs   2.6 %   690 µs        –  9.50 µs  9.50 µs  9.50 µs
	//   · · · linear_solve      6   146 µs   6.7 %  1.36 ms        –  24.3 µs  24.3 µs  24.3 µs
	//   · · · · refactor        6  84.6 µs   3.9 %   810 µs        –  14.1 µs  14.1 µs  14.1 µs
	//   · · · · solve           6  57.0 µs   2.6 %   552 µs        –  9.50 µs  9.50 µs  9.50 µs
	//   · · · convergence       6  1.98 ms  90.4 %  42.6 µs  1.91 ms   330 µs   330 µs   330 µs
}
