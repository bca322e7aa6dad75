package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// graphs adds n launches of an executable graph on a stream from a thread, a µs
// each and ns on the device.
func (b *builder) graphs(th, st int32, at int64, n int, exec float64, ns int64) int64 {
	for range n {
		b.call(th, "cuGraphLaunch", trace.SortAPI, at, 1000, -1, "", "", 0, 0)
		last := len(b.events) - 1
		end := b.events[last]
		b.events[last] = trace.Event{Time: at, Index: b.flows, Track: th, Name: -1, Kind: trace.FlowOut}
		b.events = append(b.events, end)
		b.openSort(st, "CUDA graph", trace.SortGraph, at+500)
		b.events = append(b.events, trace.Event{Time: at + 500, Index: b.flows, Track: st, Name: -1, Kind: trace.FlowIn},
			trace.Event{Time: at + 500, Value: exec, Track: st, Name: b.name("graph_exec_id", ""), Kind: trace.Arg})
		b.closeSort(st, "CUDA graph", trace.SortGraph, at+500+ns)
		b.flows++
		at += max(1000, 500+ns)
	}
	return at
}

// kernels adds n launches of kernels of ns.
func (b *builder) kernels(th, st int32, at int64, n int, launch, ns int64) int64 {
	for range n {
		b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, at, launch, st, "k", trace.SortKernel, at+launch/2, ns)
		at += launch/2 + max(launch/2, ns) + 1
	}
	return at
}

// hiddenLaunches adds n launches of graphs without work in the trace.
func (b *builder) hiddenLaunches(th int32, at int64, n int) int64 {
	for range n {
		b.call(th, "cudaGraphLaunch_v10000", trace.SortAPI, at, 1000, -1, "", "", 0, 0)
		at += 2000
	}
	return at
}

// planned returns an input that build makes on a thread and a stream of device 0
// of process 1.
func planned(build func(b *builder, th, st int32)) func() *diagnose.Input {
	return func() *diagnose.Input {
		var b builder
		th, st := b.thread(1, 1), b.stream(1, 0, 1, 7)
		build(&b, th, st)
		return b.input()
	}
}
