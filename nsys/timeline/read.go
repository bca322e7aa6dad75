package timeline

import (
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/lay"
)

// Options say what is read. The zero value is the default.
type Options struct {
	OSCalls bool // calls of the libraries of the operating system too
}

// Notes say what is odd about an export.
type Notes struct {
	Warnings []string  // sentences, those about Missing among them
	Missing  []Missing // in the order of the export
}

// Read makes a trace of an export, and says what is odd about it. The export
// can be closed when Read returns.
//
// Cost: some 0.5 µs per row, and O(n log n) where rows are not in order of
// time. Memory: 40 bytes for every range of the trace, and while NVTX events
// are read 64 more for each of them.
//
// Errors are those of e.
func Read(e *nsys.Export, o Options) (*trace.Trace, Notes, error) {
	r := &reader{
		e: e, names: newNames(e),
		threads: map[nsys.Thread]*thread{}, queues: map[nsys.Queue]*[]lay.Item{},
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
				if !lay.Emit(tracks[first:first+n], int32(first), yield) {
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
	return t, Notes{Warnings: append(r.warn(t), warnMissing(missing)...), Missing: missing}, nil
}

// A thread is what was found of one.
type thread struct {
	items []lay.Item // ranges that were pushed, calls and marks
	loose []lay.Item // start/end ranges
}

// A reader is the state of one Read.
type reader struct {
	e       *nsys.Export
	names   *names
	threads map[nsys.Thread]*thread
	queues  map[nsys.Queue]*[]lay.Item
	flows   map[nsys.Launch]int32
	pids    map[nsys.Process]int64
	taken   map[int64]bool
	items   [][]lay.Item // by track of the result
	groups  []int        // how many tracks belong together: those of a thread

	first, last int64 // times of all items
	ranges      int64 // of NVTX
	backwards   int64 // rows that end before they begin
	crowded     int64 // ranges that no lane took
}

// thread returns what was found of a thread.
func (r *reader) thread(id nsys.Thread) *thread {
	t := r.threads[id]
	if t == nil {
		t = &thread{}
		r.threads[id] = t
	}
	return t
}

// farthest is how far from the start a time may be: 73 years.
const farthest = 1 << 61

// usable takes note of the times of an item; false when they cannot be.
func (r *reader) usable(x *lay.Item) bool {
	if x.End < x.Start || x.Start < -farthest || x.Start > farthest || x.End > farthest && x.End != lay.Open {
		r.backwards++
		return false
	}
	r.first, r.last = min(r.first, x.Start), max(r.last, x.Start)
	if x.End != lay.Open {
		r.last = max(r.last, x.End)
	}
	return true
}

// readNVTX makes items of the NVTX events.
func (r *reader) readNVTX() error {
	events, err := r.e.NVTX()
	if err != nil {
		return err
	}
	payloads, err := r.e.NVTXPayloads()
	if err != nil {
		return err
	}
	counts := map[nsys.Thread]int{}
	for i := range events {
		switch v := &events[i]; v.Type {
		case nsys.NVTXDomain:
			r.names.domain(v)
		case nsys.NVTXPushPop, nsys.NVTXTPushPop, nsys.NVTXMark:
			counts[v.Thread]++
		}
	}
	for id, n := range counts {
		r.thread(id).items = make([]lay.Item, 0, n)
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
func (r *reader) event(v *nsys.NVTXEvent, p *nsys.Payload) {
	x := lay.Item{Start: v.Start, End: v.End, Arg: lay.NoNumber, Rank: lay.RankRange}
	switch {
	case v.Type == nsys.NVTXMark:
		x.Rank, x.End = lay.RankMark, v.Start
	case !v.IsRange():
		return
	case v.End == nsys.Null:
		x.End = lay.Open
	}
	if !r.usable(&x) {
		return
	}
	x.Name = r.names.nvtx(v)
	own := r.names.own(v)
	if own && x.Rank == lay.RankRange {
		x.Rank = lay.RankOwn
	}
	if p != nil && p.JSON == "" && x.Rank != lay.RankMark {
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
	if x.Rank != lay.RankMark {
		r.ranges++
	}
}

// payload returns the argument that a payload becomes.
func (r *reader) payload(v float64, own bool) (arg int32, number int64) {
	if own && v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return lay.IsIndex, int64(v)
	}
	return r.names.add("payload", ""), int64(math.Float64bits(v))
}

// readOS makes items of the calls of the operating system.
func (r *reader) readOS() error {
	calls, err := r.e.OSCalls()
	if err != nil {
		return err
	}
	for i := range calls {
		c := &calls[i]
		x := lay.Item{Start: c.Start, End: c.End, Arg: lay.NoNumber, Rank: lay.RankOS}
		if c.End == nsys.Null {
			x.End = lay.Open
		}
		if r.usable(&x) {
			x.Name = r.names.of(c.Name, trace.SortOS)
			t := r.thread(c.Thread)
			t.items = append(t.items, x)
		}
	}
	return nil
}

// warn says what is odd.
func (r *reader) warn(t *trace.Trace) []string {
	var list []string
	t.Loss.Ranges = r.backwards + r.crowded
	if r.backwards > 0 {
		list = append(list, fmt.Sprintf("left %d rows out that end before they begin, or begin decades away", r.backwards))
	}
	if r.crowded > 0 {
		list = append(list, fmt.Sprintf("left %d ranges out that overlap more than %d others", r.crowded, lay.MaxLanes))
	}
	if r.ranges == 0 {
		list = append(list, "the export has no NVTX ranges: there are no phases without them (nrprof run --nvtx emits them)")
	}
	return list
}
