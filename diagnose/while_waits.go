package diagnose

import "strings"

// conditionWaits is what the log of XLA says of the waits for conditions, on the
// device that waits longest: several devices may wait at the same time.
type conditionWaits struct {
	n, ns int64
}

// add takes the waits of a device.
func (w *conditionWaits) add(n, ns int64) {
	if ns > w.ns {
		*w = conditionWaits{n, ns}
	}
}

// loggedWaits returns the waits of loops that the host ran.
func (in *Input) loggedWaits() (most conditionWaits) {
	byDevice := map[int]conditionWaits{}
	for _, g := range in.XLA.Loops {
		w := byDevice[g.Device]
		w.n += g.Host.TimedWaits
		w.ns += g.Host.WaitNS
		byDevice[g.Device] = w
	}
	for _, w := range byDevice {
		most.add(w.n, w.ns)
	}
	return most
}

// addWaits adds to a finding what the waits for conditions cost: as many as there
// are, by the time of one. The trace knows that best; a log has times, too, in
// which it was written.
func (in *Input) addWaits(f *Finding, w *hostWhile) {
	s := in.predicateLoop()
	switch {
	case s != nil:
		in.addTracedWaits(f, w, s)
	case in.NoTrace && w.waits.ns > 0:
		each := float64(w.waits.ns) / float64(w.waits.n)
		f.Cost = in.saving(w.waits.ns)
		source := in.XLASource + ": xlalog/v1 .files[].xla.loops[].host."
		f.Evidence = append(f.Evidence,
			Evidence{Text: "waits for a loop condition with times in the log", Value: float64(w.waits.n), Unit: "waits", Source: source + "timed_waits"},
			Evidence{Text: "mean time of such a wait, including the time to write the log", Value: each, Unit: UnitNS, Source: source + "wait_ns / timed_waits"},
			Evidence{Text: "time of all these waits", Value: float64(w.waits.ns), Unit: UnitNS, Source: source + "wait_ns"})
	}
}

// addTracedWaits adds the waits of the trace. Where the log has more iterations
// than the trace has waits, the trace saw a part of the run, and says what one
// costs.
func (in *Input) addTracedWaits(f *Finding, w *hostWhile, s *syncLoop) {
	ns := s.cost()
	f.Evidence = append(f.Evidence, Evidence{Text: "waits for a copy of at most 8 bytes, one in each iteration (per-iteration-dtoh-sync)", Value: float64(s.n), Unit: "calls",
		Source: in.Source + ": ranges " + strings.Join(s.names(in), ", ")})
	if w.iterations > int64(s.n) {
		each := float64(ns) / float64(s.n)
		ns = int64(each * float64(w.iterations))
		f.Evidence = append(f.Evidence,
			Evidence{Text: "cost of each wait", Value: each, Unit: UnitNS, Source: in.Source + ": these ranges (per-iteration-dtoh-sync, .cost_ns divided by the waits)"},
			Evidence{Text: "iterations of the log multiplied by this cost", Value: float64(ns), Unit: UnitNS, Source: in.XLASource + " and " + in.Source})
	}
	f.Cost = in.Cost(ns)
}
