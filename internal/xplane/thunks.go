package xplane

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/internal/units"
)

// moduleRange is how the names of ranges end in which XLA runs a module. Ranges in
// them are called like the instructions that they run.
const moduleRange = ":XLA GPU module"

// A span is a time.
type span struct{ start, end int64 }

// thunks are when a thread ran operations, by their numbers.
type thunks map[int32][]span

// thunksOf returns when a thread ran instructions of modules that calls or work
// are of: a range within that of its module.
func (r *reader) thunksOf(t *thread) thunks {
	var list thunks
	ranges := slices.DeleteFunc(slices.Clone(t.items), func(x lanes.Item) bool { return x.Rank != lanes.RankRange })
	slices.SortStableFunc(ranges, func(a, b lanes.Item) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	type open struct {
		module string
		end    int64
	}
	var modules []open
	for _, x := range ranges {
		for len(modules) > 0 && modules[len(modules)-1].end <= x.Start {
			modules = modules[:len(modules)-1]
		}
		name := r.names[x.Name]
		if module, ok := strings.CutSuffix(name, moduleRange); ok {
			modules = append(modules, open{module, x.End})
			continue
		}
		if len(modules) == 0 || x.End > modules[len(modules)-1].end {
			continue
		}
		if op, ok := r.ops[[2]string{modules[len(modules)-1].module, name}]; ok {
			if list == nil {
				list = thunks{}
			}
			list[op] = append(list[op], span{x.Start, x.End})
		}
	}
	return list
}

// has says whether a call lies in a range of its operation.
func (t thunks) has(c call) bool {
	list := t[c.op]
	k, _ := slices.BinarySearchFunc(list, c.start, func(s span, at int64) int { return cmp.Compare(s.start, at+1) })
	return k > 0 && c.end <= list[k-1].end // thunks of a thread that are of one operation do not overlap
}

// ofThread says whether calls may be those of a thread: those of which the
// operation is known lie each in a range of it, and of the others none is cut by
// the begin or end of a range.
func (t *thread) ofThread(thunks thunks, begins, ends []int64) bool {
	for _, c := range t.calls {
		if !thunks.has(c) {
			return false
		}
	}
	return !slices.ContainsFunc(t.items, func(x lanes.Item) bool {
		return x.Start < x.End && (between(begins, x.Start, x.End) || between(ends, x.Start, x.End))
	})
}

// between says whether a time of a sorted list lies between two others.
func between(list []int64, from, to int64) bool {
	k, _ := slices.BinarySearch(list, from+1)
	return k < len(list) && list[k] < to
}

// adoptByOperation gives the calls of lines of their own, as AMD has them for each
// thread that launches, to the threads whose ranges of the same modules and
// instructions they lie in. A line and a thread belong together where neither
// fits with another; lines that say of no call for which operation it is fit with
// none. It returns the threads that got calls.
func (r *reader) adoptByOperation() map[int64]bool {
	lines := map[int64][]int64{} // by thread
	fits := map[int64]int{}      // threads, by line
	var calls []int64
	for _, id := range r.order {
		if t := r.threads[id]; strings.HasPrefix(t.name, callLine) && t.onlyCalls() && len(t.calls) > 0 {
			calls = append(calls, id)
		}
	}
	if len(calls) == 0 {
		return nil
	}
	for _, id := range r.order {
		thread := r.threads[id]
		thunks := r.thunksOf(thread)
		if len(thunks) == 0 {
			continue
		}
		begins, ends := bounds(thread.items)
		for _, line := range calls {
			if line != id && r.threads[line].ofThread(thunks, begins, ends) {
				lines[id] = append(lines[id], line)
				fits[line]++
			}
		}
	}
	given := map[int64]bool{}
	var said []string
	for _, id := range slices.Clone(r.order) {
		own := lines[id]
		if len(own) != 1 || fits[own[0]] != 1 {
			continue
		}
		line := r.threads[own[0]]
		said = append(said, fmt.Sprintf("%s: %s, of %s", line.name, units.Plural(len(line.items), "call"), r.threads[id].name))
		r.merge(r.threads[id], own[0])
		given[id] = true
	}
	r.byOperation = strings.Join(said, "; ")
	return given
}
