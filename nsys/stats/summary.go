package stats

import (
	"math"
	"slices"
)

// A Summary is the statistics of a set of whole numbers in the reports.
type Summary struct {
	Count            int
	Total, Min, Max  int64
	Mean, Median, SD float64
}

// Summarize returns the summary of values, which it reorders. SD is the standard
// deviation of a sample, with n−1, and 0 for one value. It is computed from the sums
// of the values and of their squares, as NVIDIA computes it. Without values
// everything is 0.
//
// Cost: O(n) on average.
func Summarize(values []int64) Summary {
	s := Summary{Count: len(values)}
	if s.Count == 0 {
		return s
	}
	s.Min, s.Max = values[0], values[0]
	for _, v := range values {
		s.Total += v
		s.Min, s.Max = min(s.Min, v), max(s.Max, v)
	}
	s.Mean = float64(s.Total) / float64(s.Count)
	s.SD = deviation(values, s.Mean)
	s.Median = median(values)
	return s
}

// deviation returns the standard deviation of a sample.
func deviation(values []int64, mean float64) float64 {
	if len(values) < 2 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		d := float64(v) - mean
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// median returns the middle value, or the mean of the two middle ones. It
// reorders values.
func median(values []int64) float64 {
	m := len(values) / 2
	middle := nth(values, m)
	if len(values)%2 == 1 {
		return float64(middle)
	}
	return (float64(slices.Max(values[:m])) + float64(middle)) / 2
}

// nth returns the value that is number k in order, and reorders values so that
// those before number k are not larger.
//
// Method: Hoare's selection with the median of three; what is left after many
// rounds is sorted.
func nth(values []int64, k int) int64 {
	low, high := 0, len(values)-1
	for range 64 {
		if high-low < 16 {
			break
		}
		pivot := middle(values[low], values[(low+high)/2], values[high])
		i, j := low, high
		for i <= j {
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i++
				j--
			}
		}
		// Here those up to j are ≤ pivot, those from i on ≥, those between equal.
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return values[k]
		}
	}
	slices.Sort(values[low : high+1])
	return values[k]
}

// middle returns the median of three.
func middle(a, b, c int64) int64 { return max(min(a, b), min(max(a, b), c)) }
