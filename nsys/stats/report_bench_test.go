package stats_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/stats"
)

// BenchmarkReport computes and prints reports of the databases of $NRKIT_ORACLE.
func BenchmarkReport(b *testing.B) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		b.Skip("NRKIT_ORACLE is not set")
	}
	for _, c := range [][2]string{
		{"GindaChen_nsys-ai__h100_2gpu_1s", "nvtxsum"}, {"GindaChen_nsys-ai__h100_2gpu_1s", "nvtxpptrace"},
		{"GindaChen_nsys-ai__mfu_2gpu_before", "nvtxkernsum"}, {"GindaChen_nsys-ai__mfu_2gpu_before", "kernexecsum"},
		{"GindaChen_nsys-ai__mfu_2gpu_before", "kernexectrace"}, {"GindaChen_nsys-ai__mfu_2gpu_before", "cudaapitrace"},
		{"GindaChen_nsys-ai__h100_2gpu_1s", "cudaapisum"}, {"hpcgroup_pipit__perlmutter-cloverleaf-cuda", "gputrace"},
		{"hpcgroup_pipit__perlmutter-cloverleaf-cuda", "gpusum"}, {"GindaChen_nsys-ai__mock", "gpukernsum"},
	} {
		b.Run("db="+c[0]+"/report="+c[1], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e, err := nsys.Open(filepath.Join(dir, "nsys", c[0]+".sqlite"))
				if err != nil {
					b.Fatal(err)
				}
				t, err := stats.Run(e, c[1], stats.Options{})
				if err == nil {
					err = t.WriteCSV(io.Discard)
				}
				if err != nil {
					b.Fatal(err)
				}
				if err := e.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
