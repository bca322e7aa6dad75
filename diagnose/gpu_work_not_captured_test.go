package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// launchesOnly adds n launches without kernels, and waits of 9 of 10 µs.
func (b *builder) launchesOnly(th int32, at int64, n int) {
	for range n {
		b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, at, 500, -1, "", "", 0, 0)
		b.call(th, "cuEventSynchronize", trace.SortSync, at+500, 9000, -1, "", "", 0, 0)
		at += 10_000
	}
}

// kernelsOf adds n kernels whose launch is not known.
func (b *builder) kernelsOf(st int32, n int) {
	for k := range int64(n) {
		b.openSort(st, "k", trace.SortKernel, k*5000)
		b.closeSort(st, "k", trace.SortKernel, k*5000+4000)
	}
}

func workNotCapturedInputs() []planted {
	missing := func(text string, build func(b *builder)) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			build(&b)
			in := b.input()
			in.Missing = []diagnose.Missing{{Text: text, Count: 1, Source: "run.sqlite: DIAGNOSTIC_EVENT"}}
			return in
		}
	}
	const notStarted = "CUDA profiling might have not been started correctly."
	return []planted{
		{"launches without kernels", finds, missing(notStarted, func(b *builder) { b.launchesOnly(b.thread(1, 1), 0, 20) })},
		{"one process of two", finds, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, 0, 20, 1000, 1000)
			b.launchesOnly(b.thread(2, 2), 0, 20)
		})},
		{"copies without kernels", finds, planned(func(b *builder, th, st int32) {
			b.copy(th, st, planCopy{name: "memcpy HtoD", start: 0, took: 1000, bytes: 8})
			b.launchesOnly(th, 10_000, 1)
		})},
		{"the profiler says so", finds, missing(notStarted, func(b *builder) { b.span(b.thread(1, 1), "main", 0, 1000) })},
		{"some launches without kernels", clears, planned(func(b *builder, th, st int32) { b.launchesOnly(th, b.kernels(th, st, 0, 1, 1000, 1000), 20) })},
		{"kernels of no known process", clears, planned(func(b *builder, th, _ int32) {
			b.launchesOnly(th, 0, 20)
			b.launchesOnly(b.thread(2, 2), 0, 20)
			b.kernelsOf(b.stream(0, 0, 1, 7), 40)
		})},
		{"graphs as a whole", clears, planned(func(b *builder, th, st int32) { b.graphs(th, st, 0, 20, 1, 4000) })},
		{"copies alone", abstains, planned(func(b *builder, th, st int32) {
			b.copy(th, st, planCopy{name: "memcpy HtoD", start: 0, took: 1000, bytes: 8})
		})},
		{"host functions alone", abstains, planned(func(b *builder, th, _ int32) {
			b.call(th, "cudaLaunchHostFunc_v10000", trace.SortAPI, 0, 1000, -1, "", "", 0, 0)
		})},
		{"no calls", abstains, missing("Not all NVTX events might have been collected.", func(b *builder) { b.span(b.thread(1, 1), "main", 0, 1000) })},
	}
}

// TestWhatWasNotCapturedIsSaidFirst: before any cost, and no rule judges devices
// that the trace does not show.
func TestWhatWasNotCapturedIsSaidFirst(t *testing.T) {
	var b builder
	th, st := b.thread(1, 1), b.stream(1, 0, 1, 7)
	b.call(th, "cudaFree_v3020", trace.SortAPI, 0, 800_000, -1, "", "", 0, 0)
	for k := range int64(20) {
		b.copy(th, st, planCopy{name: "memcpy HtoD pageable", start: 800_000 + k*10_000, took: 100, bytes: 8})
	}
	b.launchesOnly(th, 1_000_000, 20)
	r := diagnose.Run(b.input(), diagnose.Rules())
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Rule)
	}
	if len(got) != 3 || got[0] != "gpu-work-not-captured" || got[1] != "startup-dominates" || got[2] != "host-waits" {
		t.Errorf("got %v, want what was not captured, then startup, then waits of unknown cost", got)
	}
	if r.Findings[2].Cost != nil {
		t.Errorf("got a cost of %d for waits for what is unknown", *r.Findings[2].Cost)
	}
}
