package nsys

import (
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/internal/nsys/summary"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/reports"
)

// The summary has times in units, says what it leaves out, and has a row for each
// figure of each GPU.
func TestSummary(t *testing.T) {
	gpu := func(k int, celsius float64) telemetry.DeviceResult {
		return telemetry.DeviceResult{Identity: telemetry.Identity{Index: k, Instance: -1, Name: "H200"}, Samples: make([]telemetry.Sample, 2),
			Stats: []telemetry.Stat{{Field: telemetry.Temperature, Count: 2, Min: celsius, Mean: celsius, Max: celsius}, {Field: telemetry.Throttle, Count: 2}}}
	}
	var md strings.Builder
	err := reports.Markdown(&md, Summary(&summary.Content{
		Output: "out/ring", Crash: "the program ended with signal 11", Absent: []string{"cuda_gpu_trace"},
		Result: &launch.Result{Command: []string{"./ring", "a"}, Elapsed: 2 * time.Second, Arguments: []string{"profile", "--output=/tmp/x", "--trace=nvtx"}, Notes: []string{"odd"}},
		Choice: launch.Choice{Capture: launch.Capture{Kind: launch.CaptureRange, Range: "transient", Domain: "nrkit"}},
		Tables: []summary.Table{{Heading: "Kernels", Columns: []string{"Name", "Total Time (ns)", "Instances"}, Rows: [][]string{{"axpy", "1500", "3"}}, More: 1200}},
		GPUs:   &telemetry.Result{Devices: []telemetry.DeviceResult{gpu(0, 50), gpu(1, 51)}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"nsys: ring\n", "\nThe program ended with signal 11.\n", "| command | ./ring a |", "| elapsed | 2.00 s |", "| recorded | the first range transient of domain nrkit |",
		"| arguments | profile --trace=nvtx |", "| note | odd |", "| axpy | 1.50 µs | 3 |", "The 1 row with the most time; 1,200 more in the CSV.",
		"No data, and therefore no file, for: cuda\\_gpu\\_trace.", "temperature\\_c | 50.0 | 50.0 | 50.0 |", "temperature\\_c | 51.0 | 51.0 | 51.0 |", "2 samples per figure.",
	} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("want %s in\n%s", want, md.String())
		}
	}
	if strings.Contains(md.String(), "throttle") {
		t.Errorf("bits have no mean:\n%s", md.String())
	}
}
