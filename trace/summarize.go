package trace

import (
	"math"
	"slices"
)

const histogramSize = 1024

// Summarize makes the table of phases of a trace. It reads all events once, and once
// more those up to the last unit that may be warm-up, if there is any. A trace with work
// on devices is read three times. A second goroutine adds up long traces while the first
// one reads. Memory does not grow with the number of ranges, except for 1 MB per track
// with many units.
//
// It takes any trace: ends without a begin and events with dead references are
// skipped, with a warning; [Check] says more about them. If events or a temporary
// file cannot be read, the table is incomplete, and t.Err says so.
func Summarize(t *Trace, o SummaryOptions) *Summary {
	o = o.filled()
	return sumUp(t, o, false).finish(o)
}

// Examine is [Summarize] and [Check], with as many passes over the events as Summarize
// has alone if there is no problem, and one more otherwise.
func Examine(t *Trace, o SummaryOptions) (*Summary, []Problem) {
	o = o.filled()
	s := sumUp(t, o, false)
	return s.finish(o), s.problems()
}

// sumUp adds up the events of a trace. If pooled is set, it collects what a pool needs.
func sumUp(t *Trace, o SummaryOptions, pooled bool) *sums {
	s := newSums(t, unitsOf(t, o))
	devices := hasDevices(t)
	if devices && s.units.name < 0 {
		s.units.known = true
	}
	if s.prepare(pooled && (s.units.known || !devices)).read(); s.units.known {
		return s
	}
	if s.units.step >= 0 && s.steps == 0 && s.iterates() {
		u := units{step: -1, iteration: s.units.iteration, name: s.units.iteration}
		s = newSums(t, u).prepare(pooled && !devices).read()
	}
	s.settle()
	if devices {
		u := s.units
		u.early = nil
		return newSums(t, u).prepare(pooled).read()
	}
	s.split()
	return s
}

// prepare makes room for what is known to be the last addition: only one that knows the
// units adds up devices.
func (s *sums) prepare(pooled bool) *sums {
	if s.units.known && hasDevices(s.trace) {
		s.device = newDeviceSums(s.trace, newWorkSums(s.trace))
	}
	if pooled {
		s.collect = &collector{make([]Cell, len(s.trace.Names)), bins{last: -1}}
	}
	return s
}

// finish makes the tables, and gives back what was needed for devices.
func (s *sums) finish(o SummaryOptions) *Summary {
	sum := s.summary(o)
	if s.device != nil {
		sum.Work = s.device.work(s.trace, sum.Span)
		s.device.close(s.trace)
	}
	return sum
}

// filled returns the options with their defaults.
func (o SummaryOptions) filled() SummaryOptions {
	if o.Step == "" {
		o.Step = PhaseTimestep
	}
	if o.Iteration == "" {
		o.Iteration = PhaseIteration
	}
	return o
}

// read adds up the events.
func (s *sums) read() *sums {
	s.trace.pass(func(batch []Event) bool {
		s.batch(batch)
		return true
	})
	s.closeAll()
	return s
}

func (s *sums) batch(batch []Event) {
	for i := range batch {
		s.event(&batch[i])
	}
}

// fill computes what nodes tell: total and count, scaled, and self.
func (s *sums) fill(e *Estimate) {
	s.tree.walk(func(n *node) {
		for i, r := range n.regime {
			if r == nil {
				continue
			}
			times, counts := 1.0, 1.0
			if e != nil && n.inStep {
				times, counts = e.weights(n.name, i)
			}
			n.total += times * float64(r.total)
			n.count += counts * float64(r.sketch.count)
		}
	})
	s.tree.walk(func(n *node) {
		n.self = n.total
		for _, ns := range n.elsewhere {
			n.self -= float64(ns)
		}
		for _, k := range n.kids {
			n.self -= k.total
		}
		n.self = max(n.self, 0)
	})
}

func round(x float64) int64 { return int64(math.Round(x)) }

// byTotal sorts phases, largest first.
func byTotal(list []Phase) {
	slices.SortStableFunc(list, func(a, b Phase) int {
		switch {
		case a.Total > b.Total:
			return -1
		case a.Total < b.Total:
			return 1
		}
		return 0
	})
}
