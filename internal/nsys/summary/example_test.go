package summary_test

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/nsys/summary"
)

// The files that are written beside a report have its name and one of these
// endings.
func ExampleEndings() {
	for _, ending := range summary.Endings() {
		fmt.Println("ring" + ending)
	}
	// Output:
	// ring.md
	// ring_gpu_telemetry.csv
	// ring_key.json
	// ring_nvtx_sum.csv
	// ring_nvtx_gpu_proj_sum.csv
	// ring_cuda_gpu_kern_sum.csv
	// ring_cuda_api_sum.csv
	// ring_cuda_gpu_mem_time_sum.csv
	// ring_cuda_gpu_mem_size_sum.csv
	// ring_cuda_gpu_trace.csv
	// ring_osrt_sum.csv
}
