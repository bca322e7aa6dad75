package perfetto

import (
	"fmt"

	"github.com/nrkit/nrkit/trace"
)

// With sampling, most time steps are not timed, and the time line would look idle
// between those that are. A slice takes their place: it lies where steps would,
// and says how many there were by the numbers of its neighbours, which count from
// 1, and by the count of all steps. Where ranges are missing there is none: timed
// steps may be among them.

// steps are what is known of the time steps within an open range.
type steps struct {
	since int64 // no range within it has been open since
	last  int64 // number of the last timed step; 0 before the first, unknown when it may be missing
}

const unknown = -1

// losesSteps says whether timed steps may be missing at unknown places.
func losesSteps(t *trace.Trace) bool {
	return len(t.Missing) == 0 && t.Loss.Dropped+t.Loss.Ranges > 0
}

// stepsOf returns how many time steps all of the trace has, -1 where that is not
// known or it is not known on which thread: then there is no end to count to.
func stepsOf(t *trace.Trace) int64 {
	n, known := t.Counts.Number[trace.CountTimesteps]
	threads := 0
	for _, tr := range t.Tracks {
		if tr.Device < 0 {
			threads++
		}
	}
	if !known || threads != 1 || t.Loss.Open {
		return -1
	}
	return n
}

// untimedBefore writes the steps between a timed one, which begins now, and the
// one before it, or the begin of the range around.
func (x *exporter) untimedBefore(s *sequence, e trace.Event) {
	if !x.sampled || len(s.open) == 0 || e.Index == trace.NoIndex || x.t.Names[e.Name] != trace.PhaseTimestep {
		return
	}
	in := &s.open[len(s.open)-1].steps
	if in.last != unknown && !s.lostBy(e.Time) {
		x.untimed(s, in.since, e.Time, e.Index-in.last-1)
	}
	in.last = e.Index
}

// untimedAfter writes the steps between the last timed one of a range and its
// end.
func (x *exporter) untimedAfter(s *sequence, e trace.Event) {
	f := &s.open[len(s.open)-1]
	if !x.sampled || x.steps < 0 || x.t.Names[f.name] != trace.PhaseTransient {
		return
	}
	if f.steps.last != unknown && !s.lostBy(e.Time) {
		x.untimed(s, f.steps.since, e.Time, x.steps-f.steps.last)
	}
}

// lostBy says whether something is missing by that time that was not told yet.
func (s *sequence) lostBy(time int64) bool { return len(s.missing) > 0 && s.missing[0] <= time }

// untimed writes a slice that stands for n steps.
func (x *exporter) untimed(s *sequence, from, to, n int64) {
	if n < 1 {
		return
	}
	text := fmt.Sprintf("not timed, %d steps", n)
	if n == 1 {
		text = "not timed, 1 step"
	}
	x.e.reset(typeBegin)
	x.e.category, x.e.text = x.categoryID(s, untimedAt), text
	x.number(s, int32(len(x.t.Names)+len(indexKeys)), n)
	x.putAt(s, from)
	x.e.reset(typeEnd)
	x.put(s, to)
}
