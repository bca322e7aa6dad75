package pprof

import "github.com/nrkit/nrkit/trace"

// steps is what scaling needs to know of the time steps of a sampled trace.
type steps struct {
	timed  [warm + 1]int64 // by regime
	wall   map[int32]int64 // ns of the warm ones, by track
	around map[key]bool    // what they lie in
}

// ended takes note of a range that has ended, in what is around it or in
// nothing.
func (x *profiler) ended(f *frame, took int64, around *frame) {
	if x.stacks[f.stack].name != x.step || x.step < 0 || around != nil && around.regime != outside {
		return
	}
	s := &x.steps
	s.timed[f.regime]++
	if f.regime != warm {
		return
	}
	s.wall[f.track] += took
	if around != nil {
		s.around[around.key] = true
	}
}

// scale lets the warm steps stand for those that were not timed, whose time was
// counted as that of what they lie in and is taken from there. Calls become
// those there were. Wall becomes no more than there is room for, so that the
// whole stays exact: a timed step may be slower than another.
func (x *profiler) scale() {
	timed, first := x.steps.timed[warm], x.steps.timed[cold]
	if x.t.Header.Sample <= 1 || timed == 0 {
		return
	}
	all, known := x.t.Counts.Number[trace.CountTimesteps]
	if !known {
		all = (timed + first) * int64(x.t.Header.Sample)
	}
	factor := max(1, float64(all-first)/float64(timed))
	room := map[int32]float64{}
	for k := range x.steps.around {
		if sum := x.sums[k]; sum != nil {
			room[k.track] += float64(sum[1])
		}
	}
	wall := map[int32]float64{} // the factor, by track
	for track, ns := range x.steps.wall {
		wall[track] = factor
		if r, ok := room[track]; ok && ns > 0 {
			wall[track] = min(factor, 1+r/float64(ns))
		}
	}
	for k, sum := range x.sums {
		switch {
		case k.regime == warm:
			sum[0] = int64(float64(sum[0])*factor + 0.5)
			sum[1] = int64(float64(sum[1])*wall[k.track] + 0.5)
		case x.steps.around[k] && room[k.track] > 0:
			taken := (wall[k.track] - 1) * float64(x.steps.wall[k.track]) / room[k.track]
			sum[1] = int64(float64(sum[1])*max(0, 1-taken) + 0.5)
		}
	}
}
