package timeline

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// inMemory makes a trace of an export as Read does, with all rows in memory at
// once: the obvious way.
func inMemory(e *nsys.Export, o Options) (*trace.Trace, Notes, error) {
	r := &obvious{
		e: e, names: newNames(e),
		threads: map[nsys.Thread]*obviousThread{}, queues: map[nsys.Queue]*[]lanes.Item{},
		flows: map[nsys.Launch]int32{}, pids: map[nsys.Process]int64{}, taken: map[int64]bool{},
	}
	if err := r.readNVTX(); err != nil {
		return nil, Notes{}, err
	}
	if err := r.readCUDA(); err != nil {
		return nil, Notes{}, err
	}
	if o.OSCalls {
		if err := r.readOS(); err != nil {
			return nil, Notes{}, err
		}
	}
	t := &trace.Trace{Names: r.names.list, Sorts: r.names.sorts, Flows: int64(len(r.flows))}
	if err := r.describe(t); err != nil {
		return nil, Notes{}, err
	}
	if err := r.lay(t); err != nil {
		return nil, Notes{}, err
	}
	t.Names, t.Sorts = r.names.list, r.names.sorts
	if !t.Header.Start.IsZero() {
		t.Header.Start = t.Header.Start.Add(time.Duration(r.first))
	}
	t.Last = r.last
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
	missing, err := findMissing(e, t)
	if err != nil {
		return nil, Notes{}, err
	}
	return t, Notes{Warnings: append((&reader{backwards: r.backwards, crowded: r.crowded, ranges: r.ranges}).warn(t), warnMissing(missing)...), Missing: missing}, nil
}

// An obviousThread is what was found of one.
type obviousThread struct {
	items []lanes.Item // ranges that were pushed, calls and marks
	loose []lanes.Item // start/end ranges
}

// An obvious is the state of one Read.
type obvious struct {
	e       *nsys.Export
	names   *names
	threads map[nsys.Thread]*obviousThread
	queues  map[nsys.Queue]*[]lanes.Item
	flows   map[nsys.Launch]int32
	pids    map[nsys.Process]int64
	taken   map[int64]bool
	items   [][]lanes.Item // by track of the result
	groups  []int          // how many tracks belong together: those of a thread

	first, last int64 // times of all items
	ranges      int64 // of NVTX
	backwards   int64 // rows that end before they begin
	crowded     int64 // ranges that no lane took
}

// thread returns what was found of a thread.
func (r *obvious) thread(id nsys.Thread) *obviousThread {
	t := r.threads[id]
	if t == nil {
		t = &obviousThread{}
		r.threads[id] = t
	}
	return t
}

// usable takes note of the times of an item; false when they cannot be.
func (r *obvious) usable(x *lanes.Item) bool {
	if x.End < x.Start || x.Start < -farthest || x.Start > farthest || x.End > farthest && x.End != lanes.Open {
		r.backwards++
		return false
	}
	r.first, r.last = min(r.first, x.Start), max(r.last, x.Start)
	if x.End != lanes.Open {
		r.last = max(r.last, x.End)
	}
	return true
}

// readNVTX makes items of the NVTX events.
func (r *obvious) readNVTX() error {
	events, err := r.e.NVTX()
	if err != nil {
		return err
	}
	payloads, err := r.e.NVTXPayloads()
	if err != nil {
		return err
	}
	for i := range events {
		if v := &events[i]; v.Type == nsys.NVTXDomain {
			r.names.domain(v)
		}
	}
	for i := range events {
		var p *nsys.Payload
		if len(payloads) > 0 && payloads[0].Row == i {
			p, payloads = &payloads[0], payloads[1:]
		}
		r.event(&events[i], p)
	}
	return nil
}

// event makes an item of an NVTX event with a payload, nil for none.
func (r *obvious) event(v *nsys.NVTXEvent, p *nsys.Payload) {
	x := lanes.Item{Start: v.Start, End: v.End, Arg: lanes.NoNumber, Rank: lanes.RankRange}
	switch {
	case v.Type == nsys.NVTXMark:
		x.Rank, x.End = lanes.RankMark, v.Start
	case !v.IsRange():
		return
	case v.End == nsys.Null:
		x.End = lanes.Open
	}
	if !r.usable(&x) {
		return
	}
	x.Name = r.names.nvtx(v)
	own := r.names.own(v)
	if own && x.Rank == lanes.RankRange {
		x.Rank = lanes.RankOwn
	}
	if p != nil && p.JSON == "" && x.Rank != lanes.RankMark {
		x.Arg, x.Number = r.payload(p.Value, own)
	}
	t := r.thread(v.Thread)
	if v.EndThread != 0 && v.EndThread != v.Thread {
		t = r.thread(nsys.Thread(v.Thread.Process())) // is of no thread
	}
	if v.Type == nsys.NVTXStartEnd || v.Type == nsys.NVTXTStartEnd {
		t.loose = append(t.loose, x)
	} else {
		t.items = append(t.items, x)
	}
	if x.Rank != lanes.RankMark {
		r.ranges++
	}
}

// payload returns the argument that a payload becomes.
func (r *obvious) payload(v float64, own bool) (arg int32, number int64) {
	if own && v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return lanes.IsIndex, int64(v)
	}
	return r.names.add("payload", ""), int64(math.Float64bits(v))
}

// readOS makes items of the calls of the operating system.
func (r *obvious) readOS() error {
	calls, err := r.e.OSCalls()
	if err != nil {
		return err
	}
	for i := range calls {
		c := &calls[i]
		x := lanes.Item{Start: c.Start, End: c.End, Arg: lanes.NoNumber, Rank: lanes.RankOS}
		if c.End == nsys.Null {
			x.End = lanes.Open
		}
		if r.usable(&x) {
			x.Name = r.names.of(c.Name, trace.SortOS)
			t := r.thread(c.Thread)
			t.items = append(t.items, x)
		}
	}
	return nil
}

// describe fills the header and the names of processes.
func (r *obvious) describe(t *trace.Trace) error {
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
func (r *obvious) processes() map[nsys.Process]int {
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
func (r *obvious) pid(p nsys.Process) int64 {
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
func (r *obvious) lay(t *trace.Trace) error {
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
	l := obviousLayer{r: r, t: t, used: map[trace.Track]int32{}}
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
func (r *obvious) move(by int64) {
	all := func(s []lanes.Item) {
		for i := range s {
			s[i].Start += by
			if s[i].End != lanes.Open {
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

// threadNames returns the names of threads.
func (r *obvious) threadNames() (map[nsys.Thread]string, error) {
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
func (r *obvious) gpuNames() (map[int64]string, error) {
	gpus, err := r.e.GPUs()
	names := map[int64]string{}
	for _, g := range gpus {
		names[g.ID] = g.Name
	}
	return names, err
}

// An obviousLayer adds tracks.
type obviousLayer struct {
	r    *obvious
	t    *trace.Trace
	used map[trace.Track]int32 // lanes by identity
}

// add adds a track of items.
func (l *obviousLayer) add(tr trace.Track, name string, items []lanes.Item) {
	tr.Lane = l.used[tr]
	l.used[trace.Track{Process: tr.Process, Thread: tr.Thread, Device: tr.Device, Context: tr.Context, Stream: tr.Stream}]++
	tr.Name = name
	l.t.Tracks = append(l.t.Tracks, tr)
	l.r.items = append(l.r.items, items)
}

// thread adds the tracks of a thread.
func (l *obviousLayer) thread(id nsys.Thread, name string) {
	th := l.r.threads[id]
	tr := trace.Track{Process: l.r.pid(id.Process()), Thread: id.TID(), Device: -1}
	switch {
	case name != "":
	case id.TID() == 0:
		name = "across threads"
	default:
		name = fmt.Sprintf("thread %d", id.TID())
	}
	lanes.Arrange(th.items)
	kept, rest := lanes.Nest(th.items)
	if len(kept) > 0 {
		l.add(tr, name, kept)
	}
	l.lanes(tr, rest, true, func(k int) string { return fmt.Sprintf("%s (overlap %d)", name, k+1) })
	lanes.Arrange(th.loose)
	l.lanes(tr, th.loose, true, func(k int) string { return fmt.Sprintf("%s (start/end %d)", name, k+1) })
	th.items, th.loose = nil, nil
}

// lanes adds a track for every lane of arranged items.
func (l *obviousLayer) lanes(tr trace.Track, items []lanes.Item, mayNest bool, name func(lane int) string) {
	list, lost := lanes.Lanes(items, mayNest)
	l.r.crowded += lost
	for k, lane := range list {
		l.add(tr, name(k), lane)
	}
}

// queue adds the tracks of a stream.
func (l *obviousLayer) queue(q nsys.Queue, gpu string) {
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
	lanes.Arrange(items)
	l.lanes(tr, items, false, func(k int) string {
		if k == 0 {
			return name
		}
		return fmt.Sprintf("%s (overlap %d)", name, k)
	})
	delete(l.r.queues, q)
}

// readCUDA makes items of the work on devices and of the calls that launched
// it.
func (r *obvious) readCUDA() error {
	calls, err := r.e.CUDACalls()
	if err != nil {
		return err
	}
	only := onlyProcess(calls)
	for _, read := range []func(nsys.Process) error{r.readKernels, r.readMemcpys, r.readMemsets, r.readGraphs} {
		if err := read(only); err != nil {
			return err
		}
	}
	left := make([]bool, len(r.flows)) // flows whose call is known
	for i := range calls {
		c := &calls[i]
		if c.Class == nsys.ClassBacktrace {
			continue
		}
		x := lanes.Item{Start: c.Start, End: c.End, Arg: lanes.NoNumber, Rank: lanes.RankAPI}
		if c.End == nsys.Null {
			x.End = lanes.Open
		}
		if !r.usable(&x) {
			continue
		}
		x.Name = r.names.of(c.Name, trace.SortAPI)
		if f, ok := r.flows[c.Launch()]; ok && !left[f] {
			left[f] = true
			x.Flow = -1 - f
		}
		t := r.thread(c.Thread)
		t.items = append(t.items, x)
	}
	return nil
}

// onlyProcess returns the process of the calls, 0 when there are several: that
// of work whose export does not say.
func onlyProcess(calls []nsys.Call) nsys.Process {
	var only nsys.Process
	for i := range calls {
		switch p := calls[i].Thread.Process(); {
		case only == 0:
			only = p
		case only != p:
			return 0
		}
	}
	return only
}

// work adds an item for work on a device. number belongs to arg, lanes.NoNumber for
// none.
func (r *obvious) work(w *nsys.Work, only nsys.Process, name int32, arg int32, number int64) {
	if w.Process == 0 {
		w.Process = only
	}
	x := lanes.Item{Start: w.Start, End: w.End, Name: name, Arg: lanes.NoNumber}
	if number != nsys.Null && arg >= 0 {
		x.Arg, x.Number = arg, int64(math.Float64bits(float64(number)))
	}
	if !r.usable(&x) {
		return
	}
	if w.Correlation != nsys.Null && w.Correlation != 0 {
		f, ok := r.flows[w.Launch()]
		if !ok {
			f = int32(len(r.flows))
			r.flows[w.Launch()] = f
		}
		x.Flow = 1 + f
	}
	q := r.queues[w.Queue]
	if q == nil {
		q = new([]lanes.Item)
		r.queues[w.Queue] = q
	}
	*q = append(*q, x)
}

func (r *obvious) readKernels(only nsys.Process) error {
	list, err := r.e.Kernels()
	for i := range list {
		k := &list[i]
		text := k.Short
		for _, s := range []nsys.String{k.Demangled, k.Mangled} {
			if text == nsys.NoString {
				text = s
			}
		}
		r.work(&k.Work, only, r.names.of(text, trace.SortKernel), lanes.NoNumber, 0)
	}
	return err
}

func (r *obvious) readMemcpys(only nsys.Process) error {
	list, err := r.e.Memcpys()
	if len(list) == 0 {
		return err
	}
	arg := r.names.add("bytes", "")
	for i := range list {
		m := &list[i]
		r.work(&m.Work, only, r.names.add(copyName(m), trace.SortMemcpy), arg, m.Bytes)
	}
	return err
}

func (r *obvious) readMemsets(only nsys.Process) error {
	list, err := r.e.Memsets()
	if len(list) == 0 {
		return err
	}
	name, arg := r.names.add("memset", trace.SortMemset), r.names.add("bytes", "")
	for i := range list {
		r.work(&list[i].Work, only, name, arg, list[i].Bytes)
	}
	return err
}

func (r *obvious) readGraphs(only nsys.Process) error {
	list, err := r.e.GraphRuns()
	if len(list) == 0 {
		return err
	}
	name, arg := r.names.add("CUDA graph", trace.SortGraph), r.names.add("graph_exec_id", "")
	for i := range list {
		r.work(&list[i].Work, only, name, arg, list[i].Exec)
	}
	return err
}
