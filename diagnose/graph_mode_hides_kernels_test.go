package diagnose_test

func graphModeInputs() []planted {
	return []planted{
		{"graphs as a whole", finds, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, b.graphs(th, st, 0, 5, 1, 1000), 10, 1000, 500)
		})},
		{"graphs that left nothing", finds, planned(func(b *builder, th, st int32) {
			b.hiddenLaunches(th, b.kernels(th, st, 0, 10, 1000, 500), 5)
		})},
		{"a small graph as a whole", clears, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, b.graphs(th, st, 0, 1, 1, 100), 10, 1000, 500)
		})},
		{"the nodes of graphs", clears, planned(func(b *builder, th, st int32) {
			for k := range int64(5) {
				b.call(th, "cuGraphLaunch", "api", 10_000*k, 1000, st, "k", "kernel", 10_000*k+500, 4000)
			}
		})},
		{"the last launch is behind the end of the trace", clears, planned(func(b *builder, th, st int32) {
			for k := range int64(5) {
				b.call(th, "cuGraphLaunch", "api", 10_000*k, 1000, st, "k", "kernel", 10_000*k+500, 4000)
			}
			b.hiddenLaunches(th, 50_000, 1)
		})},
		{"kernels alone", clears, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 10, 1000, 500) })},
		{"work without calls", abstains, planned(func(b *builder, _, st int32) {
			b.openSort(st, "k", "kernel", 0)
			b.closeSort(st, "k", "kernel", 5)
		})},
		{"nothing on devices", abstains, solved},
	}
}
