package trace

import (
	"math"
	"math/bits"
	"slices"
)

// exactSamples is up to how many values quantiles are exact.
const exactSamples = 4096

const subBuckets = 128 // of each power of two: a value is off by 0.4 % at most

// A sketch gives quantiles of non-negative integers in bounded memory: exact
// ones of up to exactSamples values, and beyond that those of a histogram whose
// buckets are 1/128 of a power of two wide and stand for their middle. Merging
// two gives what adding all values to one would have given.
type sketch struct {
	exact    []int64 // nil once there are buckets
	octave   []*[subBuckets]uint64
	count    int64
	min, max int64
}

func (s *sketch) add(v int64) {
	v = max(v, 0)
	if s.count == 0 || v < s.min {
		s.min = v
	}
	s.max = max(s.max, v)
	s.count++
	if s.octave == nil {
		if len(s.exact) < exactSamples {
			s.exact = append(s.exact, v)
			return
		}
		s.spill()
	}
	s.bucket(v, 1)
}

// spill turns the exact values into buckets.
func (s *sketch) spill() {
	s.octave = make([]*[subBuckets]uint64, 64)
	for _, v := range s.exact {
		s.bucket(v, 1)
	}
	s.exact = nil
}

// bucket counts v: below subBuckets values are exact in octave 0; octave e holds
// subBuckets<<(e-1) up to twice that.
func (s *sketch) bucket(v int64, n uint64) {
	e, sub := 0, uint64(v)
	if v >= subBuckets {
		e = bits.Len64(uint64(v)) - bits.Len64(subBuckets) + 1
		sub = uint64(v)>>(e-1) - subBuckets
	}
	o := s.octave[e]
	if o == nil {
		o = new([subBuckets]uint64)
		s.octave[e] = o
	}
	o[sub] += n
}

func (s *sketch) merge(o *sketch) {
	if o.count == 0 {
		return
	}
	if s.count == 0 || o.min < s.min {
		s.min = o.min
	}
	s.max = max(s.max, o.max)
	s.count += o.count
	if s.octave == nil && o.octave == nil && s.count <= exactSamples {
		s.exact = append(s.exact, o.exact...)
		return
	}
	if s.octave == nil {
		s.spill()
	}
	for _, v := range o.exact {
		s.bucket(v, 1)
	}
	for e, from := range o.octave {
		if from == nil {
			continue
		}
		if s.octave[e] == nil {
			s.octave[e] = new([subBuckets]uint64)
		}
		for i, n := range from {
			s.octave[e][i] += n
		}
	}
}

// quantile returns the smallest value that at least the share q of the values
// does not exceed; 0 without values.
func (s *sketch) quantile(q float64) int64 {
	if s.count == 0 {
		return 0
	}
	rank := max(int64(math.Ceil(q*float64(s.count))), 1)
	if s.octave == nil {
		slices.Sort(s.exact)
		return s.exact[rank-1]
	}
	var below int64
	for e, o := range s.octave {
		if o == nil {
			continue
		}
		for i, n := range o {
			below += int64(n)
			if below >= rank {
				return min(max(middle(e, i), s.min), s.max)
			}
		}
	}
	return s.max
}

// middle is the middle of a bucket.
func middle(e, i int) int64 {
	if e == 0 {
		return int64(i)
	}
	return int64(subBuckets+i)<<(e-1) + (1<<(e-1)-1)/2
}
