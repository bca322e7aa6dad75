package diagnose

import (
	"cmp"
	"slices"
)

// An Interval is a time from Start to End, in ns from the start of the trace.
type Interval struct{ Start, End int64 }

// Covered returns how much time lies in at least one of the intervals, which it
// sorts.
func Covered(list []Interval) int64 {
	slices.SortFunc(list, func(a, b Interval) int { return cmp.Compare(a.Start, b.Start) })
	var total int64
	end := int64(-1 << 63)
	for _, x := range list {
		if x.Start > end {
			end = x.Start
		}
		if x.End > end {
			total += x.End - end
			end = x.End
		}
	}
	return total
}
