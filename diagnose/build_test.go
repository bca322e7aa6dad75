package diagnose_test

import (
	"slices"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// A builder makes traces range by range. The zero value is ready.
type builder struct {
	header trace.Header
	names  []string
	sorts  []string
	tracks []trace.Track
	events []trace.Event
	flows  int64
	counts trace.Counts
	loss   trace.Loss
}

// thread adds a track of a process.
func (b *builder) thread(pid, tid int64) int32 {
	return b.track(trace.Track{Process: pid, Thread: tid, Device: -1})
}

// stream adds a track of a device.
func (b *builder) stream(pid int64, device, context, stream int32) int32 {
	return b.track(trace.Track{Process: pid, Device: device, Context: context, Stream: stream})
}

func (b *builder) track(t trace.Track) int32 {
	b.tracks = append(b.tracks, t)
	return int32(len(b.tracks) - 1)
}

// name returns the number of a name of a sort.
func (b *builder) name(text, sort string) int32 {
	for i, n := range b.names {
		if n == text && b.sorts[i] == sort {
			return int32(i)
		}
	}
	b.names, b.sorts = append(b.names, text), append(b.sorts, sort)
	return int32(len(b.names) - 1)
}

// open begins a range of the program.
func (b *builder) open(track int32, name string, at int64) { b.openSort(track, name, "", at) }

func (b *builder) openSort(track int32, name, sort string, at int64) {
	b.events = append(b.events, trace.Event{Time: at, Index: trace.NoIndex, Track: track, Name: b.name(name, sort), Kind: trace.Begin})
}

// close ends the innermost open range of a track; it must be called that.
func (b *builder) close(track int32, name string, at int64) { b.closeSort(track, name, "", at) }

func (b *builder) closeSort(track int32, name, sort string, at int64) {
	b.events = append(b.events, trace.Event{Time: at, Index: trace.NoIndex, Track: track, Name: b.name(name, sort), Kind: trace.End})
}

// span is a range of the program with nothing inside.
func (b *builder) span(track int32, name string, start, length int64) {
	b.open(track, name, start)
	b.close(track, name, start+length)
}

// call is a call of a driver, with work on a stream where that is not negative.
func (b *builder) call(track int32, name, sort string, start, length int64, stream int32, work, workSort string, at, took int64) {
	b.openSort(track, name, sort, start)
	if stream >= 0 {
		b.events = append(b.events, trace.Event{Time: start, Index: b.flows, Track: track, Name: -1, Kind: trace.FlowOut})
		b.openSort(stream, work, workSort, at)
		b.events = append(b.events, trace.Event{Time: at, Index: b.flows, Track: stream, Name: -1, Kind: trace.FlowIn})
		b.closeSort(stream, work, workSort, at+took)
		b.flows++
	}
	b.closeSort(track, name, sort, start+length)
}

// trace returns the trace.
func (b *builder) trace() *trace.Trace {
	t := trace.FromEvents(b.header, b.names, b.tracks, b.events)
	if slices.ContainsFunc(b.sorts, func(s string) bool { return s != "" }) {
		t.Sorts = b.sorts
	}
	t.Flows, t.Counts, t.Loss = b.flows, b.counts, b.loss
	return t
}

// input returns the input of the trace.
func (b *builder) input() *diagnose.Input { return diagnose.NewInput(b.trace(), "run.nrt") }

// A step says what a time step of a solver took, in ns.
type step struct {
	iterations int
	build      int64 // of each iteration
	solve      int64
	test       int64 // convergence
	outside    int64 // of the step, in no iteration
}

// solver adds a transient of time steps on a new thread of process 1, and
// returns when it ends.
func (b *builder) solver(at int64, steps ...step) int64 {
	th := b.thread(1, int64(len(b.tracks)+1))
	b.open(th, trace.PhaseTransient, at)
	for _, s := range steps {
		b.open(th, trace.PhaseTimestep, at)
		for range s.iterations {
			b.open(th, trace.PhaseIteration, at)
			for _, p := range []struct {
				name string
				ns   int64
			}{{trace.PhaseBuildSystem, s.build}, {trace.PhaseLinearSolve, s.solve}, {trace.PhaseConvergence, s.test}} {
				if p.ns > 0 {
					b.span(th, p.name, at, p.ns)
					at += p.ns
				}
			}
			b.close(th, trace.PhaseIteration, at)
		}
		at += s.outside
		b.close(th, trace.PhaseTimestep, at)
	}
	b.close(th, trace.PhaseTransient, at)
	return at
}

// repeat returns n equal steps.
func repeat(n int, s step) []step { return slices.Repeat([]step{s}, n) }
