package diagnose_test

import "github.com/nrkit/nrkit/trace"

// A planCopy is a copy with the call that launched it, ns.
type planCopy struct {
	name  string  // as trace.Copy names it
	call  string  // "": cudaMemcpyAsync_v3020
	sort  string  // of the call; "": SortAPI
	start int64   // of the call, and of the copy 1 µs later
	call0 int64   // the call takes; 3 µs where 0
	took  int64   // of the copy
	bytes float64 // -1: the trace does not say
}

// copy adds a copy and returns when it ends.
func (b *builder) copy(th, st int32, c planCopy) int64 {
	if c.call == "" {
		c.call = "cudaMemcpyAsync_v3020"
	}
	if c.sort == "" {
		c.sort = trace.SortAPI
	}
	if c.call0 == 0 {
		c.call0 = 3000
	}
	at := c.start + 1000
	b.openSort(th, c.call, c.sort, c.start)
	b.events = append(b.events, trace.Event{Time: c.start, Index: b.flows, Track: th, Name: -1, Kind: trace.FlowOut})
	b.openSort(st, c.name, trace.SortMemcpy, at)
	b.events = append(b.events, trace.Event{Time: at, Index: b.flows, Track: st, Name: -1, Kind: trace.FlowIn})
	if c.bytes >= 0 {
		b.events = append(b.events, trace.Event{Time: at, Value: c.bytes, Track: st, Name: b.name("bytes", ""), Kind: trace.Arg})
	}
	b.closeSort(st, c.name, trace.SortMemcpy, at+c.took)
	b.closeSort(th, c.call, c.sort, c.start+c.call0)
	b.flows++
	return at + c.took
}

// heat adds n passes of a solver that copies its field to the device and back
// around a kernel, and returns when it ends.
func (b *builder) heat(th, st int32, at int64, n int, memory string, each, kernel int64) int64 {
	for range n {
		at = b.copy(th, st, planCopy{name: "memcpy HtoD" + memory, start: at, call0: each + 2000, took: each, bytes: float64(4 * each)}) + 2000
		b.call(th, "cuLaunchKernel", trace.SortAPI, at, 1000, st, "heat", trace.SortKernel, at+1000, kernel)
		at += 1000 + kernel
		at = b.copy(th, st, planCopy{name: "memcpy DtoH" + memory, start: at, call0: each + 2000, took: each, bytes: float64(4 * each)}) + 2000
	}
	return at
}
