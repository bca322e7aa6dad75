package project

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nrkit/nrkit/nsys"
)

// A lane is what a thread did.
type lane struct {
	ranges []int32 // by start, of the same start by end from the last, then as in the file
	calls  []int32 // by start
}

// lanes returns the lane of each thread of c.Ranges. keep says which ranges
// take part, take which calls.
func (c *Capture) lanes(keep func(i int) bool, take func(i int) bool) []lane {
	list := make([]lane, len(c.Threads))
	counts := make([]int, len(list))
	for i := range c.Len() {
		if keep(i) {
			counts[c.Thread(i)]++
		}
	}
	for t, n := range counts {
		list[t].ranges = make([]int32, 0, n)
	}
	for i := range c.Len() {
		if keep(i) {
			l := &list[c.Thread(i)]
			l.ranges = append(l.ranges, int32(i))
		}
	}
	c.addCalls(list, take)
	each(list, func(l lane) { l.sort(c) })
	return list
}

// each calls f for every lane, as many at a time as there are processors. No
// lane has anything to do with another.
func each(lanes []lane, f func(lane)) {
	workers := min(len(lanes), runtime.GOMAXPROCS(0))
	var next atomic.Int64
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= len(lanes) {
					return
				}
				f(lanes[k])
			}
		})
	}
	group.Wait()
}

// addCalls puts calls into the lanes of their threads.
func (c *Capture) addCalls(list []lane, take func(i int) bool) {
	index := make(map[nsys.Thread]int, len(c.Threads))
	for i, t := range c.Threads {
		index[t] = i
	}
	for i := range c.Calls {
		if !take(i) {
			continue
		}
		if t, ok := index[c.Calls[i].Thread]; ok {
			list[t].calls = append(list[t].calls, int32(i))
		}
	}
}

// A timed is a range to be sorted.
type timed struct {
	start, end int64
	index      int32
}

// order compares ranges by start, of the same start by end from the last, then as in
// the file.
func (a timed) order(b timed) int {
	if a.start != b.start {
		return cmp.Compare(a.start, b.start)
	}
	if a.end != b.end {
		return cmp.Compare(b.end, a.end)
	}
	return cmp.Compare(a.index, b.index)
}

// sort sorts a lane, which is sorted already in most files.
func (l *lane) sort(c *Capture) {
	of := func(i int32) timed { return timed{c.Start[i], c.End[i], i} }
	if !slices.IsSortedFunc(l.ranges, func(a, b int32) int { return of(a).order(of(b)) }) {
		list := make([]timed, len(l.ranges)) // what is compared is close
		for k, i := range l.ranges {
			list[k] = of(i)
		}
		slices.SortFunc(list, timed.order)
		for k := range list {
			l.ranges[k] = list[k].index
		}
	}
	calls := func(a, b int32) int {
		if d := cmp.Compare(c.Calls[a].Start, c.Calls[b].Start); d != 0 {
			return d
		}
		return cmp.Compare(a, b)
	}
	if !slices.IsSortedFunc(l.calls, calls) {
		slices.SortFunc(l.calls, calls)
	}
}
