package main

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// An interval is a time in ns from begin to end.
type interval struct{ begin, end int64 }

// An owner is the process of a track.
type owner struct {
	process int64
	rank    int32
}

// idle returns for each name of ranges how long no device of their process worked
// in them, by a walk of the capture. Ranges of processes without devices are left
// out.
func idle(t *trace.Trace) map[string]int64 {
	work, ranges := map[owner][]interval{}, map[owner]map[string][]interval{}
	open := make([][]trace.Event, len(t.Tracks))
	for e := range t.Events() {
		tr := &t.Tracks[e.Track]
		stack := &open[e.Track]
		switch last := len(*stack) - 1; {
		case e.Kind == trace.Begin:
			*stack = append(*stack, e)
		case e.Kind == trace.End && last >= 0:
			b := (*stack)[last]
			*stack = (*stack)[:last]
			of, i := owner{tr.Process, tr.Rank}, interval{b.Time, e.Time}
			switch sort := t.Sort(b.Name); {
			case trace.OnDevice(sort):
				work[of] = append(work[of], i)
			case sort == "":
				if ranges[of] == nil {
					ranges[of] = map[string][]interval{}
				}
				ranges[of][t.Names[b.Name]] = append(ranges[of][t.Names[b.Name]], i)
			}
		}
	}
	out := map[string]int64{}
	for of, busy := range work {
		slices.SortFunc(busy, func(a, b interval) int { return cmp.Compare(a.begin, b.begin) })
		for name, list := range ranges[of] {
			for _, r := range list {
				out[name] += r.end - r.begin - overlap(r, busy)
			}
		}
	}
	return out
}

// overlap returns how much of r any of the intervals, sorted by begin, covers.
func overlap(r interval, sorted []interval) (ns int64) {
	until := r.begin
	for _, i := range sorted {
		if i.begin >= r.end {
			break
		}
		if begin, end := max(i.begin, until), min(i.end, r.end); end > begin {
			ns += end - begin
			until = end
		}
	}
	return ns
}
