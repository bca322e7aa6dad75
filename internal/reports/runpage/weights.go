package runpage

import (
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// Weights are what the ranges of a sampled trace count for in the tree, as
// [trace.Estimate] says. Ranges of a trace in which all time steps were timed count as
// they are.
type weights struct {
	estimate *trace.Estimate
	step     int32   // name of time steps
	begun    []int64 // time steps, by track
}

// A regime is where a range lies.
type regime uint8

const (
	outside   regime = iota // of time steps
	first                   // in the first time step of its track
	clean                   // in another one
	preempted               // in one in which the thread lost the processor
)

func newWeights(t *trace.Trace) weights {
	return weights{trace.NewEstimate(t), int32(slices.Index(t.Names, trace.PhaseTimestep)), make([]int64, len(t.Tracks))}
}

// begin returns the regime of a range that begins in a range of the regime around.
func (w *weights) begin(e trace.Event, around regime) regime {
	if w.estimate == nil || around != outside || e.Name != w.step {
		return around
	}
	k := w.begun[e.Track]
	w.begun[e.Track]++
	switch {
	case k == 0:
		return first
	case w.estimate.Preempted(e.Track, k):
		return preempted
	}
	return clean
}

// of returns by what the time and the number of ranges of a name are multiplied.
func (w *weights) of(name int32, r regime) (times, calls float64) {
	switch r {
	case clean:
		return w.estimate.Times, w.estimate.Calls(name)
	case preempted:
		return w.estimate.OfPreempted(name)
	}
	return 1, 1
}
