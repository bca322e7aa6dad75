package stats_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/stats"
)

// A report of nsys stats, computed without Nsight Systems.
func ExampleRun() {
	e, err := nsys.Open("../../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	t, err := stats.Run(e, "cuda_gpu_mem_time_sum", stats.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := t.WriteCSV(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// Time (%),Total Time (ns),Count,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Operation
	// 100.0,6600,6,1100.0,1100.0,1100,1100,0.0,[CUDA memcpy Device-to-Host]
}
