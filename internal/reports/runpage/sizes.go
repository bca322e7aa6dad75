package runpage

import (
	"math/bits"

	"github.com/nrkit/nrkit/trace"
)

// Sizes say how much a trace has: how many ranges by duration, and how many samples of
// each counter.
type sizes struct {
	ranges     [65 * binsPerOctave]int64 // by binOf
	samples    map[counter]int64
	begin, end int64
}

// A counter is a counter of a track.
type counter struct{ track, name int32 }

// measure goes through the events once.
func measure(t *trace.Trace) *sizes {
	s := &sizes{samples: map[counter]int64{}}
	var stacks trace.Stacks
	some := false
	for e := range t.Events() {
		if uint(e.Track) >= uint(len(t.Tracks)) {
			continue
		}
		if !some || e.Time < s.begin {
			s.begin = e.Time
		}
		if !some || e.Time > s.end {
			s.end = e.Time
		}
		some = true
		switch e.Kind {
		case trace.Counter:
			s.samples[counter{e.Track, e.Name}]++
		case trace.Instant:
			s.ranges[0]++
		}
		if r, ok := stacks.Next(e); ok {
			s.ranges[binOf(r.End-r.Start)]++
		}
	}
	return s
}

// shortest returns the first bin of the durations of a page that has at most limit
// ranges. It is 0 if all ranges fit.
func (s *sizes) shortest(limit int64) int {
	n := int64(0)
	for k := len(s.ranges) - 1; k >= 0; k-- {
		if n += s.ranges[k]; n > limit {
			return k + 1
		}
	}
	return 0
}

// binsPerOctave is how many bins there are from a duration to twice the duration.
const binsPerOctave = 8 // 2^3, as binOf and leastOf assume

// binOf returns the bin of a duration: it does not fall when the duration grows.
func binOf(ns int64) int {
	if ns <= 0 {
		return 0
	}
	octave := bits.Len64(uint64(ns)) - 1
	return octave*binsPerOctave + int(uint64(ns)<<(63-octave)>>60&(binsPerOctave-1)) + 1
}

// leastOf returns the shortest duration of a bin; 0 for bin 0.
func leastOf(bin int) int64 {
	if bin == 0 {
		return 0
	}
	octave, part := (bin-1)/binsPerOctave, (bin-1)%binsPerOctave
	low := uint64(binsPerOctave + part)
	if octave < 3 { // bins of less than 1 ns
		return int64((low<<octave + binsPerOctave - 1) / binsPerOctave)
	}
	return int64(low << (octave - 3))
}
