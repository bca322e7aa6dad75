package xplane

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/internal/lanes"
)

// Flows are joins of calls and their work by correlation id. An id is of the
// process that was profiled; where several calls have it, the device tells them
// apart, or nothing does.
type flows struct {
	calls, works []place
	n            int64 // flows
	ambiguous    int64 // ids
	lonely       int64 // work without a call
}

// A place is an item that has a correlation id, before it is moved.
type place struct {
	id     int64
	items  *[]lanes.Item
	k      int
	device int64
	t      *thread // of a call
	c      int     // of a call: its place in t.calls, -1 for none
	path   string  // of the operation, "" when it is not known
	op     int32   // its number
}

func (f *flows) call(p place) {
	if p.id != 0 {
		p.items = &p.t.items
		f.calls = append(f.calls, p)
	}
}

func (f *flows) work(p place) {
	if p.id != 0 {
		f.works = append(f.works, p)
	}
}

// join numbers the flows and gives them to the items.
func (f *flows) join() {
	calls, works := arrange(f.calls), arrange(f.works)
	for len(works) > 0 {
		id := works[0].id
		var own, launched []place
		launched, works = group(works, id)
		for len(calls) > 0 && calls[0].id < id {
			calls = calls[1:]
		}
		own, calls = group(calls, id)
		switch {
		case len(own) == 0:
			f.lonely += int64(len(launched))
		case len(own) == 1 && oneDevice(launched):
			f.give(own[0], launched)
		default:
			f.byDevice(own, launched)
		}
	}
	f.calls, f.works = nil, nil
}

// arrange sorts places by id; most are so already.
func arrange(s []place) []place {
	byID := func(a, b place) int { return cmp.Compare(a.id, b.id) }
	if !slices.IsSortedFunc(s, byID) {
		slices.SortStableFunc(s, byID)
	}
	return s
}

// group returns the places that s begins with and have that id, and the others.
func group(s []place, id int64) (own, rest []place) {
	n := 0
	for n < len(s) && s[n].id == id {
		n++
	}
	return s[:n], s[n:]
}

// oneDevice says whether all work is on one device. What calls say of it need
// not be its ordinal.
func oneDevice(works []place) bool {
	for _, w := range works {
		if w.device != works[0].device {
			return false
		}
	}
	return true
}

// byDevice gives each call the work on its device, where it is the only one.
func (f *flows) byDevice(calls, works []place) {
	on := map[int64]int{}
	for _, c := range calls {
		on[c.device]++
	}
	given := 0
	for _, c := range calls {
		var own []place
		for _, w := range works {
			if w.device == c.device && on[c.device] == 1 {
				own = append(own, w)
			}
		}
		if len(own) > 0 {
			f.give(c, own)
		}
		given += len(own)
	}
	if given < len(works) {
		f.ambiguous++
	}
}

func (f *flows) give(call place, works []place) {
	f.n++
	(*call.items)[call.k].Flow = int32(-f.n)
	for _, w := range works {
		x := &(*w.items)[w.k]
		x.Flow = int32(f.n)
		call.t.launched += float64(x.End - x.Start)
		call.t.works++
	}
	call.learn(works)
}

// learn gives a call whose own stats do not say for which operation it is, as
// those of HIP, the path that all of its work has.
func (p place) learn(works []place) {
	path := works[0].path
	if p.path != "" || path == "" || slices.ContainsFunc(works, func(w place) bool { return w.path != path }) {
		return
	}
	x := (*p.items)[p.k]
	c := call{x.Start, x.End, path, true, works[0].op}
	if p.c < 0 {
		p.t.calls = append(p.t.calls, c)
	} else {
		p.t.calls[p.c] = c
	}
}
