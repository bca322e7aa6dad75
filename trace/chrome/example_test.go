package chrome_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// A trace that another program wrote for chrome://tracing, times in µs.
func ExampleRead() {
	t, warnings, err := chrome.Read(strings.NewReader(`[
		{"ph": "X", "name": "nr_iteration", "ts": 0,  "dur": 90, "pid": 1, "tid": 1},
		{"ph": "X", "name": "build_system", "ts": 0,  "dur": 50, "pid": 1, "tid": 1},
		{"ph": "X", "name": "linear_solve", "ts": 50, "dur": 30, "pid": 1, "tid": 1}]`))
	if err != nil {
		log.Fatal(err)
	}
	for _, w := range warnings {
		fmt.Println("warning:", w)
	}
	for _, p := range trace.Summarize(t, trace.SummaryOptions{}).Paths {
		fmt.Println(p.Path, p.Total, "ns")
	}
	// Output:
	// nr_iteration 90000 ns
	// nr_iteration/build_system 50000 ns
	// nr_iteration/linear_solve 30000 ns
}
