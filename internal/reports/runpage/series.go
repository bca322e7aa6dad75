package runpage

import (
	"cmp"
	"slices"
)

// A series is the samples of a counter.
type series struct {
	counter
	time  []int64
	value []float64
}

// A sampler keeps samples of counters. If there are too many samples, it keeps the least
// and the largest of each group of neighbours.
type sampler struct {
	group int64 // samples of which two stay; 0 if all stay
	index map[counter]int
	list  []sampled
}

// A sampled counter has a group that is not full.
type sampled struct {
	series
	n           int64
	least, most sample
}

type sample struct {
	time  int64
	value float64
}

func newSampler(counts map[counter]int64) *sampler {
	total := int64(0)
	for _, n := range counts {
		total += n
	}
	s := &sampler{index: map[counter]int{}}
	if total > maxSamples {
		s.group = 2 * ((total + maxSamples - 1) / maxSamples)
	}
	return s
}

// add takes a sample. Samples of a track come in the order of their times.
func (s *sampler) add(track, name int32, time int64, value float64) {
	k, known := s.index[counter{track, name}]
	if !known {
		k = len(s.list)
		s.index[counter{track, name}] = k
		s.list = append(s.list, sampled{series: series{counter: counter{track, name}}})
	}
	c, x := &s.list[k], sample{time, value}
	if s.group == 0 {
		c.keep(x)
		return
	}
	if c.n == 0 || value < c.least.value {
		c.least = x
	}
	if c.n == 0 || value > c.most.value {
		c.most = x
	}
	if c.n++; c.n == s.group {
		c.flush()
	}
}

// keep adds a sample to the series.
func (c *series) keep(x sample) {
	if n := len(c.time); n > 0 {
		x.time = max(x.time, c.time[n-1])
	}
	c.time, c.value = append(c.time, x.time), append(c.value, x.value)
}

// flush keeps two samples of the group.
func (c *sampled) flush() {
	a, b := c.least, c.most
	if a.time > b.time {
		a, b = b, a
	}
	if c.n > 0 {
		c.keep(a)
	}
	if c.n > 1 {
		c.keep(b)
	}
	c.n = 0
}

// finish returns the series, by track.
func (s *sampler) finish() []series {
	list := make([]series, len(s.list))
	for k := range s.list {
		s.list[k].flush()
		list[k] = s.list[k].series
	}
	slices.SortStableFunc(list, func(a, b series) int { return cmp.Compare(a.track, b.track) })
	return list
}
