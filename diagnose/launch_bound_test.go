package diagnose_test

import "github.com/nrkit/nrkit/trace"

func launchBoundInputs() []planted {
	return []planted{
		{"kernels shorter than their launch", finds, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 20, 4000, 1000) })},
		{"kernels as long as their launch", clears, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 20, 4000, 4000) })},
		{"another stream keeps the device at work", clears, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, 0, 20, 4000, 1000)
			busy := b.stream(1, 0, 1, 8)
			b.openSort(busy, "memcpy HtoD", trace.SortMemcpy, 0)
			b.closeSort(busy, "memcpy HtoD", trace.SortMemcpy, 1_000_000)
		})},
		{"launches take little of the time", clears, planned(func(b *builder, th, st int32) {
			b.span(th, "files", b.kernels(th, st, 0, 20, 4000, 1000), 3_000_000)
		})},
		{"half of them are long", clears, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, b.kernels(th, st, 0, 19, 4000, 1000), 20, 4000, 5000)
		})},
		{"short kernels of a graph", clears, planned(func(b *builder, th, st int32) {
			for k := range int64(20) {
				b.call(th, "cuGraphLaunch", trace.SortAPI, 10_000*k, 4000, st, "k", trace.SortKernel, 10_000*k+2000, 100)
			}
		})},
		{"seven kernels", abstains, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 7, 4000, 1000) })},
		{"nothing on devices", abstains, solved},
	}
}
