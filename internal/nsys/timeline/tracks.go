package timeline

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
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
	best := int64(-1)
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
func (r *reader) processes() map[nsys.Process]int64 {
	sizes := map[nsys.Process]int64{}
	for id, t := range r.threads {
		sizes[id.Process()] += t.items.Len() + t.loose.Len()
	}
	for q, items := range r.queues {
		sizes[q.Process] += items.Len()
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
	l := layer{r: r, t: t, used: map[trace.Track]int32{}, later: max(-r.first, 0)}
	r.last += l.later
	for _, id := range slices.Sorted(maps.Keys(r.threads)) {
		before := len(r.items)
		l.thread(id, names[id])
		if err := r.stopped(); err != nil {
			return err
		}
		r.groups = append(r.groups, len(r.items)-before)
	}
	for _, q := range slices.SortedFunc(maps.Keys(r.queues), compareQueues) {
		before := len(r.items)
		l.queue(q, gpus[q.ID])
		if err := r.stopped(); err != nil {
			return err
		}
		r.groups = append(r.groups, slices.Repeat([]int{1}, len(r.items)-before)...)
	}
	return nil
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

// stopped returns why laying ends early: the export says so, or a file failed.
func (r *reader) stopped() error {
	if r.e.Stop != nil {
		if err := r.e.Stop(); err != nil {
			return err
		}
	}
	if err := r.space.Err(); err != nil {
		return err
	}
	return r.laid.Err()
}

// stopItems is after how many items the reader is asked whether to go on.
const stopItems = 1 << 16

// A layer adds tracks.
type layer struct {
	r     *reader
	t     *trace.Trace
	used  map[trace.Track]int32 // lanes by identity
	later int64                 // what is added to all times
}

// each yields the items of a sorter at their final times until the reader is to
// stop, and frees the sorter.
func (l *layer) each(items *sorter, yield func(number int64, x lanes.Item)) {
	n := int64(0)
	for x := range items.All() {
		if n%stopItems == 0 && l.r.stopped() != nil {
			break
		}
		y := *x
		y.Start += l.later
		if y.End != lanes.Open {
			y.End += l.later
		}
		yield(n, y)
		n++
	}
	items.Free()
}

// add adds a track of items.
func (l *layer) add(tr trace.Track, name string, items *spill.List[lanes.Item]) {
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
	kept, rest := l.nest(th.items)
	if kept.Len() > 0 {
		l.add(tr, name, kept)
	}
	l.lanes(tr, rest, func(k int) string { return fmt.Sprintf("%s (overlap %d)", name, k+1) })
	loose := l.allotted(true)
	l.each(th.loose, loose.put)
	l.lanes(tr, loose, func(k int) string { return fmt.Sprintf("%s (start/end %d)", name, k+1) })
	delete(l.r.threads, id)
}

// nest parts the items that nest from those that give way to them. What gives
// way is known when it ends, so that the items are read twice.
func (l *layer) nest(items *sorter) (kept *spill.List[lanes.Item], rest *allotted) {
	gone := spill.NewSorter(l.r.space, cmp.Compare[int64])
	nesting := lanes.Nesting{Gone: gone.Add}
	for x := range items.All() {
		nesting.Add(x)
	}
	kept, rest = spill.NewList[lanes.Item](l.r.laid), l.allotted(true)
	next := gone.Read()
	number := next.Next()
	l.each(items, func(n int64, x lanes.Item) {
		if number != nil && *number == n {
			rest.put(n, x)
			number = next.Next()
			return
		}
		kept.Append(x)
	})
	gone.Free()
	return kept, rest
}

// Allotted are items on lanes.
type allotted struct {
	lanes.Allotment
	laid  *spill.Space
	lanes []*spill.List[lanes.Item]
	lost  int64
}

// allotted returns lanes without items.
func (l *layer) allotted(mayNest bool) *allotted {
	return &allotted{Allotment: lanes.Allotment{MayNest: mayNest}, laid: l.r.laid}
}

// put puts the next item on its lane.
func (a *allotted) put(_ int64, x lanes.Item) {
	k := a.Lane(&x)
	switch {
	case k < 0:
		a.lost++
		return
	case k == len(a.lanes):
		a.lanes = append(a.lanes, spill.NewList[lanes.Item](a.laid))
	}
	a.lanes[k].Append(x)
}

// lanes adds a track for every lane.
func (l *layer) lanes(tr trace.Track, a *allotted, name func(lane int) string) {
	l.r.crowded += a.lost
	for k, lane := range a.lanes {
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
	items := l.allotted(false)
	l.each(l.r.queues[q], items.put)
	l.lanes(tr, items, func(k int) string {
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
