package trace

import (
	"math"
	"slices"
)

const histogramSize = 1024

// Summarize makes the table of phases of a trace. It reads all events twice:
// once to find where regimes change, once to add up. Memory does not grow with
// the number of ranges, except for 1 MB per track with many units.
//
// It takes any trace: ends of nothing and events that refer to nothing are
// passed over, with a warning; [Check] says more about them.
func Summarize(t *Trace, o SummaryOptions) *Summary {
	if o.Step == "" {
		o.Step = PhaseTimestep
	}
	if o.Iteration == "" {
		o.Iteration = PhaseIteration
	}
	u := findUnits(t, o)
	s := newSums(t, u)
	for e := range t.Events() {
		s.event(e)
	}
	s.closeAll()
	sum := s.summary(o)
	s.device.close(sum)
	return sum
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
	device    *deviceSums // nil when there is nothing of devices

	perRegime [regimes]struct{ units, iterations int64 }
	steps     int64     // that ended, or were open
	square    []float64 // by name: sum over steps that are not cold of squared time; nil unless sampled
}

// A sumTrack follows one track.
type sumTrack struct {
	stack      []sumOpen
	unit       int // units that have begun
	depth      int // units that are open
	steps      int // steps that are open
	iterations int // of the open step
	regime     uint8
	inStep     map[int32]int64 // by name: time in the open step; nil unless sampled
}

type sumOpen struct {
	node   *node // nil for a call
	begin  int64
	regime uint8
	waits  bool  // it is a call that waits for a device
	gpu    int64 // of a call: time of the work that it launched
}

func newSums(t *Trace, u units) *sums {
	s := &sums{
		trace: t, units: u, tracks: make([]sumTrack, len(t.Tracks)), last: t.Last,
		tree: tree{names: t.Names, step: u.step, iteration: u.iteration},
	}
	s.tree.root.name = -1
	s.device = newDeviceSums(t)
	if t.Header.Sample > 1 {
		s.square = make([]float64, len(t.Names))
		for i := range s.tracks {
			s.tracks[i].inStep = map[int32]int64{}
		}
	}
	return s
}

func (s *sums) event(e Event) {
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
		s.begin(&s.tracks[e.Track], e)
	case FlowOut:
		s.launch(&s.tracks[e.Track], e)
	case End:
		t := &s.tracks[e.Track]
		if len(t.stack) == 0 {
			s.odd++
			return
		}
		s.end(e.Track, e.Time)
	}
}

func (s *sums) begin(t *sumTrack, e Event) {
	if sort := s.trace.Sort(e.Name); sort != "" {
		t.stack = append(t.stack, sumOpen{nil, e.Time, t.regime, sort == SortSync, 0})
		return
	}
	parent := around(t.stack)
	if parent == nil {
		parent = &s.tree.root
	}
	if e.Name == s.units.name {
		if t.depth++; t.depth == 1 {
			t.regime = s.regimeOf(t.unit, s.units.steady[e.Track])
			t.unit++
			s.perRegime[t.regime].units++
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
	t.stack = append(t.stack, sumOpen{s.tree.kid(parent, e.Name), e.Time, t.regime, false, 0})
}

func (s *sums) regimeOf(unit, steadyFrom int) uint8 {
	switch {
	case unit == 0:
		return cold
	case unit < steadyFrom:
		return warmUp
	}
	return steady
}

func (s *sums) end(track int32, time int64) {
	t := &s.tracks[track]
	k := len(t.stack) - 1
	r := t.stack[k]
	t.stack = t.stack[:k]
	ns := max(time-r.begin, 0)
	n := r.node
	if n == nil {
		s.called(track, r, ns)
		return
	}
	n.in(r.regime).add(ns)
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
	for name, ns := range t.inStep {
		if t.regime != cold {
			s.square[name] += float64(ns) * float64(ns)
		}
	}
	clear(t.inStep)
}

// closeAll closes what is open, at the last time known.
func (s *sums) closeAll() {
	for i := range s.tracks {
		t := &s.tracks[i]
		for k := len(t.stack) - 1; k >= 0; k-- {
			if t.stack[k].node != nil {
				s.open++
			}
			s.end(int32(i), s.last)
		}
	}
}

// A scale turns what was timed in sampled steps into what all steps took. The
// cold step is itself alone; the others stand for all that were not timed.
type scale struct {
	factor float64 // of the number of steps that are not cold
	times  float64 // of the time in them
	timed  float64 // of these
	all    float64
}

// scaling returns the scale, and false when nothing is scaled.
func (s *sums) scaling() (scale, bool) {
	k := s.trace.Header.Sample
	if k <= 1 || s.steps == 0 || s.units.name != s.units.step {
		return scale{factor: 1, times: 1}, false
	}
	all, known := s.trace.Counts.Number[CountTimesteps]
	if !known {
		all = s.steps * int64(k)
	}
	first := s.perRegime[cold].units
	c := scale{timed: float64(s.steps - first), all: float64(max(all, s.steps) - first)}
	c.factor = 1
	if c.timed > 0 {
		c.factor = c.all / c.timed
	}
	if c.times = c.factor; c.all > c.timed {
		c.times = s.timesFactor(c.factor)
	}
	return c, true
}

// timesFactor is what times in the steps are multiplied by: steps that follow
// one another without a gap fill what they lie in, whose time is exact, so that
// the time of those that were not timed is what is left there. It is less than
// the factor for counts where timed steps are slower than others: code that
// seldom runs, such as that which times, runs slowly. Where there is nothing
// around the steps the factor for counts serves.
func (s *sums) timesFactor(factor float64) float64 {
	var room, timed float64
	s.tree.walk(func(n *node) {
		if n.inStep {
			return
		}
		own, inside := 0.0, false
		for i, r := range n.regime {
			if r != nil {
				own += float64(r.total)
			}
			own -= float64(n.elsewhere[i])
		}
		for _, k := range n.kids {
			for i, r := range k.regime {
				switch {
				case r == nil:
				case k.inStep && i != cold:
					timed += float64(r.total)
					inside = true
				default:
					own -= float64(r.total)
				}
			}
		}
		if inside {
			room += own
		}
	})
	if timed > 0 && room >= timed {
		return room / timed
	}
	return factor
}

// fill computes what nodes tell: total and count, scaled, and self.
func (s *sums) fill(c scale) {
	s.tree.walk(func(n *node) {
		for i, r := range n.regime {
			if r == nil {
				continue
			}
			times, counts := 1.0, 1.0
			if n.inStep && i != cold {
				times, counts = c.times, c.factor
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

// standardError is that of the scaled total of a name: of a mean over a simple
// random sample of steps, with the correction for a finite population.
func (s *sums) standardError(name int32, sum float64, c scale) float64 {
	if c.timed < 2 || s.square == nil {
		return 0
	}
	variance := (s.square[name] - sum*sum/c.timed) / (c.timed - 1)
	return c.times / c.factor * c.all * math.Sqrt(max(variance, 0)/c.timed*max(1-c.timed/c.all, 0))
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
