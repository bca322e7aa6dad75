package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/trace"
)

func gpuIdleInputs() []planted {
	return []planted{
		{"kernels of a quarter of the time", finds, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 10, 4000, 1000) })},
		{"one of two devices", finds, planned(func(b *builder, th, st int32) {
			b.kernels(th, b.stream(1, 1, 2, 7), 0, 10, 4000, 1000)
			b.kernels(b.thread(1, 2), st, 0, 10, 1000, 4000)
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
// itself, and of two processes each by its own.
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
	if len(o.Findings) != 2 || *o.Findings[0].Cost != 9*899 || *o.Findings[1].Cost != 9*898 {
		t.Errorf("got %+v, want two with the time between ten kernels", o)
	}
}
