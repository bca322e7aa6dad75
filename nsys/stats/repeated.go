package stats

import (
	"cmp"
	"math"
	"slices"
)

// A repeated is a whole number that occurs several times.
type repeated struct{ value, times int64 }

// summarizeRepeated is Summarize of values that occur several times. It
// reorders them.
//
// Cost: O(n log n) where any occurs twice, whatever the times.
func summarizeRepeated(values []repeated) Summary {
	plain := make([]int64, len(values))
	for i, v := range values {
		if v.times != 1 {
			return weighted(values)
		}
		plain[i] = v.value
	}
	return Summarize(plain)
}

// weighted returns the summary of values, of which there are some.
func weighted(values []repeated) Summary {
	slices.SortFunc(values, func(a, b repeated) int { return cmp.Compare(a.value, b.value) })
	s := Summary{Min: values[0].value, Max: values[len(values)-1].value}
	count := int64(0)
	for _, v := range values {
		count += v.times
		s.Total += v.value * v.times
	}
	s.Count = int(count)
	s.Mean = float64(s.Total) / float64(count)
	squares := 0.0
	for _, v := range values {
		d := float64(v.value) - s.Mean
		squares += d * d * float64(v.times)
	}
	if count > 1 {
		s.SD = math.Sqrt(squares / float64(count-1))
	}
	s.Median = (float64(number(values, (count-1)/2)) + float64(number(values, count/2))) / 2
	return s
}

// number returns value number k of sorted values.
func number(values []repeated, k int64) int64 {
	for _, v := range values {
		if k -= v.times; k < 0 {
			return v.value
		}
	}
	return values[len(values)-1].value
}
