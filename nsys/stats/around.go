package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/nrkit/nrkit/nsys"
)

// rangesAround returns for each kernel in the window the text of the innermost
// NVTX range of its thread that holds the call that launched it, NoString for
// none; nil when the names of ranges are not asked for.
func (r *request) rangesAround() ([]nsys.String, error) {
	if !r.NVTXName {
		return nil, nil
	}
	calls, err := r.CUDACalls()
	if err != nil {
		return nil, err
	}
	events, err := r.NVTX()
	if err != nil {
		return nil, err
	}
	around := enclosing(calls, events)
	index := indexCalls(calls)
	var texts []nsys.String
	err = r.eachKernel(nsys.Origin, func(k *nsys.Kernel, _ int) {
		text := nsys.NoString
		for c := range index.of(k.Launch()) {
			if around[c] != nsys.NoString {
				text = around[c]
			}
		}
		texts = append(texts, text)
	})
	return texts, err
}

// enclosing returns for each call the text of the innermost push/pop range
// that it is in. A range that was not closed ends with the last event.
//
// Method: calls and ranges of a thread by start, and the stack of open ranges.
func enclosing(calls []nsys.Call, events []nsys.NVTXEvent) []nsys.String {
	var ranges []*nsys.NVTXEvent
	last := int64(math.MinInt64)
	for i := range events {
		n := &events[i]
		last = max(last, n.Start, n.End)
		if n.Type == nsys.NVTXPushPop || n.Type == nsys.NVTXTPushPop {
			ranges = append(ranges, n)
		}
	}
	end := func(n *nsys.NVTXEvent) int64 {
		if n.End == nsys.Null {
			return last
		}
		return n.End
	}
	slices.SortStableFunc(ranges, func(a, b *nsys.NVTXEvent) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Start, b.Start), cmp.Compare(end(b), end(a)))
	})
	order := make([]int, len(calls))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(calls[a].Thread, calls[b].Thread), cmp.Compare(calls[a].Start, calls[b].Start))
	})
	around := make([]nsys.String, len(calls))
	var open []*nsys.NVTXEvent
	next := 0
	for _, i := range order {
		c := &calls[i]
		for next < len(ranges) && (ranges[next].Thread < c.Thread || ranges[next].Thread == c.Thread && ranges[next].Start <= c.Start) {
			n := ranges[next]
			for len(open) > 0 && (open[len(open)-1].Thread != n.Thread || end(open[len(open)-1]) <= n.Start) {
				open = open[:len(open)-1]
			}
			open = append(open, n)
			next++
		}
		around[i] = nsys.NoString
		for k := len(open) - 1; k >= 0 && open[k].Thread == c.Thread; k-- {
			if end(open[k]) >= c.End {
				around[i] = open[k].Text
				break
			}
		}
	}
	return around
}
