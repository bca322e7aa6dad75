package timeline

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/lay"
)

// describe fills the header and the names of processes.
func (r *reader) describe(t *trace.Trace) error {
	start, err := r.e.SessionStart()
	if err != nil {
		return err
	}
	if start != nsys.Null {
		t.Header.Start = time.Unix(0, start).UTC()
	}
	t.Header.Clock = "nsys"
	if v := r.e.Version.Product; v != "" {
		t.Header.Labels = map[string]string{"nsys": v}
	}
	infos, err := r.e.Processes()
	if err != nil {
		return err
	}
	sizes := r.processes()
	best := -1
	for _, p := range infos {
		size, used := sizes[p.Process]
		if !used {
			continue
		}
		id := r.pid(p.Process)
		t.Processes = append(t.Processes, trace.Process{ID: id, Name: p.Name})
		if size > best {
			best, t.Header.Program = size, p.Name
		}
	}
	if len(sizes) == 1 {
		for p := range sizes {
			t.Header.PID = p.PID()
		}
		t.Processes = nil
	}
	return nil
}

// processes returns the processes there are tracks of, with their items.
func (r *reader) processes() map[nsys.Process]int {
	sizes := map[nsys.Process]int{}
	for id, t := range r.threads {
		sizes[id.Process()] += len(t.items) + len(t.loose)
	}
	for q, items := range r.queues {
		sizes[q.Process] += len(*items)
	}
	for _, p := range slices.Sorted(maps.Keys(sizes)) {
		r.pid(p) // in this order
	}
	return sizes
}

// pid returns the number of a process in the trace: its process id, with those
// of its machine and virtual machine where another has the same.
func (r *reader) pid(p nsys.Process) int64 {
	id, ok := r.pids[p]
	if !ok {
		if id = p.PID(); r.taken[id] {
			id = int64(p >> 24)
		}
		r.pids[p], r.taken[id] = id, true
	}
	return id
}

// lay puts all items on tracks.
func (r *reader) lay(t *trace.Trace) error {
	names, err := r.threadNames()
	if err != nil {
		return err
	}
	gpus, err := r.gpuNames()
	if err != nil {
		return err
	}
	if r.first < 0 {
		r.move(-r.first)
	}
	l := layer{r: r, t: t, used: map[trace.Track]int32{}}
	for _, id := range slices.Sorted(maps.Keys(r.threads)) {
		before := len(r.items)
		l.thread(id, names[id])
		r.groups = append(r.groups, len(r.items)-before)
	}
	for _, q := range slices.SortedFunc(maps.Keys(r.queues), compareQueues) {
		before := len(r.items)
		l.queue(q, gpus[q.ID])
		r.groups = append(r.groups, slices.Repeat([]int{1}, len(r.items)-before)...)
	}
	return nil
}

// move makes all times later.
func (r *reader) move(by int64) {
	all := func(s []lay.Item) {
		for i := range s {
			s[i].Start += by
			if s[i].End != lay.Open {
				s[i].End += by
			}
		}
	}
	for _, t := range r.threads {
		all(t.items)
		all(t.loose)
	}
	for _, q := range r.queues {
		all(*q)
	}
	r.last += by
}

func compareQueues(a, b nsys.Queue) int {
	return cmp.Or(cmp.Compare(a.Process, b.Process), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Context, b.Context),
		cmp.Compare(a.GreenContext, b.GreenContext), cmp.Compare(a.Stream, b.Stream))
}

// threadNames returns the names of threads.
func (r *reader) threadNames() (map[nsys.Thread]string, error) {
	infos, err := r.e.ThreadNames()
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(infos, func(a, b nsys.ThreadInfo) int { return cmp.Compare(a.Priority, b.Priority) })
	names := map[nsys.Thread]string{}
	for _, i := range infos {
		if s := r.e.Text(i.Name); s != "" {
			names[i.Thread] = s
		}
	}
	return names, nil
}

// gpuNames returns the names of devices.
func (r *reader) gpuNames() (map[int64]string, error) {
	gpus, err := r.e.GPUs()
	names := map[int64]string{}
	for _, g := range gpus {
		names[g.ID] = g.Name
	}
	return names, err
}

// A layer adds tracks.
type layer struct {
	r    *reader
	t    *trace.Trace
	used map[trace.Track]int32 // lanes by identity
}

// add adds a track of items.
func (l *layer) add(tr trace.Track, name string, items []lay.Item) {
	tr.Lane = l.used[tr]
	l.used[trace.Track{Process: tr.Process, Thread: tr.Thread, Device: tr.Device, Context: tr.Context, Stream: tr.Stream}]++
	tr.Name = name
	l.t.Tracks = append(l.t.Tracks, tr)
	l.r.items = append(l.r.items, items)
}

// thread adds the tracks of a thread.
func (l *layer) thread(id nsys.Thread, name string) {
	th := l.r.threads[id]
	tr := trace.Track{Process: l.r.pid(id.Process()), Thread: id.TID(), Device: -1}
	switch {
	case name != "":
	case id.TID() == 0:
		name = "across threads"
	default:
		name = fmt.Sprintf("thread %d", id.TID())
	}
	lay.Arrange(th.items)
	kept, rest := lay.Nest(th.items)
	if len(kept) > 0 {
		l.add(tr, name, kept)
	}
	l.lanes(tr, rest, true, func(k int) string { return fmt.Sprintf("%s (overlap %d)", name, k+1) })
	lay.Arrange(th.loose)
	l.lanes(tr, th.loose, true, func(k int) string { return fmt.Sprintf("%s (start/end %d)", name, k+1) })
	th.items, th.loose = nil, nil
}

// lanes adds a track for every lane of arranged items.
func (l *layer) lanes(tr trace.Track, items []lay.Item, mayNest bool, name func(lane int) string) {
	list, lost := lay.Lanes(items, mayNest)
	l.r.crowded += lost
	for k, lane := range list {
		l.add(tr, name(k), lane)
	}
}

// queue adds the tracks of a stream.
func (l *layer) queue(q nsys.Queue, gpu string) {
	tr := trace.Track{Process: l.r.pid(q.Process), Device: max(small(q.ID), 0), Context: small(q.Context), Stream: small(q.Stream)}
	name := fmt.Sprintf("GPU %d", q.ID)
	if gpu != "" {
		name += " " + gpu
	}
	for _, part := range []struct {
		name string
		id   int64
	}{{"context", q.Context}, {"green context", q.GreenContext}, {"stream", q.Stream}} {
		if part.id != nsys.Null && (part.id != 0 || part.name != "green context") {
			name += fmt.Sprintf(", %s %d", part.name, part.id)
		}
	}
	items := *l.r.queues[q]
	lay.Arrange(items)
	l.lanes(tr, items, false, func(k int) string {
		if k == 0 {
			return name
		}
		return fmt.Sprintf("%s (overlap %d)", name, k)
	})
	delete(l.r.queues, q)
}

// small returns an id in 32 bits; -1 for none. Ids that do not fit meet those
// of others in the number alone: their tracks stay apart.
func small(id int64) int32 {
	if id == nsys.Null || id > math.MaxInt32 || id < 0 {
		return -1
	}
	return int32(id)
}
