package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// A gpuLoop says what a loop of a solver on a GPU does, in ns. The host launches
// kernels, copies to the host and waits.
type gpuLoop struct {
	n       int   // passes
	plain   bool  // they are no ranges nr_iteration
	kernels int   // of each pass
	launch  int64 // a call that launches; 4000 where 0
	kernel  int64 // on the device
	copy    float64
	copies  func(pass int) bool // which passes copy; nil: all
	copying string              // call that copies; "": cuMemcpyDtoHAsync_v2
	waiting string              // call that waits; "": none
	lacks   func(pass int) bool // passes without that call
	after   int64               // from the end of the copy to that of the wait
	host    int64               // between passes
	device  int32
	tick    int64 // what later passes take beyond: pass² × tick
}

// loop adds a loop on a new thread of process 1 and a new stream, and returns
// when it ends.
func (b *builder) loop(at int64, l gpuLoop) int64 {
	th := b.thread(1, int64(len(b.tracks)+1))
	st := b.stream(1, l.device, 1, int32(len(b.tracks)))
	launch := max(l.launch, 1)
	if l.launch == 0 {
		launch = 4000
	}
	free := at // when the stream is
	for pass := range l.n {
		if !l.plain {
			b.open(th, trace.PhaseIteration, at)
		}
		for range l.kernels {
			start := max(free, at+launch/2)
			b.call(th, "cuLaunchKernel", trace.SortAPI, at, launch, st, "fused_newton", trace.SortKernel, start, l.kernel)
			free, at = start+l.kernel, at+launch
		}
		if l.copy > 0 && (l.copies == nil || l.copies(pass)) {
			at, free = b.readBack(th, st, &l, at, free)
		}
		if l.waiting != "" && (l.lacks == nil || !l.lacks(pass)) {
			end := max(free, at) + l.after
			b.call(th, l.waiting, trace.SortSync, at, end-at, -1, "", "", 0, 0)
			at = end
		}
		at += l.host + int64(pass*pass)*l.tick
		if !l.plain {
			b.close(th, trace.PhaseIteration, at)
		}
	}
	return at
}

// readBack adds a copy to the host; the call waits where it is none that is
// asynchronous. It returns when the call and the stream are through.
func (b *builder) readBack(th, st int32, l *gpuLoop, at, free int64) (end, idle int64) {
	name, sort := l.copying, trace.SortSync
	if name == "" {
		name, sort = "cuMemcpyDtoHAsync_v2", trace.SortAPI
	}
	start := max(free, at+500)
	idle, end = start+1000, at+1500
	if sort == trace.SortSync {
		end = idle + l.after
	}
	b.openSort(th, name, sort, at)
	b.events = append(b.events, trace.Event{Time: at, Index: b.flows, Track: th, Name: -1, Kind: trace.FlowOut})
	b.openSort(st, "memcpy DtoH", trace.SortMemcpy, start)
	b.events = append(b.events, trace.Event{Time: start, Index: b.flows, Track: st, Name: -1, Kind: trace.FlowIn},
		trace.Event{Time: start, Value: l.copy, Track: st, Name: b.name("bytes", ""), Kind: trace.Arg})
	b.closeSort(st, "memcpy DtoH", trace.SortMemcpy, idle)
	b.closeSort(th, name, sort, end)
	b.flows++
	return end, idle
}

// looped returns an input with one loop.
func looped(l gpuLoop) func() *diagnose.Input {
	return func() *diagnose.Input {
		var b builder
		b.loop(1000, l)
		return b.input()
	}
}
