package diagnose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// none is the index of nothing.
const none = -1

// A deviceLog is what the trace has of devices: calls of their API, the work
// that they launched, and the iterations in which they lie.
type deviceLog struct {
	threads []threadID
	calls   []apiCall // of one thread after the other, of one in the order of their begins
	work    []devWork // in the order of the events
	flows   int64     // work that a flow leads to

	iterations map[int32][]Interval // by thread, outermost ranges nr_iteration in order
}

// A threadID is a thread, whatever lanes its ranges are on.
type threadID struct {
	rank            int32
	process, thread int64
}

// An apiCall is a call of the API of a device.
type apiCall struct {
	Interval
	name   int32
	thread int32 // index of threads
	waits  bool  // for a device
	inner  bool  // lies in another call of the thread
	first  int32 // index of the first work of it and the calls in it, none for none; the others follow by next
	flow   int64 // none where it has none
}

// A devWork is a piece of work on a device.
type devWork struct {
	Interval
	name  int32
	track int32
	call  int32   // that launched it; none where that is not known
	next  int32   // the next work of the call
	flow  int64   // none where it has none
	bytes float64 // of copies; NaN where not told
	graph float64 // graph_exec_id; NaN where not told
}

// A device is one of a process.
type device struct {
	rank    int32
	process int64
	number  int32
}

// device returns the device that some work ran on.
func (in *Input) device(w *devWork) device {
	t := in.Trace.Tracks[w.track]
	return device{t.Rank, t.Process, t.Device}
}

// A stream is one of a context of a device.
type stream struct {
	device
	context, number int32
}

// stream returns the stream that some work ran on.
func (in *Input) stream(w *devWork) stream {
	t := in.Trace.Tracks[w.track]
	return stream{in.device(w), t.Context, t.Stream}
}

// sort returns the sort of some work.
func (in *Input) sort(w *devWork) string { return in.Trace.Sort(w.name) }

// nameOf returns the name of a range, "?" where the trace has none.
func (in *Input) nameOf(name int32) string {
	if uint(name) < uint(len(in.Trace.Names)) {
		return in.Trace.Names[name]
	}
	return "?"
}

// devices returns what the trace has of devices.
//
// Cost: a pass over the events the first time. Memory: some 60 bytes for each
// call and each piece of work.
func (in *Input) devices() *deviceLog {
	if in.deviceLog == nil {
		s := newDeviceScan(in)
		for e := range in.Trace.Events() {
			if uint(e.Track) < uint(len(in.Trace.Tracks)) {
				s.event(e)
			}
		}
		in.deviceLog = s.finish()
	}
	return in.deviceLog
}

// A deviceScan makes a deviceLog of events.
type deviceScan struct {
	log       *deviceLog
	t         *trace.Trace
	thread    []int32 // by track
	open      [][]openRange
	iteration int32
	byteArg   []bool // by name: is the argument bytes
	graphArg  []bool
}

// An openRange is one that has not ended.
type openRange struct {
	start, flow  int64
	name         int32
	bytes, graph float64
}

func newDeviceScan(in *Input) *deviceScan {
	t := in.Trace
	s := &deviceScan{log: &deviceLog{iterations: map[int32][]Interval{}}, t: t,
		thread: make([]int32, len(t.Tracks)), open: make([][]openRange, len(t.Tracks)),
		iteration: int32(slices.Index(t.Names, trace.PhaseIteration)),
		byteArg:   make([]bool, len(t.Names)), graphArg: make([]bool, len(t.Names))}
	known := map[threadID]int32{}
	for i, track := range t.Tracks {
		id := threadID{track.Rank, track.Process, track.Thread}
		n, ok := known[id]
		if !ok {
			n = int32(len(known))
			known[id] = n
			s.log.threads = append(s.log.threads, id)
		}
		s.thread[i] = n
	}
	for i, name := range t.Names {
		s.byteArg[i], s.graphArg[i] = name == "bytes", name == "graph_exec_id"
	}
	return s
}

// event takes an event of a track that there is.
func (s *deviceScan) event(e trace.Event) {
	stack := s.open[e.Track]
	last := len(stack) - 1
	switch e.Kind {
	case trace.Begin:
		s.open[e.Track] = append(stack, openRange{start: e.Time, name: e.Name, flow: none, bytes: math.NaN(), graph: math.NaN()})
	case trace.End:
		if last >= 0 {
			s.open[e.Track] = stack[:last]
			s.end(e, &stack[last], last)
		}
	case trace.FlowOut, trace.FlowIn:
		if last >= 0 && stack[last].flow < 0 {
			stack[last].flow = e.Index
		}
	case trace.Arg:
		switch {
		case last < 0 || uint(e.Name) >= uint(len(s.byteArg)):
		case s.byteArg[e.Name]:
			stack[last].bytes = e.Value
		case s.graphArg[e.Name]:
			stack[last].graph = e.Value
		}
	}
}

// end takes the range that an event ends.
func (s *deviceScan) end(e trace.Event, r *openRange, depth int) {
	span := Interval{r.start, max(e.Time, r.start)}
	thread := s.thread[e.Track]
	switch sort := s.t.Sort(r.name); {
	case sort == trace.SortAPI || sort == trace.SortSync:
		s.log.calls = append(s.log.calls, apiCall{Interval: span, name: r.name, thread: thread, waits: sort == trace.SortSync, first: none, flow: r.flow})
	case trace.OnDevice(sort):
		s.log.work = append(s.log.work, devWork{Interval: span, name: r.name, track: e.Track, call: none, next: none, flow: r.flow, bytes: r.bytes, graph: r.graph})
	case r.name == s.iteration && s.iteration >= 0 && !s.inIteration(e.Track, depth):
		s.log.iterations[thread] = append(s.log.iterations[thread], span)
	}
}

// inIteration says whether an iteration is open on the track below a depth.
func (s *deviceScan) inIteration(track int32, depth int) bool {
	return slices.ContainsFunc(s.open[track][:depth], func(r openRange) bool { return r.name == s.iteration })
}

// finish sorts the calls and joins them with their work.
func (s *deviceScan) finish() *deviceLog {
	l := s.log
	slices.SortStableFunc(l.calls, func(a, b apiCall) int {
		return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.Start, b.Start), -cmp.Compare(a.End, b.End))
	})
	byFlow := map[int64]int32{}
	outer := 0
	for i := range l.calls { // what an inner call does is of the outermost one
		c := &l.calls[i]
		if o := &l.calls[outer]; i > 0 && o.thread == c.thread && c.End <= o.End {
			c.inner = true
			o.waits = o.waits || c.waits
		} else {
			outer = i
		}
		if c.flow >= 0 {
			byFlow[c.flow] = int32(outer)
		}
	}
	for i := len(l.work) - 1; i >= 0; i-- { // so that lists have the first work first
		w := &l.work[i]
		if call, ok := byFlow[w.flow]; ok && w.flow >= 0 {
			w.call, w.next = call, l.calls[call].first
			l.calls[call].first = int32(i)
			l.flows++
		}
	}
	for _, list := range l.iterations {
		slices.SortFunc(list, func(a, b Interval) int { return cmp.Compare(a.Start, b.Start) })
	}
	return l
}

// each calls yield with the work of a call, until it returns false.
func (l *deviceLog) each(c *apiCall) func(yield func(*devWork) bool) {
	return func(yield func(*devWork) bool) {
		for i := c.first; i >= 0; i = l.work[i].next {
			if !yield(&l.work[i]) {
				return
			}
		}
	}
}

// ofThread yields the calls of each thread, with its index.
func (l *deviceLog) ofThread(yield func(thread int32, calls []apiCall) bool) {
	for i := 0; i < len(l.calls); {
		k := i
		for k < len(l.calls) && l.calls[k].thread == l.calls[i].thread {
			k++
		}
		if !yield(l.calls[i].thread, l.calls[i:k]) {
			return
		}
		i = k
	}
}

// isGraphLaunch says whether a call launches a CUDA graph, by its [callName].
func isGraphLaunch(call string) bool {
	switch call {
	case "cudaGraphLaunch", "cuGraphLaunch", "hipGraphLaunch":
		return true
	}
	return false
}

// A graphCount says how CUDA graphs show in a trace.
type graphCount struct {
	launches int64 // calls
	unseen   int64 // of them without work in the trace, though others have some
	whole    int64 // runs that the trace has as one piece of work
	ns       int64 // of them
}

// graphs counts the CUDA graphs of the trace.
func (in *Input) graphs() graphCount {
	l := in.devices()
	var g graphCount
	for i := range l.calls {
		if c := &l.calls[i]; !c.inner && isGraphLaunch(callName(in.nameOf(c.name))) {
			g.launches++
			if c.first < 0 && l.flows > 0 {
				g.unseen++
			}
		}
	}
	for i := range l.work {
		if w := &l.work[i]; in.sort(w) == trace.SortGraph {
			g.whole++
			g.ns += w.End - w.Start
		}
	}
	return g
}

// isReadBack says whether a copy goes from a device to the host.
func isReadBack(name string) bool {
	return strings.HasPrefix(name, "memcpy DtoH") || strings.HasPrefix(name, "memcpy AtoH")
}
