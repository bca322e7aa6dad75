package xplane

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/xla/phases"
)

// phaseRanges returns the ranges of phases around the calls of a thread, outer
// ones before those that begin with them.
func (r *reader) phaseRanges(calls []call) []lanes.Item {
	slices.SortStableFunc(calls, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var runs phases.Runs
	var list []lanes.Item
	var open []int // of list
	last := int64(0)
	for i, c := range calls {
		if i > 0 && c.start < last {
			continue // inside of another
		}
		path := r.phasesOf(c.path)
		keep := 0
		if c.known {
			keep = runs.Next(path, c.op)
		} else {
			keep = runs.Unknown(path, c.op)
		}
		open = open[:keep]
		for _, k := range open {
			list[k].End = c.end
		}
		for k := keep; k < len(path); k++ {
			open = append(open, len(list))
			list = append(list, lanes.Item{Start: c.start, End: c.end, Name: r.add(path[k], ""), Arg: lanes.NoNumber, Rank: lanes.RankAPI})
		}
		last = c.end
	}
	return list
}

// phasesOf returns the phases of a path.
func (r *reader) phasesOf(path string) []string {
	list, ok := r.paths[path]
	if !ok && !r.o.NoPhases {
		list = slices.Collect(r.o.Scopes.Phases(path))
		r.paths[path] = list
	}
	return list
}
