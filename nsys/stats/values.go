package stats

import (
	"iter"
	"math"
	"slices"
)

// values are whole numbers in the order they came, nearly all of them from 0 to
// 2^32-1, which take 4 bytes each. The zero values are none.
type values struct {
	first int64
	some  bool
	rest  *valueList // all values, if there are several
}

// A valueList is many values.
type valueList struct {
	small [][]uint32
	other []int64 // those that do not fit 32 bits
}

// valueChunk is how many small values lie one behind the other at most.
const valueChunk = 1 << 14

// add adds a value.
func (v *values) add(x int64) {
	switch {
	case v.rest != nil:
		v.rest.add(x)
	case v.some:
		v.rest = &valueList{}
		v.rest.add(v.first)
		v.rest.add(x)
	default:
		v.first, v.some = x, true
	}
}

func (l *valueList) add(x int64) {
	if uint64(x) > math.MaxUint32 {
		l.other = append(l.other, x)
		return
	}
	k := len(l.small) - 1
	if k < 0 || len(l.small[k]) == cap(l.small[k]) {
		size := 4
		if k >= 0 {
			size = min(2*cap(l.small[k]), valueChunk)
		}
		l.small = append(l.small, make([]uint32, 0, size))
		k++
	}
	l.small[k] = append(l.small[k], uint32(x))
}

// take adds values that are not used any more.
func (v *values) take(from *values) {
	switch {
	case !v.some:
		*v = *from
	case from.rest == nil && from.some:
		v.add(from.first)
	case from.rest != nil:
		if v.rest == nil {
			v.rest = &valueList{}
			v.rest.add(v.first)
		}
		v.rest.small = append(v.rest.small, from.rest.small...)
		v.rest.other = append(v.rest.other, from.rest.other...)
	}
}

// len returns the number of values.
func (v *values) len() int {
	if v.rest == nil {
		return map[bool]int{true: 1}[v.some]
	}
	return v.rest.smalls() + len(v.rest.other)
}

// smalls returns the number of small values.
func (l *valueList) smalls() (n int) {
	for _, chunk := range l.small {
		n += len(chunk)
	}
	return n
}

// all yields the values: the small ones in the order they came, then the others.
func (v *values) all() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		if v.rest == nil {
			_ = !v.some || yield(v.first)
			return
		}
		for _, chunk := range v.rest.small {
			for _, x := range chunk {
				if !yield(int64(x)) {
					return
				}
			}
		}
		for _, x := range v.rest.other {
			if !yield(x) {
				return
			}
		}
	}
}

// fewValues is how many values are copied for their summary.
const fewValues = 1 << 13

// summary returns what [Summarize] returns of the values.
//
// Cost: O(n). Memory: 512 KiB, whatever n is.
func (v *values) summary() Summary {
	n := v.len()
	if n <= fewValues {
		return Summarize(slices.AppendSeq(make([]int64, 0, n), v.all()))
	}
	s := Summary{Count: n, Min: math.MaxInt64, Max: math.MinInt64}
	for x := range v.all() {
		s.Total += x
		s.Min, s.Max = min(s.Min, x), max(s.Max, x)
	}
	s.Mean = float64(s.Total) / float64(n)
	sum := 0.0
	for x := range v.all() {
		d := float64(x) - s.Mean
		sum += d * d
	}
	s.SD = math.Sqrt(sum / float64(n-1))
	other := slices.Sorted(slices.Values(v.rest.other))
	s.Median = float64(v.rest.nth(n/2, other))
	if n%2 == 0 {
		s.Median = (float64(v.rest.nth(n/2-1, other)) + s.Median) / 2
	}
	return s
}

// nth returns the value that is number k in order, from 0. other are the values that
// are not small, in order.
//
// Method: the small values are counted by the upper half of their bits, and those
// that have the upper half of number k by the lower half. So they need not be moved.
func (l *valueList) nth(k int, other []int64) int64 {
	negative, _ := slices.BinarySearch(other, 0)
	n := l.smalls()
	switch {
	case k < negative:
		return other[k]
	case k >= negative+n:
		return other[k-n]
	}
	k -= negative
	var counts [1 << 16]int
	for _, chunk := range l.small {
		for _, x := range chunk {
			counts[x>>16]++
		}
	}
	upper := uint32(0)
	for ; k >= counts[upper]; upper++ {
		k -= counts[upper]
	}
	clear(counts[:])
	for _, chunk := range l.small {
		for _, x := range chunk {
			if x>>16 == upper {
				counts[x&0xffff]++
			}
		}
	}
	lower := uint32(0)
	for ; k >= counts[lower]; lower++ {
		k -= counts[lower]
	}
	return int64(upper<<16 | lower)
}
