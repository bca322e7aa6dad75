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
// the units settle. Units before first are cold.
func (s *series) settled(first int) (int, bool) {
	if s.n < settleUnits {
		return first, false
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
	for i := first; i+settleWindow <= max(end, first+settleWindow); i += settleWindow {
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
	early           []int     // by track: how many units are read for; nil for all of them
	known           bool      // steady and lost are known
}

// unitsOf returns the names of units. Only the events say whether there are such ranges.
func unitsOf(t *Trace, o SummaryOptions) units {
	u := units{step: -1, iteration: -1}
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
	u.choose()
	return u
}

// choose takes steps for units where there are any, on whatever track.
func (u *units) choose() {
	u.name = u.step
	if u.step < 0 {
		u.name = u.iteration
	}
}

// settle finds where the units of a track are steady, from all of them.
func (u *units) settle(t *unitTrack) {
	from, ok := t.times.settled(coldOnes(t.lost))
	u.steady = append(u.steady, unsettled(from, t.lost))
	u.lost = append(u.lost, t.lost)
	u.few = u.few || t.times.n+len(t.lost) > 0 && t.times.n < settleUnits
	u.restless = u.restless || t.times.n >= settleUnits && !ok
}

// coldOnes returns how many of the units that were not preempted are cold, for the units
// that were: 0 if the first unit is among these.
func coldOnes(lost []int64) int {
	if len(lost) > 0 && lost[0] == 0 {
		return 0
	}
	return 1
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
