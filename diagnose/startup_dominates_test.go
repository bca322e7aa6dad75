package diagnose_test

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

func startupDominatesInputs() []planted {
	// setup has a call that sets up for a share of 100 µs, inside the n-th of 10
	// time steps where n is not negative.
	setup := func(name string, ns int64, inside int) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			for k := range 10 {
				at := int64(k) * 10_000
				b.open(th, trace.PhaseTimestep, at)
				if k == inside {
					b.call(th, name, trace.SortAPI, at, ns, -1, "", "", 0, 0)
				}
				b.close(th, trace.PhaseTimestep, at+10_000)
			}
			if inside < 0 {
				b.call(th, name, trace.SortAPI, 100_000, ns, -1, "", "", 0, 0)
			}
			return b.input()
		}
	}
	first := func(first int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			b.solver(0, append([]step{{iterations: 1, build: first}}, repeat(9, step{iterations: 1, build: 1000})...)...)
			return b.input()
		}
	}
	// warm has 16 steps after the first that take so long, of which one was held up,
	// before 48 that take 1 µs.
	warm := func(each, held int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			steps := repeat(65, step{iterations: 1, build: 1000})
			for k := 1; k <= 16; k++ {
				steps[k].build = each
			}
			steps[9].build += held
			b.solver(0, steps...)
			return b.input()
		}
	}
	// loads has the driver load code for 51 µs of 100 µs, of which 40
	// may run at once with an allocation, and for 20 in the second time step.
	loads := func(first int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			b.call(th, "cudaMalloc_v3020", trace.SortAPI, 0, 40_000, -1, "", "", 0, 0)
			b.span(th, trace.PhaseTimestep, 50_000, 20_000)
			b.span(th, trace.PhaseTimestep, 70_000, 30_000)
			in := b.input()
			in.Loading = []diagnose.Overhead{{Name: "OVERHEAD_LAZY_FUNCTION_LOADING", Source: "run.sqlite: CUPTI_ACTIVITY_KIND_OVERHEAD",
				Times: slices.Values([]diagnose.Interval{{Start: first, End: first + 51_000}, {Start: 75_000, End: 95_000}})}}
			return in
		}
	}
	return []planted{
		{"loading runs on after allocation", finds, loads(0)},
		{"loading in the second time step", clears, loads(71_000)},
		{"allocation is longer than the rest", finds, setup("cudaMallocManaged_v6000", 100_001, -1)},
		{"the first call makes the context whatever its name", finds, planned(func(b *builder, th, st int32) {
			b.call(th, "cuModuleGetLoadingMode", trace.SortAPI, 0, 1000, -1, "", "", 0, 0)
			b.call(th, "cudaEventCreate_v3020", trace.SortAPI, 1000, 600_000, -1, "", "", 0, 0)
			b.kernels(th, st, 602_000, 10, 4000, 20_000)
		})},
		{"the first call copies and makes the context", finds, planned(func(b *builder, th, st int32) {
			b.copy(th, st, planCopy{name: "memcpy HtoD pageable", call: "cudaMemcpyToSymbol_v3020", sort: trace.SortSync, start: 0, call0: 700_000, took: 1000, bytes: 8})
			for _, e := range []int{2, 3, 4, 5} { // the copy begins 690 µs later
				b.events[e].Time += 690_000
			}
			b.kernels(th, st, 702_000, 10, 4000, 20_000)
		})},
		{"the first call copies much", clears, planned(func(b *builder, th, st int32) {
			b.copy(th, st, planCopy{name: "memcpy HtoD pageable", call: "cudaMemcpy_v3020", sort: trace.SortSync, start: 0, call0: 700_000, took: 690_000, bytes: 1e6})
			b.kernels(th, st, 702_000, 10, 4000, 20_000)
		})},
		{"the first launch of each kernel loads code", finds, planned(func(b *builder, th, st int32) {
			for k := range int64(4) {
				b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, k*200_000, 150_000, st, fmt.Sprint("k", k), trace.SortKernel, k*200_000+150_000, 10_000)
				b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, k*200_000+170_000, 4000, st, fmt.Sprint("k", k), trace.SortKernel, k*200_000+175_000, 10_000)
			}
		})},
		{"the first call of a function is far longer", finds, planned(func(b *builder, th, st int32) {
			at := b.kernels(th, st, 0, 10, 4000, 1000)
			b.call(th, "cudaMallocAsync_v11020", trace.SortAPI, at, 500_000, -1, "", "", 0, 0)
			b.call(th, "cudaMallocAsync_v11020", trace.SortAPI, at+600_000, 5000, -1, "", "", 0, 0)
		})},
		{"a full queue holds launches up", clears, planned(func(b *builder, th, st int32) {
			b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, 0, 4000, st, "long", trace.SortKernel, 2000, 900_000)
			b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, 5000, 800_000, st, "next", trace.SortKernel, 902_000, 2000)
		})},
		{"the capture begins while a device works", clears, planned(func(b *builder, th, st int32) {
			b.openSort(st, "before", trace.SortKernel, 0)
			b.closeSort(st, "before", trace.SortKernel, 900_000)
			b.call(th, "cudaEventQuery_v3020", trace.SortAPI, 100, 700_000, -1, "", "", 0, 0)
			b.kernels(th, st, 900_000, 10, 4000, 1000)
		})},
		{"the first call waits for an event of before", clears, planned(func(b *builder, th, st int32) {
			b.call(th, "cudaEventSynchronize_v3020", trace.SortSync, 0, 900_000, -1, "", "", 0, 0)
			b.kernels(th, st, 900_000, 10, 4000, 1000)
		})},
		{"allocation is shorter than the rest", clears, setup("cudaMallocManaged_v6000", 99_999, -1)},
		{"allocation in the second time step", clears, func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			for k := range int64(2) {
				b.open(th, trace.PhaseTimestep, k*1000)
				b.call(th, "cuMemAlloc_v2", trace.SortAPI, k*1000, 900*k, -1, "", "", 0, 0)
				b.close(th, trace.PhaseTimestep, k*1000+1000)
			}
			return b.input()
		}},
		{"allocation from a pool", clears, setup("cudaMallocAsync_v11020", 100_001, -1)},
		{"the first step is longer than the rest", finds, first(11_001)},
		{"the first step is as long as ten others", clears, first(9_999)},
		{"the steps of the warm-up are longer", finds, warm(20_000, 0)},
		{"the steps of the warm-up are longer, and one was held up", finds, warm(20_000, 100_000)},
		{"one step of the warm-up was held up", clears, warm(1200, 100_000)},
		{"an operating point and two steps", finds, func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			b.span(th, trace.PhaseOperatingPoint, 0, 5000)
			b.solver(5000, repeat(2, step{iterations: 1, build: 1000})...)
			return b.input()
		}},
		{"one time step", abstains, func() *diagnose.Input {
			var b builder
			b.solver(0, step{iterations: 1, build: 1000})
			return b.input()
		}},
		{"nothing", abstains, func() *diagnose.Input { return new(builder).input() }},
	}
}
