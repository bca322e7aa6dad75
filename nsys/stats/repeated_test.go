package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// Values that occur several times have the summary of all of them.
func TestSummarizeRepeated(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var values []repeated
		var all []int64
		for range 1 + rng.IntN(6) {
			v := repeated{rng.Int64N(9), 1 + rng.Int64N(4)}
			values = append(values, v)
			for range v.times {
				all = append(all, v.value)
			}
		}
		got, want := summarizeRepeated(values), Summarize(all)
		if math.Abs(got.SD-want.SD) > 1e-9 {
			t.Fatalf("%v: got %v, want %v", values, got, want)
		}
		if got.SD = want.SD; got != want {
			t.Fatalf("%v: got %v, want %v", values, got, want)
		}
	}
}

// Ranges that are never closed lie in each other: 3000 of them have 4.5 million
// pairs with the kernels in them, which are counted but not kept.
func TestRangesNeverClosed(t *testing.T) {
	const n = 3000
	x := exportRows{}
	for i := int64(0); i < n; i++ {
		x.add("NVTX_EVENTS", 100*i, nil, 59, nil, text("leak"), 1<<24|7, nil, 0)
		x.add("CUPTI_ACTIVITY_KIND_RUNTIME", 100*i+10, 100*i+20, 0, 1<<24|7, i+1, text("cudaLaunchKernel"), 0)
		x.add("CUPTI_ACTIVITY_KIND_KERNEL", 100*i+30, 100*i+50, 0, 1, nil, 7, i+1, 1<<24, nil, text("k"), text("k"), 1, 1, 1, 32, 1, 1, 16, 0, 0)
	}
	e := x.open(t)
	for report, o := range map[string]Options{"nvtx_kern_sum": {}, "nr_iteration_gpu": {Iterations: "leak"}} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Run(e, report, o); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 16 {
			t.Errorf("%s: took %d MB, want at most 16", report, mb)
		}
	}
}
