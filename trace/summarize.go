package trace

import (
	"math"
	"math/bits"
	"slices"
)

const histogramSize = 1024

// Summarize makes the table of phases of a trace. It reads all events twice:
// once to find where regimes change, once to add up. A second goroutine adds up long
// traces while the first one reads. Memory does not grow with
// the number of ranges, except for 1 MB per track with many units.
//
// It takes any trace: ends without a begin and events with dead references are
// skipped, with a warning; [Check] says more about them. If events or a temporary
// file cannot be read, the table is incomplete, and t.Err says so.
func Summarize(t *Trace, o SummaryOptions) *Summary {
	o = o.filled()
	return newSums(t, findUnits(t, o, nil)).read().finish(o)
}

// Examine is [Summarize] and [Check], with as many passes over the events as
// Summarize has alone, or one.
func Examine(t *Trace, o SummaryOptions) (*Summary, []Problem) {
	o = o.filled()
	c := newChecker(t)
	s := newSums(t, findUnits(t, o, c)).read().finish(o)
	return s, c.problems()
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
	s.trace.pass(func(batch []Event) {
		for i := range batch {
			s.event(&batch[i])
		}
	})
	s.closeAll()
	return s
}

// sums is what is added up.
type sums struct {
	trace     *Trace
	units     units
	tree      tree
	tracks    []sumTrack
	histogram []int64 // of iterations per step
	ranges    int64
	open      int64
	odd       int64 // events that were passed over
	last      int64
	begun     int64       // the first begin of a range of any sort
	ended     int64       // the last end of one
	some      bool        // a range has begun
	device    *deviceSums // nil when there is nothing of devices

	perRegime [regimes]struct{ units, iterations int64 }
	steps     int64      // that ended, or were open
	moments   []moments  // by name: of clean steps; nil unless sampled
	spare     []moments  // of preempted ones, likewise
	cpu       int32      // name of the argument that has the CPU time of a range, -1 when there is none
	collect   *collector // what a pool has besides; nil for a summary alone

	preempted   int64 // steps in which the thread lost the processor
	preemptedNS int64 // for so long
	lostCold    int64 // of it in first steps
}

// A wide is an integer of 128 bits, which is not negative.
type wide struct{ high, low uint64 }

func (w *wide) add(o wide) { w.high, w.low = plus128(w.high, w.low, o.high, o.low) }

// product adds the product of two numbers that are not negative.
func (w *wide) product(a, b int64) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	w.add(wide{high, low})
}

func (w wide) float() float64 { return float64(w.high)*(1<<64) + float64(w.low) }

// A sumTrack follows one track.
type sumTrack struct {
	stack      []sumOpen
	unit       int   // units that have begun
	depth      int   // units that are open
	number     int64 // of the unit that is open
	steps      int   // steps that are open
	iterations int   // of the open step
	regime     uint8
	inStep     map[int32]int64 // by name: time in the open step; nil unless sampled
}

type sumOpen struct {
	node   *node // nil for a call
	begin  int64
	regime uint8
	waits  bool  // it is a call that waits for a device
	cpu    int64 // of it the thread ran; -1 when unknown
	gpu    int64 // of a call: time of the work that it launched
}

func newSums(t *Trace, u units) *sums {
	s := &sums{
		trace: t, units: u, tracks: make([]sumTrack, len(t.Tracks)), last: t.Last,
		tree: tree{names: t.Names, step: u.step, iteration: u.iteration},
	}
	s.tree.root.name = -1
	if hasDevices(t) {
		s.device = newDeviceSums(t, newWorkSums(t))
	}
	s.cpu = int32(slices.Index(t.Names, ArgCPU))
	if t.Header.Sample > 1 {
		s.moments, s.spare = make([]moments, len(t.Names)), make([]moments, len(t.Names))
		for i := range s.tracks {
			s.tracks[i].inStep = map[int32]int64{}
		}
	}
	return s
}

func (s *sums) event(e *Event) {
	if uint(e.Track) >= uint(len(s.tracks)) {
		s.odd++
		return
	}
	s.last = max(s.last, e.Time)
	switch e.Kind {
	case Begin:
		if uint(e.Name) >= uint(len(s.trace.Names)) {
			s.odd++
			return
		}
		s.spans(e.Time)
		s.begin(&s.tracks[e.Track], e)
	case Arg:
		if t := &s.tracks[e.Track]; e.Name == s.cpu && len(t.stack) > 0 {
			t.stack[len(t.stack)-1].cpu = int64(e.Value)
		}
	case FlowOut:
		s.launch(&s.tracks[e.Track], e)
	case End:
		t := &s.tracks[e.Track]
		if len(t.stack) == 0 {
			s.odd++
			return
		}
		s.spans(e.Time)
		s.end(e.Track, e.Time)
	}
}

// spans takes note of a time at which a range began or ended.
func (s *sums) spans(time int64) {
	if !s.some {
		s.some, s.begun, s.ended = true, time, time
	}
	s.begun, s.ended = min(s.begun, time), max(s.ended, time)
}

func (s *sums) begin(t *sumTrack, e *Event) {
	if sort := s.trace.Sort(e.Name); sort != "" {
		t.push(nil, e.Time, sort == SortSync)
		return
	}
	parent := around(t.stack)
	if parent == nil {
		parent = &s.tree.root
	}
	if e.Name == s.units.name {
		if t.depth++; t.depth == 1 {
			t.regime = s.regimeOf(e.Track, t.unit)
			t.unit++
			s.perRegime[t.regime].units++
			if t.number = int64(t.unit - 1); e.Index >= 0 {
				t.number = e.Index
			}
		}
	}
	if e.Name == s.units.step {
		if t.steps++; t.steps == 1 {
			t.iterations = 0
			s.steps++
		}
	} else if e.Name == s.units.iteration {
		t.iterations++
		s.perRegime[t.regime].iterations++
	}
	s.ranges++
	t.push(s.tree.kid(parent, e.Name), e.Time, false)
}

// push opens a range. It writes fields: a copy of a sumOpen waits until they are in the cache.
func (t *sumTrack) push(n *node, begin int64, waits bool) {
	k := len(t.stack)
	if k == cap(t.stack) {
		t.stack = append(t.stack, sumOpen{})
	}
	t.stack = t.stack[:k+1]
	r := &t.stack[k]
	r.node, r.begin, r.regime, r.waits, r.cpu, r.gpu = n, begin, t.regime, waits, -1, 0
}

func (s *sums) regimeOf(track int32, unit int) uint8 {
	switch {
	case unit == 0:
		return cold
	case contains(s.units.lost, track, int64(unit)):
		return preempted
	case unit < s.units.steady[track]:
		return warmUp
	}
	return steady
}

func (s *sums) end(track int32, time int64) {
	t := &s.tracks[track]
	k := len(t.stack) - 1
	r := &t.stack[k] // stays as it is: nothing begins before end returns
	t.stack = t.stack[:k]
	ns := max(time-r.begin, 0)
	n := r.node
	if n == nil {
		s.called(track, r, ns)
		return
	}
	n.in(r.regime).add(ns)
	s.collected(t, n, ns)
	s.ran(n, r.regime, ns, r.cpu)
	if parent := around(t.stack); n.crowded && parent != nil {
		parent.elsewhere[r.regime] += ns
	} else if n.crowded {
		n.loose += ns
	}
	if t.inStep != nil && n.inStep && n.outer {
		t.inStep[n.name] += ns
	}
	if n.name == s.units.step {
		if t.steps--; t.steps == 0 {
			s.endStep(t)
		}
	}
	if n.name == s.units.name {
		if t.depth--; t.depth == 0 {
			t.regime = outside
		}
	}
}

func (s *sums) endStep(t *sumTrack) {
	k := min(t.iterations, histogramSize-1)
	for len(s.histogram) <= k {
		s.histogram = append(s.histogram, 0)
	}
	s.histogram[k]++
	if t.inStep == nil {
		return
	}
	if sums := s.momentsIn(t.regime); sums != nil {
		for name, ns := range t.inStep {
			sums[name].take(ns, t.inStep[s.units.step])
		}
	}
	clear(t.inStep)
}

// momentsIn returns the sums to which a step of a regime is added, nil for a cold
// step.
func (s *sums) momentsIn(regime uint8) []moments {
	switch regime {
	case warmUp, steady:
		return s.moments
	case preempted:
		return s.spare
	}
	return nil
}

// ran takes note of the CPU time of a range of ns in a regime; -1 for what is not
// known.
func (s *sums) ran(n *node, regime uint8, ns, cpu int64) {
	if cpu < 0 {
		return
	}
	cpu = min(cpu, ns)
	if n.inStep {
		if n.name == s.units.step { // only preempted steps have it
			s.preempted++
			s.preemptedNS += ns - cpu
			if regime == cold {
				s.lostCold += ns - cpu
			}
		}
		if n.name == s.units.step || s.trace.Header.Sample > 1 {
			return // what is in a step has it in timed steps alone
		}
	}
	n.ran += cpu
	n.ranOf += ns
}

// closeAll closes what is open, at the last time known.
func (s *sums) closeAll() {
	for i := range s.tracks {
		t := &s.tracks[i]
		for k := len(t.stack) - 1; k >= 0; k-- {
			if t.stack[k].node != nil {
				s.open++
			}
			s.spans(s.last)
			s.end(int32(i), s.last)
		}
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
