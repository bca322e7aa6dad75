package telemetry

import (
	"iter"
	"slices"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// AddTo adds the kept samples of r to a trace that did not come from the
// recorder of the sampler: a track per device, with the same counters as
// [Start] records. The clocks meet in the wall-clock times at which both began,
// so that samples are off by what the wall clock was adjusted in between.
// Samples before the start of the trace are left out.
func AddTo(t *trace.Trace, r *Result) {
	base := r.Start.Round(0).Sub(t.Header.Start.Round(0))
	first := int32(len(t.Tracks))
	a := &adder{t: t, names: map[string]int32{}}
	for k, name := range t.Names {
		a.names[name] = int32(k)
	}
	var events []trace.Event
	for k, d := range r.Devices {
		t.Tracks = append(t.Tracks, trace.Track{Process: t.Header.PID, Thread: int64(first) + int64(k) + 1, Device: int32(d.Index), Name: d.Label()})
		events = append(events, a.events(first+int32(k), d.Samples, base)...)
	}
	inner := t.Events
	t.Events = func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) {
			for e := range inner() {
				if !yield(e) {
					return
				}
			}
			for _, e := range events {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// An adder gives counters their names in a trace.
type adder struct {
	t     *trace.Trace
	names map[string]int32
}

// name returns the index of a name.
func (a *adder) name(s string) int32 {
	n, ok := a.names[s]
	if !ok {
		n = int32(len(a.t.Names))
		a.t.Names = append(slices.Clip(a.t.Names), s)
		a.names[s] = n
	}
	return n
}

// events returns the counters of one device.
func (a *adder) events(track int32, samples []Sample, base time.Duration) []trace.Event {
	var list []trace.Event
	var last Reason
	for _, s := range samples {
		at := int64(base + s.Time)
		if at < 0 {
			continue
		}
		add := func(name string, v float64) {
			list = append(list, trace.Event{Time: at, Index: trace.NoIndex, Value: v, Track: track, Name: a.name(name), Kind: trace.Counter})
		}
		for _, f := range Fields() {
			if s.Has.Has(f) {
				add(f.String(), s.Values[f])
			}
		}
		if s.Has.Has(Throttle) {
			now := Reason(s.Values[Throttle])
			changes(last, now, add)
			last = now
		}
	}
	return list
}

// changes calls add for each reason that began, with 1, or ended, with 0.
func changes(last, now Reason, add func(name string, v float64)) {
	for _, r := range reasons {
		switch {
		case (now^last)&r.bit == 0:
		case now&r.bit != 0:
			add(r.name, 1)
		default:
			add(r.name, 0)
		}
	}
}
