package project

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/nsys"
)

// callTimes are the times of calls of a thread.
type callTimes struct {
	starts []int64 // in order
	ends   []int64 // of each call the earliest end among it and those after it
}

// around returns, for the threads of a capture, what says whether one of the wanted
// calls is within a time. What it returns can be called by several goroutines.
func (c *Capture) around(wanted []bool) func(t nsys.Thread) func(start, end int64) bool {
	calls := map[nsys.Thread][]int32{}
	for i := range c.Calls {
		if wanted[i] {
			t := c.Calls[i].Thread
			calls[t] = append(calls[t], int32(i))
		}
	}
	threads := map[nsys.Thread]*callTimes{}
	for t, list := range calls {
		threads[t] = c.timesOf(list)
	}
	return func(t nsys.Thread) func(start, end int64) bool {
		times := threads[t]
		if times == nil {
			return func(int64, int64) bool { return false }
		}
		return times.within()
	}
}

// timesOf returns the times of calls, which it reorders.
func (c *Capture) timesOf(list []int32) *callTimes {
	byStart := func(a, b int32) int { return cmp.Compare(c.Calls[a].Start, c.Calls[b].Start) }
	if !slices.IsSortedFunc(list, byStart) {
		slices.SortFunc(list, byStart)
	}
	t := &callTimes{make([]int64, len(list)), make([]int64, len(list))}
	for k := len(list) - 1; k >= 0; k-- {
		call := &c.Calls[list[k]]
		t.starts[k], t.ends[k] = call.Start, call.End
		if k+1 < len(list) {
			t.ends[k] = min(t.ends[k], t.ends[k+1])
		}
	}
	return t
}

// within returns what says whether a call is within a time.
//
// Cost: O(log d), where d is how many calls begin between the starts of this time
// and of the one before, which are close in most files.
func (t *callTimes) within() func(start, end int64) bool {
	k := 0
	return func(start, end int64) bool {
		k = seek(t.starts, start, k)
		return k < len(t.starts) && t.ends[k] <= end
	}
}

// seek returns the index of the first of sorted times that is no earlier than t. It
// searches from index k.
func seek(times []int64, t int64, k int) int {
	low, high := k, k
	for step := 1; low > 0 && times[low-1] >= t; step *= 2 {
		low = max(0, low-step)
	}
	for step := 1; high < len(times) && times[high] < t; step *= 2 {
		high = min(len(times), high+step)
	}
	i, _ := slices.BinarySearch(times[low:high], t)
	return low + i
}
