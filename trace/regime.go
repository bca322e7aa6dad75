package trace

import (
	"math"
	"slices"
)

const (
	settleWindow = 16      // units whose median is compared
	settleUnits  = 32      // fewer are too few to tell
	settleHead   = 32768   // units that are kept one by one
	settleSample = 2 << 15 // units of the whole run that are kept at most
)

// A series is the time per iteration of the units of a track. It keeps the
// first ones and an even sample of all.
type series struct {
	n      int
	head   []float64
	sample []float64 // of units 0, stride, 2·stride …
	stride int
}

func (s *series) add(x float64) {
	if len(s.head) < settleHead {
		s.head = append(s.head, x)
	}
	if s.stride == 0 {
		s.stride = 1
	}
	if s.n%s.stride == 0 {
		if len(s.sample) == settleSample {
			for i := range settleSample / 2 {
				s.sample[i] = s.sample[2*i]
			}
			s.sample = s.sample[:settleSample/2]
			s.stride *= 2
		}
		if s.n%s.stride == 0 {
			s.sample = append(s.sample, x)
		}
	}
	s.n++
}

// settled returns the first unit that is steady, as Regimes says, and whether
// the units settle.
func (s *series) settled() (int, bool) {
	if s.n < settleUnits {
		return 1, false
	}
	half := slices.Clone(s.sample[(s.n/2+s.stride-1)/s.stride:])
	slices.Sort(half)
	at := func(q float64) float64 {
		return half[min(int(math.Ceil(q*float64(len(half)))), len(half))-1]
	}
	low, mid, high := at(0.1), at(0.5), at(0.9)
	low, high = min(low, 0.95*mid), max(high, 1.05*mid)
	end := min(s.n/2, len(s.head))
	window := make([]float64, settleWindow)
	for i := 1; i+settleWindow <= end; i += settleWindow {
		copy(window, s.head[i:])
		slices.Sort(window)
		m := (window[settleWindow/2-1] + window[settleWindow/2]) / 2
		if low <= m && m <= high {
			return i, true
		}
	}
	return end, false
}

// units says which ranges are units and where regimes change.
type units struct {
	step, iteration int32     // names; -1 when there are no such ranges
	name            int32     // of the unit; -1 when there is none
	steady          []int     // by track: its first unit that is steady
	few, restless   bool      // a track has too few units, or does not settle
	lost            [][]int64 // by track: the steps that were preempted, in order; nil without any
}

// unitTrack follows one track through the first pass.
type unitTrack struct {
	names      []int32
	stepBegin  int64
	iterBegin  int64
	iterations int
	step, iter int // ranges of these names that are open
	steps      series
	iters      series
	cpu        int64   // of the step; -1 when unknown
	lost       []int64 // steps that were preempted
	begun      int64   // steps
}

// findUnits reads all events once, which check sees, too, unless it is nil. Nothing is
// read when there is nothing to find.
func findUnits(t *Trace, o SummaryOptions, check *checker) units {
	u := units{step: -1, iteration: -1, name: -1}
	for i, n := range t.Names {
		if t.Sort(int32(i)) != "" {
			continue
		}
		switch n {
		case o.Step:
			u.step = int32(i)
		case o.Iteration:
			u.iteration = int32(i)
		}
	}
	if u.step < 0 && u.iteration < 0 {
		u.steady = make([]int, len(t.Tracks))
		if check != nil {
			t.pass(check.events)
		}
		return u
	}
	tracks := make([]unitTrack, len(t.Tracks))
	cpu := int32(slices.Index(t.Names, ArgCPU))
	t.pass(func(batch []Event) {
		for i := range batch {
			if e := &batch[i]; uint(e.Track) < uint(len(tracks)) {
				switch e.Kind {
				case Begin:
					tracks[e.Track].begin(e, &u)
				case End:
					tracks[e.Track].end(e, &u)
				case Arg:
					tracks[e.Track].arg(e, cpu, &u)
				}
			}
		}
		check.events(batch)
	})
	u.choose(tracks)
	return u
}

// arg takes the CPU time of a step.
func (t *unitTrack) arg(e *Event, cpu int32, u *units) {
	if k := len(t.names) - 1; e.Name == cpu && k >= 0 && t.names[k] == u.step && t.step == 1 {
		t.cpu = int64(e.Value)
	}
}

func (t *unitTrack) begin(e *Event, u *units) {
	t.names = append(t.names, e.Name)
	switch {
	case e.Name < 0:
	case e.Name == u.step:
		if t.step++; t.step == 1 {
			t.stepBegin, t.iterations, t.cpu = e.Time, 0, -1
			t.begun++
		}
	case e.Name == u.iteration:
		if t.iter++; t.iter == 1 {
			t.iterBegin = e.Time
			t.iterations++
		}
	}
}

func (t *unitTrack) end(e *Event, u *units) {
	k := len(t.names) - 1
	if k < 0 {
		return
	}
	name := t.names[k]
	t.names = t.names[:k]
	switch {
	case name < 0:
	case name == u.step:
		if t.step--; t.step == 0 && t.cpu >= 0 {
			t.lost = append(t.lost, t.begun-1)
		} else if t.step == 0 {
			t.steps.add(float64(e.Time-t.stepBegin) / float64(max(t.iterations, 1)))
		}
	case name == u.iteration:
		if t.iter--; t.iter == 0 {
			t.iters.add(float64(e.Time - t.iterBegin))
		}
	}
}

// choose takes steps for units where there are any, on whatever track.
func (u *units) choose(tracks []unitTrack) {
	steps, iters := false, false
	for i := range tracks {
		t := &tracks[i]
		steps = steps || t.begun > 0 // also where each of them was preempted
		iters = iters || t.iters.n+t.iter > 0
	}
	if !steps {
		u.step = -1
	}
	if !iters {
		u.iteration = -1
	}
	u.name = u.step
	if !steps {
		u.name = u.iteration
	}
	for i := range tracks {
		s := &tracks[i].steps
		if !steps {
			s = &tracks[i].iters
		}
		from, ok := s.settled()
		from = unsettled(from, tracks[i].lost)
		u.lost = append(u.lost, tracks[i].lost)
		u.steady = append(u.steady, from)
		u.few = u.few || s.n+len(tracks[i].lost) > 0 && s.n < settleUnits
		u.restless = u.restless || s.n >= settleUnits && !ok
	}
}

// unsettled returns the number among all steps of a step that has a number among
// those that were not preempted.
func unsettled(step int, lost []int64) int {
	for _, k := range lost {
		if k > int64(step) {
			break
		}
		step++
	}
	return step
}
