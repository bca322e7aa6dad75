package startup

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
)

// An Estimate is what processes took of something, one value each.
type Estimate struct {
	Values []int64 `json:"values_ns"`         // one value per process that has it, in the order of the processes
	Median int64   `json:"median_ns"`         // median of the values
	Min    int64   `json:"min_ns"`            // smallest value
	Max    int64   `json:"max_ns"`            // largest value
	Low    *int64  `json:"low_ns,omitempty"`  // lower end of the confidence interval; absent with too few values
	High   *int64  `json:"high_ns,omitempty"` // upper end of the confidence interval; absent with too few values
}

// Confidence is the level of the intervals.
const Confidence = 0.95

// estimate returns the median of values with the interval of order statistics,
// nil when there are none.
func estimate(values []int64) *Estimate {
	if len(values) == 0 {
		return nil
	}
	x := make([]float64, len(values))
	for k, v := range values {
		x[k] = float64(v)
	}
	s := benchmath.AssumeNothing.Summary(benchmath.NewSample(x, &benchmath.DefaultThresholds), Confidence)
	e := &Estimate{Values: values, Median: int64(math.Round(s.Center)), Min: slices.Min(values), Max: slices.Max(values)}
	if !math.IsInf(s.Lo, 0) && !math.IsInf(s.Hi, 0) {
		low, high := int64(s.Lo), int64(s.Hi)
		e.Low, e.High = &low, &high
	}
	return e
}

// Needed returns how many values an interval takes.
func Needed() int {
	for n := 1; ; n++ {
		if e := estimate(make([]int64, n)); e.Low != nil {
			return n
		}
	}
}

// median returns the median of values, of which there is one.
func median(values []int64) int64 { return estimate(values).Median }
