package xplane

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/trace"
)

// build puts all items on tracks.
func (r *reader) build() *trace.Trace {
	r.flows.join()
	r.adopt()
	origin, start := r.origin()
	r.move(-origin)
	for _, id := range r.order {
		r.layThread(id, r.threads[id])
	}
	for _, q := range r.queues {
		r.layQueue(q)
	}
	r.nameApart()
	t := &trace.Trace{Names: r.names, Sorts: r.sorts, Tracks: r.tracks, Flows: r.flows.n}
	t.Header = trace.Header{Program: "profile of JAX", Host: strings.Join(r.hosts, ", "), Clock: "xplane"}
	if start != 0 {
		t.Header.Start = time.Unix(0, start).UTC()
	}
	if r.some {
		t.Last = r.last - origin
	}
	if length := r.stop - r.start; r.start > 0 && length > t.Last && length < farthest {
		t.Last = length
	}
	t.Loss.Ranges = r.backwards + r.crowded + r.aggregated
	tracks, groups := r.items, r.groups
	t.Events = func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) {
			first := 0
			for _, n := range groups {
				if !lanes.Emit(tracks[first:first+n], int32(first), yield) {
					return
				}
				first += n
			}
		}
	}
	return t
}

// absolute is a time, in ns, before which no profile was made: 1988. Times after
// it are of the wall clock, those before it count from the start.
const absolute = 1 << 59

// origin returns the time of the file that is time 0 of the trace, and that of
// the wall clock then, 0 when it is not known.
func (r *reader) origin() (origin, start int64) {
	if r.start < 0 || r.start > farthest {
		r.start = 0
	}
	switch {
	case !r.some:
		return 0, r.start
	case r.first > absolute:
		if origin = r.first; r.start > 0 && r.start < origin && origin-r.start < absolute {
			origin = r.start
		}
		return origin, origin
	case r.start == 0:
		return min(r.first, 0), 0
	}
	origin = min(r.first, 0)
	return origin, r.start + origin
}

// move makes all times later.
func (r *reader) move(by int64) {
	all := func(s []lanes.Item) {
		for i := range s {
			s[i].Start += by
			s[i].End += by
		}
	}
	for _, t := range r.threads {
		all(t.items)
		for i := range t.calls {
			t.calls[i].start += by
			t.calls[i].end += by
		}
	}
	for _, q := range r.queues {
		all(q.items)
	}
}

func (r *reader) addTrack(tr trace.Track, name string, items []lanes.Item) {
	tr.Name = strings.ToValidUTF8(name, "\uFFFD")
	r.tracks = append(r.tracks, tr)
	r.items = append(r.items, items)
}

// layThread adds the tracks of a thread.
func (r *reader) layThread(id int64, t *thread) {
	before := len(r.items)
	tr := trace.Track{Thread: id, Device: -1}
	name := t.name
	if name == "" {
		name = fmt.Sprintf("thread %d", id)
	}
	phases := r.phaseRanges(t.calls)
	r.ranged = r.ranged || len(phases) > 0
	if len(phases) == 0 && t.onlyCalls() && t.works > 0 {
		r.unphased = append(r.unphased, name)
		r.unphasedWorks += t.works
		r.unphasedNS += t.launched
	}
	items := append(phases, t.items...)
	lanes.Arrange(items)
	kept, rest := lanes.Nest(items)
	if len(kept) > 0 {
		r.addTrack(tr, name, kept)
	}
	lanes, lost := lanes.Lanes(rest, true)
	r.crowded += lost
	for k, lane := range lanes {
		r.addTrack(tr, fmt.Sprintf("%s (overlap %d)", name, k+1), lane)
	}
	r.groups = append(r.groups, len(r.items)-before)
}

// layQueue adds the tracks of a stream.
func (r *reader) layQueue(q *queue) {
	tr := trace.Track{Device: q.device, Context: -1, Stream: q.stream}
	lanes.Arrange(q.items)
	lanes, lost := lanes.Lanes(q.items, false)
	r.crowded += lost
	for k, lane := range lanes {
		name := fmt.Sprintf("GPU %d, %s", q.device, strings.ToLower(q.label[:1])+q.label[1:])
		if k > 0 {
			name = fmt.Sprintf("%s (overlap %d)", name, k)
		}
		r.addTrack(tr, name, lane)
	}
	r.groups = append(r.groups, slices.Repeat([]int{1}, len(lanes))...)
}

// nameApart gives tracks of one identity lanes.
func (r *reader) nameApart() {
	lanes := map[trace.Track]int32{}
	for i := range r.tracks {
		tr := r.tracks[i]
		tr.Name = ""
		r.tracks[i].Lane = lanes[tr]
		lanes[tr]++
	}
}
