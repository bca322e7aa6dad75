package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

func gpuIdleInputs() []planted {
	return []planted{
		{"kernels of a quarter of the time", finds, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 10, 4000, 1000) })},
		{"one of two devices", finds, planned(func(b *builder, th, st int32) {
			b.kernels(th, b.stream(1, 1, 2, 7), 0, 10, 4000, 1000)
			b.kernels(b.thread(1, 2), st, 0, 10, 1000, 4000)
		})},
		{"copies fill a part of the time", finds, planned(func(b *builder, th, st int32) {
			for k := range int64(10) {
				b.kernels(th, st, k*10_000, 1, 1000, 1000)
				b.copy(th, st, planCopy{name: "memcpy DtoH pinned", start: k*10_000 + 3000, took: 6000, bytes: 8})
			}
		})},
		{"four equal devices", finds, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, 0, 10, 4000, 1000)
			for d := range int32(3) {
				b.kernels(b.thread(int64(2+d), 1), b.stream(int64(2+d), 1+d, 1, 7), int64(d), 10, 4000, 1000)
			}
		})},
		{"the gap is a cold launch", clears, planned(func(b *builder, th, st int32) {
			b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, b.kernels(th, st, 0, 10, 2000, 2000), 200_000, st, "other", trace.SortKernel, 230_000, 2000)
			b.kernels(th, st, 240_000, 10, 2000, 2000)
		})},
		{"two streams fill the time together", clears, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, 0, 10, 4000, 1200)
			b.kernels(b.thread(1, 2), b.stream(1, 0, 1, 8), 1200, 10, 4000, 1200)
		})},
		{"idle within a long run on the host", clears, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, 0, 10, 4000, 1000)
			b.span(th, "files", 100_000, 2_000_000)
		})},
		{"idle before the first work and after the last", clears, planned(func(b *builder, th, st int32) {
			b.span(th, "start", 0, 100_000)
			b.span(th, "end", b.kernels(th, st, 100_000, 10, 1000, 4000), 100_000)
		})},
		{"seven kernels", abstains, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 7, 4000, 1000) })},
		{"graphs that left nothing", abstains, planned(func(b *builder, th, st int32) {
			b.hiddenLaunches(th, b.kernels(th, st, 0, 10, 4000, 1000), 5)
		})},
		{"nothing on devices", abstains, solved},
	}
}

// TestIdleCost: idle time is the window less what is covered, of each device by
// itself; devices that are idle for about as long are one finding, whose cost is
// that of one device.
func TestIdleCost(t *testing.T) {
	in := planned(func(b *builder, _, st int32) {
		other := b.stream(2, 0, 1, 7)
		for k := range int64(10) {
			for _, s := range []int32{st, other} {
				b.openSort(s, "k", trace.SortKernel, 1000*k)
				b.closeSort(s, "k", trace.SortKernel, 1000*k+100+int64(s))
			}
		}
	})()
	o := ruleOf(t, "gpu-idle").Check(in)
	if len(o.Findings) != 1 || *o.Findings[0].Cost != 9*899 {
		t.Errorf("got %+v, want one with the time between ten kernels of the device that is idle for longest", o)
	}
	o = ruleOf(t, "gpu-idle").Check(planned(func(b *builder, th, st int32) {
		b.kernels(th, st, 0, 10, 40_000, 1000)
		b.kernels(b.thread(1, 2), b.stream(1, 1, 2, 7), 0, 10, 4000, 1000)
	})())
	if len(o.Findings) != 2 {
		t.Errorf("got %+v, want one of each device: one is idle ten times as long", o)
	}
}

// TestGaps: the finding says what the host does in the longest gap, and names graphs
// only where they could save most of the idle time.
func TestGaps(t *testing.T) {
	const graph = "put the iteration into a CUDA graph, so that the host launches once per iteration"
	for want, plan := range map[string]func(b *builder, th, st int32){
		"longest time in which device 0 of process 1 had no work; meanwhile the host was in cudaMalloc": func(b *builder, th, st int32) {
			at := b.kernels(th, st, 0, 10, 4000, 1000)
			b.call(th, "cudaMalloc_v3020", trace.SortAPI, at, 300_000, -1, "", "", 0, 0)
			b.kernels(th, st, at+301_000, 10, 4000, 1000)
		},
		`longest time in which device 0 of process 1 had no work; meanwhile the host was in range "read file #"`: func(b *builder, th, st int32) {
			at := b.kernels(th, st, 0, 10, 4000, 1000)
			b.open(th, "main", at-3000)
			b.span(th, "read file 17", at-2000, 300_000)
			b.close(th, "main", at+301_000)
			b.kernels(th, st, at+301_000, 10, 4000, 1000)
		},
		"longest time in which device 0 of process 1 had no work; meanwhile the host was in cudaLaunchKernel": func(b *builder, th, st int32) { b.kernels(th, st, 0, 10, 4000, 1000) },
	} {
		o := ruleOf(t, "gpu-idle").Check(planned(plan)())
		if len(o.Findings) != 1 {
			t.Fatalf("got %+v", o)
		}
		f := o.Findings[0]
		if !slices.ContainsFunc(f.Evidence, func(e diagnose.Evidence) bool { return e.Text == want }) {
			t.Errorf("got %+v, want %q", f.Evidence, want)
		}
		if short := strings.HasSuffix(want, "cudaLaunchKernel"); slices.Contains(f.Try, graph) != short {
			t.Errorf("%s: got %q", want, f.Try)
		}
	}
}
