package pprof

import "github.com/nrkit/nrkit/trace"

// A deviceFrame is an open range of a device's track.
type deviceFrame struct {
	start, flow int64
	work        bool
}

// readDevices reads the events again, for the work on devices: it may come
// before its call, whose stack it continues.
func (x *profiler) readDevices() {
	open := make([][]deviceFrame, len(x.t.Tracks))
	for e := range x.t.Events() {
		stack := &open[e.Track]
		k := len(*stack) - 1
		switch {
		case e.Kind == trace.Begin:
			*stack = append(*stack, deviceFrame{e.Time, -1, trace.OnDevice(x.t.Sort(e.Name))})
		case e.Kind == trace.FlowIn && k >= 0:
			(*stack)[k].flow = e.Index
		case e.Kind == trace.End && k >= 0:
			f := (*stack)[k]
			*stack = (*stack)[:k]
			if f.work {
				x.work(e, f)
			}
		}
	}
}

// work adds work on a device that has ended: below its call, or alone.
func (x *profiler) work(e trace.Event, f deviceFrame) {
	k := key{stack: -1, track: e.Track}
	if x.hasFlow(f.flow) {
		if call := x.launches.At(f.flow); call.known && call.stack >= 0 {
			k = call.key
		}
	}
	k.stack = x.number(stack{k.stack, e.Name})
	sum := x.sum(k)
	sum[calls]++
	sum[gpu] += e.Time - f.start
}
