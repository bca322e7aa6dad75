package run

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace"
)

// twoDevices is a trace without ranges: two devices of one process, a kernel of
// which the second has more, copies of known and of unknown size, and calls of two
// threads.
func twoDevices() *trace.Summary {
	w := &trace.WorkSummary{Threads: 2, Devices: []trace.DeviceWork{
		{Process: 7, Operations: 40, Span: 1e9, Busy: 9e8, Kernels: 8e8, Memory: 2e8, Idle: 1e8},
		{Process: 7, Device: 1, Operations: 44, Span: 1e9, Busy: 1e9, Kernels: 1e9, Memory: 1e8, Idle: 0},
	}}
	total := func(name, sort string, bytes float64, a, b int64) {
		w.Operations = append(w.Operations, trace.WorkTotal{Name: name, Sort: sort, Count: 20, Total: a + b, Mean: float64(a+b) / 20, Min: 1000, Max: 2e8, Share: float64(a+b) / 2.1e9,
			Bytes: bytes, PerDevice: []trace.DeviceTotal{{Count: 10, Total: a}, {Count: 10, Total: b}}})
	}
	total("stamp", trace.SortKernel, 0, 6e8, 9e8)
	total("CUDA graph", trace.SortGraph, 0, 1e8, 1e8)
	for k := range int64(11) {
		total(fmt.Sprintf("small %d", k), trace.SortKernel, 0, 1e6-k, 1e6-k)
	}
	total("memcpy HtoD", trace.SortMemcpy, 1<<30, 2e8, 1e8)
	total("memset", trace.SortMemset, 0, 500, 500)
	w.Calls = []trace.CallTotal{{Name: "cudaStreamSynchronize", Waits: true, Count: 9, Total: 1.5e9, Mean: 1.5e9 / 9, Min: 10, Max: 1e9, Share: 0.75}, {Name: "cudaLaunchKernel", Count: 84, Total: 1e6, Mean: 1e6 / 84, Min: 900, Max: 7e5, Share: 5e-4}}
	return &trace.Summary{Source: "gpu.sqlite", Program: "sim", Span: 1e9, Sample: 1, Work: w}
}

// TestWorkReports: what is shown of traces without ranges, and of many devices
// beside ranges.
func TestWorkReports(t *testing.T) {
	none := &trace.Summary{Source: "launches.sqlite", Span: 2e9, Sample: 1, Work: &trace.WorkSummary{Threads: 1, Calls: twoDevices().Work.Calls}}
	many := twoDevices()
	many.Ranges, many.RootNS, many.Span = 1, 9e8, 1e9
	many.Paths = []trace.Phase{{Name: "solve", Path: "solve", Count: 1, Total: 9e8, Mean: 9e8, Median: 9e8, P99: 9e8, Share: 1}}
	for d := range int32(6) {
		many.Work.Devices = append(many.Work.Devices, trace.DeviceWork{Process: 8, Device: d, Span: 1e9, Idle: int64(d) * 1e8})
	}
	for name, s := range map[string]*trace.Summary{"work_two_devices": twoDevices(), "work_not_captured": none, "work_many_devices": many} {
		var text bytes.Buffer
		if err := reports.Text(&text, Phases(s), 140); err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, filepath.Join("phases", name+".txt"), text.Bytes())
	}
}
