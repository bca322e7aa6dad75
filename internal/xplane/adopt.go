package xplane

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/internal/units"
)

// adopt gives the calls of a driver to the thread that they are of where the
// profile has them apart. On AMD a line of calls has the id of the system, that
// of Python another number, and nothing in the file says that they are one; on
// CUDA both have one id, which other lines of calls then have too.
//
// Calls that lie in ranges of their operations are of the thread of these: see
// adoptByOperation. Of the rest, a line is taken for that of Python where there is exactly one thread of Python
// with ranges, and it is the only one whose calls lie each in a range of it while
// none of its ranges begins or ends: calls of another thread would be cut by some.
// What is not so stays as it is, and so do several such lines, of which no more
// than one can be of that thread.
func (r *reader) adopt() {
	if r.oneID {
		return
	}
	given := r.adoptByOperation()
	python, ok := r.python()
	if !ok || given[python.id] {
		return
	}
	begins, ends := bounds(python.items)
	if len(begins) == 0 {
		return
	}
	var fit []int64
	for _, id := range r.order {
		t := r.threads[id]
		cut := func(x lanes.Item) bool { return !within(x, begins, ends) }
		if strings.HasPrefix(t.name, callLine) && t.onlyCalls() && !slices.ContainsFunc(t.items, cut) {
			fit = append(fit, id)
		}
	}
	if len(fit) == 1 {
		t := r.threads[fit[0]]
		r.adopted = fmt.Sprintf("%s: %s", t.name, units.Plural(len(t.items), "call"))
		r.merge(python, fit[0])
	}
}

// merge makes the calls of a line those of a thread.
func (r *reader) merge(to *thread, id int64) {
	t := r.threads[id]
	to.items, to.calls = append(to.items, t.items...), append(to.calls, t.calls...)
	to.launched, to.works = to.launched+t.launched, to.works+t.works
	delete(r.threads, id)
	r.order = slices.DeleteFunc(r.order, func(other int64) bool { return other == id })
}

// python returns the thread of Python, where there is exactly one.
func (r *reader) python() (only *thread, ok bool) {
	for _, id := range r.order {
		if t := r.threads[id]; strings.HasPrefix(t.name, "python") {
			if only != nil {
				return nil, false
			}
			only = t
		}
	}
	return only, only != nil
}

// onlyCalls says whether a thread has calls of a driver, and nothing else.
func (t *thread) onlyCalls() bool {
	return len(t.items) > 0 && !slices.ContainsFunc(t.items, func(x lanes.Item) bool { return x.Rank != lanes.RankAPI })
}

// bounds returns when ranges begin and end, in order. They have a length.
func bounds(items []lanes.Item) (begins, ends []int64) {
	for _, x := range items {
		if x.Rank == lanes.RankRange {
			begins, ends = append(begins, x.Start), append(ends, x.End)
		}
	}
	slices.Sort(begins)
	slices.Sort(ends)
	return begins, ends
}

// within says whether x lies in a range, and none begins or ends while it lasts.
func within(x lanes.Item, begins, ends []int64) bool {
	upTo := func(list []int64, t int64) int { // how many are at t or before
		k, _ := slices.BinarySearch(list, t+1)
		return k
	}
	before := func(list []int64, t int64) int {
		k, _ := slices.BinarySearch(list, t)
		return k
	}
	if x.Start == x.End {
		return upTo(begins, x.Start) > before(ends, x.Start)
	}
	b, e := upTo(begins, x.Start), upTo(ends, x.Start)
	return b > e && before(begins, x.End) <= b && before(ends, x.End) <= e
}
