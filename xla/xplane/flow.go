package xplane

import "github.com/nrkit/nrkit/trace/lay"

// Flows are joins of calls and their work by correlation id. An id is of the
// process that was profiled; where several calls have it, the device tells them
// apart, or nothing does.
type flows struct {
	byID      map[int64]*launch
	ids       []int64 // in order
	n         int64   // flows
	ambiguous int64   // ids
	lonely    int64   // work without a call
}

// A launch is all that has one correlation id.
type launch struct {
	calls []place
	works []place
}

// A place is an item, before it is moved.
type place struct {
	items  *[]lay.Item
	k      int
	device int64
}

func newFlows() flows { return flows{byID: map[int64]*launch{}} }

func (f *flows) launch(id int64) *launch {
	l := f.byID[id]
	if l == nil {
		l = &launch{}
		f.byID[id] = l
		f.ids = append(f.ids, id)
	}
	return l
}

func (f *flows) call(id, device int64, t *thread, k int) {
	if id != 0 {
		l := f.launch(id)
		l.calls = append(l.calls, place{&t.items, k, device})
	}
}

func (f *flows) work(id int64, device int32, q *queue, k int) {
	if id != 0 {
		l := f.launch(id)
		l.works = append(l.works, place{&q.items, k, int64(device)})
	}
}

// join numbers the flows and gives them to the items.
func (f *flows) join() {
	for _, id := range f.ids {
		l := f.byID[id]
		switch {
		case len(l.works) == 0:
		case len(l.calls) == 0:
			f.lonely += int64(len(l.works))
		case len(l.calls) == 1 && l.oneDevice():
			f.give(l.calls[0], l.works)
		default:
			f.byDevice(l)
		}
	}
	f.byID, f.ids = nil, nil
}

// oneDevice says whether all work is on one device. What calls say of it need
// not be its ordinal.
func (l *launch) oneDevice() bool {
	for _, w := range l.works {
		if w.device != l.works[0].device {
			return false
		}
	}
	return true
}

// byDevice gives each call the work on its device, where it is the only one.
func (f *flows) byDevice(l *launch) {
	for _, c := range l.calls {
		n := 0
		for _, o := range l.calls {
			if o.device == c.device {
				n++
			}
		}
		if n > 1 {
			continue
		}
		var works []place
		rest := l.works[:0:0]
		for _, w := range l.works {
			if w.device == c.device {
				works = append(works, w)
			} else {
				rest = append(rest, w)
			}
		}
		if len(works) > 0 {
			f.give(c, works)
		}
		l.works = rest
	}
	if len(l.works) > 0 {
		f.ambiguous++
	}
}

func (f *flows) give(call place, works []place) {
	f.n++
	(*call.items)[call.k].Flow = int32(-f.n)
	for _, w := range works {
		(*w.items)[w.k].Flow = int32(f.n)
	}
}
