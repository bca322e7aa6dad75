package calibrate

import (
	"math"
	"runtime"

	"github.com/nrkit/nrkit/prediction"
)

// A Watch measures the figures that decide what several threads gain, again and again: on a
// shared host they change from second to second.
type Watch struct{ update, dispatch kernel }

// NewWatch returns a Watch of a machine, whose working set of L1 it takes.
func NewWatch(m *prediction.Machine) *Watch {
	w := &Watch{update: updateKernel(m.WorkingSetBytes[prediction.L1], 0), dispatch: dispatchKernel()}
	w.update.quarter, w.update.samples, w.update.times = true, 20, 20
	w.dispatch.samples, w.dispatch.times = 10, 1
	return w
}

// Measure returns the seconds of a multiply-add in L1, and of handing a task to a thread that waits
// in a loop: the Update and Dispatch of a [prediction.Machine]. Each is the lower quartile of its
// samples.
//
// Cost: about 15 ms. It needs two CPUs.
func (w *Watch) Measure() (update, dispatch float64) {
	return w.update.now(), w.dispatch.now()
}

// now samples a kernel as if for the first time and returns the seconds of an operation.
func (k *kernel) now() float64 {
	if k.wall == nil { // the clock of a thread counts
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
	}
	ns := math.Inf(1)
	k.figure, k.seen = &ns, k.seen[:0]
	k.sample()
	return ns * 1e-9
}
