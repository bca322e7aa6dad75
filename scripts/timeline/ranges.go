package main

import "github.com/nrkit/nrkit/trace"

// A span is a range of the capture. Depth counts the ranges around it.
type span struct {
	name       string
	begin, end int64 // ns
	depth      int
}

// rangesIn returns the ranges of the first track that has some, in the order of
// their begins. Ranges without an end are left out.
func rangesIn(t *trace.Trace) []span {
	var list []span
	var open []int
	track := int32(-1)
	for e := range t.Events() {
		if track < 0 && e.Kind == trace.Begin {
			track = e.Track
		}
		if e.Track != track {
			continue
		}
		switch {
		case e.Kind == trace.Begin:
			open = append(open, len(list))
			list = append(list, span{name: t.Names[e.Name], begin: e.Time, end: -1, depth: len(open) - 1})
		case e.Kind == trace.End && len(open) > 0:
			list[open[len(open)-1]].end = e.Time
			open = open[:len(open)-1]
		}
	}
	var ended []span
	for _, s := range list {
		if s.end >= 0 {
			ended = append(ended, s)
		}
	}
	return ended
}

// window returns the ranges of count consecutive time steps, with the time steps at
// depth 0; nil where there are fewer. Of the windows with the most common number of
// iterations, the larger of equally common ones, it takes the shortest.
func window(list []span, count int) []span {
	var steps []span
	for _, s := range list {
		if s.name == trace.PhaseTimestep {
			steps = append(steps, s)
		}
	}
	windows := max(0, len(steps)-count+1)
	iterations := make([]int, windows)
	often := map[int]int{}
	for k := range iterations {
		for _, s := range list {
			if s.name == trace.PhaseIteration && s.begin >= steps[k].begin && s.end <= steps[k+count-1].end {
				iterations[k]++
			}
		}
		often[iterations[k]]++
	}
	best := -1
	length := func(k int) int64 { return steps[k+count-1].end - steps[k].begin }
	for k, n := range iterations {
		if best >= 0 {
			m := iterations[best]
			if often[n] < often[m] || often[n] == often[m] && (n < m || n == m && length(k) >= length(best)) {
				continue
			}
		}
		best = k
	}
	if best < 0 {
		return nil
	}
	top := steps[best]
	var shown []span
	for _, s := range list {
		if s.depth >= top.depth && s.begin >= top.begin && s.end <= steps[best+count-1].end {
			s.begin, s.end, s.depth = s.begin-top.begin, s.end-top.begin, s.depth-top.depth
			shown = append(shown, s)
		}
	}
	return shown
}
