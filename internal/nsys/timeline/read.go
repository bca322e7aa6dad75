package timeline

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/lanes"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// Options say what is read. The zero value is the default.
type Options struct {
	OSCalls bool // calls of the libraries of the operating system too
	Memory  int  // bytes of rows that are in memory at a time, nearly; 0: spill.Limit
}

// Notes say what is odd about an export.
type Notes struct {
	Warnings []string  // sentences, those about Missing among them
	Missing  []Missing // in the order of the export
	Open     Open      // what was open at the end
}

// Read makes a trace of an export, and says what is odd about it. The export
// can be closed when Read returns. Close of the trace gives a temporary file
// back, which an export of more rows than fit into memory takes: some 40 bytes
// for each range while the trace is there, and as much again during Read.
//
// Cost: some 0.7 µs per row, and O(n log n) where rows are not in order of
// time. Memory: bounded, but for the different names and the threads and streams
// there are.
//
// Read returns errors of reading e, and *spill.Error.
func Read(e *nsys.Export, o Options) (*trace.Trace, Notes, error) {
	if o.Memory == 0 {
		o.Memory = spill.Limit
	}
	r := &reader{
		e: e, names: newNames(e), memory: o.Memory, space: spill.New(o.Memory), laid: spill.New(o.Memory),
		threads: map[nsys.Thread]*thread{}, queues: map[nsys.Queue]*sorter{},
		pids: map[nsys.Process]int64{}, taken: map[int64]bool{},
	}
	t, err := r.read(o)
	if err == nil {
		err = r.space.Err()
	}
	if err == nil {
		err = r.laid.Err()
	}
	var missing []Missing
	if err == nil {
		missing, err = findMissing(e, t)
	}
	err = errors.Join(err, r.space.Close())
	if err != nil {
		return nil, Notes{}, errors.Join(err, r.laid.Close())
	}
	open := r.openRanges()
	return t, Notes{Warnings: slices.Concat(r.warn(t), open.warn(), warnMissing(missing)), Missing: missing, Open: open}, nil
}

// read makes the trace.
func (r *reader) read(o Options) (*trace.Trace, error) {
	if err := r.findFlows(); err != nil {
		return nil, err
	}
	if err := r.readNVTX(); err != nil {
		return nil, err
	}
	if err := r.readCUDA(); err != nil {
		return nil, err
	}
	if o.OSCalls {
		if err := r.readOS(); err != nil {
			return nil, err
		}
	}
	t := &trace.Trace{Flows: r.flows.n}
	if err := r.describe(t); err != nil {
		return nil, err
	}
	if err := r.lay(t); err != nil {
		return nil, err
	}
	t.Names, t.Sorts = r.names.list, r.names.sorts
	if !t.Header.Start.IsZero() {
		t.Header.Start = t.Header.Start.Add(time.Duration(r.first))
	}
	t.Last = r.last
	t.Fault, t.Release = r.laid.Err, r.laid.Close
	t.Events = events(r.items, r.groups)
	return t, nil
}

// events returns the events of tracks, of which so many belong together.
func events(tracks []*spill.List[lanes.Item], groups []int) func() iter.Seq[trace.Event] {
	return func() iter.Seq[trace.Event] {
		return func(yield func(trace.Event) bool) {
			first := 0
			for _, n := range groups {
				sources := make([]lanes.Source, n)
				for i := range sources {
					sources[i] = tracks[first+i].Read()
				}
				if !lanes.EmitFrom(sources, int32(first), yield) {
					return
				}
				first += n
			}
		}
	}
}

// A sorter arranges items.
type sorter = spill.Sorter[lanes.Item]

// A thread is what was found of one.
type thread struct {
	items *sorter // ranges that were pushed, calls and marks
	loose *sorter // start/end ranges
}

// A reader is the state of one Read.
type reader struct {
	e       *nsys.Export
	names   *names
	memory  int          // of a space
	space   *spill.Space // for what is needed to make the trace
	laid    *spill.Space // for the trace
	threads map[nsys.Thread]*thread
	queues  map[nsys.Queue]*sorter
	flows   flows
	pids    map[nsys.Process]int64
	taken   map[int64]bool
	items   []*spill.List[lanes.Item] // by track of the result
	groups  []int                     // how many tracks belong together: those of a thread

	first, last int64 // times of all items
	ranges      int64 // of NVTX
	stop        int64 // when the recording ended; nsys.Null where the export does not tell
	open        nsys.Ending
	backwards   int64 // rows that end before they begin
	crowded     int64 // ranges that no lane took
}

// sorter returns an empty sorter of items.
func (r *reader) sorter() *sorter { return spill.NewSorter(r.space, lanes.Order) }

// thread returns what was found of a thread.
func (r *reader) thread(id nsys.Thread) *thread {
	t := r.threads[id]
	if t == nil {
		t = &thread{r.sorter(), r.sorter()}
		r.threads[id] = t
	}
	return t
}

// farthest is how far from the start a time may be: 73 years.
const farthest = 1 << 61

// possible says whether the times of an item can be.
func possible(start, end int64) bool {
	return end >= start && start >= -farthest && start <= farthest && (end <= farthest || end == lanes.Open)
}

// usable takes note of the times of an item; false when they cannot be.
func (r *reader) usable(x *lanes.Item) bool {
	if !possible(x.Start, x.End) {
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
func (r *reader) readNVTX() error {
	var err error
	if r.stop, err = r.e.Recorded(); err != nil {
		return err
	}
	if err := r.e.EachNVTXDomain(r.names.domain); err != nil {
		return err
	}
	return r.e.EachNVTX(r.event)
}

// event makes an item of an NVTX event with a payload, nil for none.
func (r *reader) event(v *nsys.NVTXEvent, p *nsys.Payload) {
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
		t.loose.Add(x)
	} else {
		t.items.Add(x)
	}
	if x.Rank != lanes.RankMark {
		r.ranges++
		r.endsOpen(v, x.Name)
	}
}

// payload returns the argument that a payload becomes.
func (r *reader) payload(v float64, own bool) (arg int32, number int64) {
	if own && v == math.Trunc(v) && math.Abs(v) < 1<<53 {
		return lanes.IsIndex, int64(v)
	}
	return r.names.add("payload", ""), int64(math.Float64bits(v))
}

// readOS makes items of the calls of the operating system.
func (r *reader) readOS() error {
	return r.e.EachOSCall(func(c *nsys.Call) {
		x := lanes.Item{Start: c.Start, End: c.End, Arg: lanes.NoNumber, Rank: lanes.RankOS}
		if c.End == nsys.Null {
			x.End = lanes.Open
		}
		if r.usable(&x) {
			x.Name = r.names.of(c.Name, trace.SortOS)
			r.thread(c.Thread).items.Add(x)
		}
	})
}

// warn says what is odd.
func (r *reader) warn(t *trace.Trace) []string {
	var list []string
	t.Loss.Ranges = r.backwards + r.crowded
	if r.backwards > 0 {
		list = append(list, fmt.Sprintf("ignored %d rows that end before they begin, or begin decades away", r.backwards))
	}
	if r.crowded > 0 {
		list = append(list, fmt.Sprintf("ignored %d ranges that overlap more than %d others", r.crowded, lanes.MaxLanes))
	}
	if r.ranges == 0 {
		list = append(list, "the export has no NVTX ranges, so there are no phases (nrprof run --nvtx emits NVTX ranges)")
	}
	return list
}
