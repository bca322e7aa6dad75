package pprof

import "github.com/nrkit/nrkit/trace"

// weights are what the values of ranges in time steps of a sampled trace are
// multiplied by.
type weights struct {
	estimate *trace.Estimate
	around   map[key]bool   // what steps lie in
	timed    [regimes]int64 // ns of the steps
}

// ended takes note of a range that has ended, in what is around it or in
// nothing.
func (x *profiler) ended(f *frame, took int64, around *frame) {
	if x.weights.estimate == nil || x.step < 0 || x.stacks[f.stack].name != x.step || around == nil || around.regime != outside {
		return
	}
	x.weights.timed[f.regime] += took
	x.weights.around[around.key] = true
}

// of returns by what times and calls of a name are multiplied.
func (w *weights) of(name int32, regime uint8) (times, calls float64) {
	switch regime {
	case warm:
		return w.estimate.Times, w.estimate.Calls(name)
	case preempted:
		return w.estimate.OfPreempted(name)
	}
	return 1, 1
}

// scale gives the time of steps that were not timed, which was counted as that
// of what they lie in, to the phases of those that stand for them.
func (x *profiler) scale() {
	w := &x.weights
	if w.estimate == nil {
		return
	}
	taken, room := 0.0, 0.0
	for regime, ns := range w.timed {
		times, _ := w.of(x.step, uint8(regime))
		taken += (times - 1) * float64(ns)
	}
	for k := range w.around {
		room += float64(x.sum(k)[wall])
	}
	for k, sum := range x.sums {
		switch {
		case k.stack < 0:
		case k.regime != outside:
			times, n := w.of(x.stacks[k.stack].name, k.regime)
			sum[calls] = int64(float64(sum[calls])*n + 0.5)
			sum[wall] = int64(float64(sum[wall])*times + 0.5)
		case w.around[k] && room > 0:
			sum[wall] = int64(float64(sum[wall])*max(0, 1-taken/room) + 0.5)
		}
	}
}

// dropped reports whether nothing is left of a sample: others stand for it.
func (x *profiler) dropped(k key, sum *[values]int64) bool {
	return k.regime == preempted && x.weights.estimate != nil && *sum == [values]int64{}
}
