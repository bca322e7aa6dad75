package trace

import (
	"math/bits"
	"slices"
)

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
	doubtful  bool  // there may be a problem, as [Check] has it
	closing   bool  // what ends from now on has no end in the trace
	last      int64
	begun     int64       // the first begin of a range of any sort
	ended     int64       // the last end of one
	some      bool        // a range has begun
	device    *deviceSums // nil when there is nothing of devices

	perRegime [slots]struct{ units, iterations int64 }
	steps     int64      // that ended, or were open
	moments   []moments  // by name: of clean steps; nil unless sampled
	spare     []moments  // of preempted ones, likewise
	cpu       int32      // name of the argument with the CPU time of a range; -1 if the trace has no such argument
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
	last       int64 // time of the latest event
	unit       int   // units that have begun
	depth      int   // units that are open
	number     int64 // of the unit that is open
	inUnit     int64 // iterations in it
	steps      int   // steps that are open
	iterations int   // of the open step
	outermost  int   // of these, those in no other iteration
	iterating  int   // iterations that are open
	regime     uint8
	units      unitTrack
	inStep     map[int32]int64 // by name: time in the open step; nil unless sampled
}

type sumOpen struct {
	node   *node // nil for a call
	name   int32
	begin  int64
	regime uint8
	waits  bool  // it is a call that waits for a device
	cpu    int64 // of it the thread ran; -1 when unknown
	gpu    int64 // of a call: time of the work that it launched
}

func newSums(t *Trace, u units) *sums {
	s := &sums{
		trace: t, units: u, tracks: make([]sumTrack, len(t.Tracks)), last: t.Last,
		tree: tree{names: t.Names, step: u.step, iteration: u.iteration, unit: u.name},
	}
	s.tree.root.name = -1
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
		s.doubtful = true
		return
	}
	t := &s.tracks[e.Track]
	if e.Time < t.last {
		s.doubtful = true
	} else {
		t.last = e.Time
	}
	switch e.Kind {
	case Begin:
		if uint(e.Name) >= uint(len(s.trace.Names)) {
			s.odd++
			s.doubtful = true
			return
		}
		s.spans(e.Time)
		s.begin(t, e)
	case End:
		k := len(t.stack) - 1
		if k < 0 {
			s.odd++
			s.doubtful = true
			return
		}
		if e.Name != t.stack[k].name {
			s.doubtful = true
		}
		s.spans(e.Time)
		s.end(e.Track, e.Time)
	default:
		s.other(t, e)
	}
}

// other takes an event that neither begins nor ends a range.
func (s *sums) other(t *sumTrack, e *Event) {
	switch e.Kind {
	case Arg:
		if e.Name == s.cpu && s.cpu >= 0 && len(t.stack) > 0 {
			t.stack[len(t.stack)-1].cpu = int64(e.Value)
		}
	case FlowOut:
		s.launch(t, e)
	}
	named := uint(e.Name) < uint(len(s.trace.Names))
	switch e.Kind {
	case Counter, Arg, Instant:
		s.doubtful = s.doubtful || !named
	case FlowOut, FlowIn:
		s.doubtful = s.doubtful || e.Name >= 0 && !named || uint64(e.Index) >= uint64(s.trace.Flows)
	default:
		s.doubtful = true
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
		t.push(nil, e, sort == SortSync)
		return
	}
	parent := around(t.stack)
	if parent == nil {
		parent = &s.tree.root
	}
	n := s.tree.kid(parent, e.Name)
	if n.unit || n.step || n.iteration {
		s.began(t, n, e)
	}
	s.ranges++
	t.push(n, e, false)
}

// began takes note of a unit, step or iteration.
func (s *sums) began(t *sumTrack, n *node, e *Event) {
	if n.unit {
		if t.depth++; t.depth == 1 {
			s.beginUnit(e.Track, t, e.Index)
		}
	}
	if n.step {
		if t.steps++; t.steps == 1 {
			t.iterations, t.outermost = 0, 0
			s.steps++
		}
	} else if n.iteration {
		t.iterations++
		if t.iterating++; t.iterating == 1 {
			t.outermost++
		}
		if t.inUnit++; t.depth == 0 {
			s.perRegime[outside].iterations++
		}
	}
}

// push opens a range. It writes fields: a copy of a sumOpen waits until they are in the cache.
func (t *sumTrack) push(n *node, e *Event, waits bool) {
	k := len(t.stack)
	if k == cap(t.stack) {
		t.stack = append(t.stack, sumOpen{})
	}
	t.stack = t.stack[:k+1]
	r := &t.stack[k]
	r.node, r.name, r.begin, r.regime, r.waits, r.cpu, r.gpu = n, e.Name, e.Time, t.regime, waits, -1, 0
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
	if n.unit && t.depth == 1 {
		s.decide(t, r, time)
	}
	s.add(t, n, ns, false)
	s.collected(t, n, ns)
	s.ran(n, r.regime, ns, r.cpu)
	if parent := around(t.stack); n.crowded && parent != nil {
		s.add(t, parent, ns, true)
	} else if n.crowded {
		n.loose += ns
	}
	if t.inStep != nil && n.inStep && n.outer {
		t.inStep[n.name] += ns
	}
	if n.unit || n.step || n.iteration {
		s.over(t, n)
	}
}

// over takes note of the end of a unit, step or iteration.
func (s *sums) over(t *sumTrack, n *node) {
	if n.step {
		if t.steps--; t.steps == 0 {
			s.endStep(t)
		}
	} else if n.iteration {
		t.iterating--
	}
	if n.unit {
		if t.depth--; t.depth == 0 {
			s.endUnit(t)
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
	case warmUp, steady, undecided:
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
	s.closing = true
	for i := range s.tracks {
		s.last = max(s.last, s.tracks[i].last)
	}
	for i := range s.tracks {
		t := &s.tracks[i]
		s.doubtful = s.doubtful || len(t.stack) > 0
		for k := len(t.stack) - 1; k >= 0; k-- {
			if t.stack[k].node != nil {
				s.open++
			}
			s.spans(s.last)
			s.end(int32(i), s.last)
		}
	}
}
