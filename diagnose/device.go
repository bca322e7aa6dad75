package diagnose

import (
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// none is the index of nothing.
const none = -1

// A deviceLog is what the trace has of devices: calls of their API, the work
// that they launched, and the iterations in which they lie. It is in bounded
// memory and read from its begin to its end.
type deviceLog struct {
	threads []threadID
	calls   *spill.List[apiCall]   // that lie in no other, of one thread after the other, of one in the order of their begins
	work    *spill.Sorter[devWork] // by call, first that of none; of a call in the order of the events
	flows   int64                  // work that a flow leads to
	inner   int64                  // calls that lie in others
	graphs  graphCount

	iterations map[int32]*iterations // by thread
	where      map[place]string      // what Input.where has said
	launchers  []launcher            // by process, the first time
	usages     []usage               // by device, the first time
	cold       *coldLog              // the first time
}

// Iterations are the outermost ranges nr_iteration of a thread.
type iterations struct {
	times *spill.Sorter[Interval] // by their begins
	last  Interval                // the last of times
}

// count returns the number of iterations.
func (i *iterations) count() int {
	if i == nil {
		return 0
	}
	return int(i.times.Len())
}

// A threadID is a thread, whatever lanes its ranges are on.
type threadID struct {
	rank            int32
	process, thread int64
}

// An apiCall is a call of the API of a device.
type apiCall struct {
	Interval
	flow   int64 // none where it has none
	name   int32
	thread int32 // index of threads
	within place
	waits  bool // for a device, it or a call in it
	later  bool // it lies in a unit of its thread that is not the first
}

// A devWork is a piece of work on a device.
type devWork struct {
	Interval
	call   int64   // that launched it, of the calls that lie in no other; none where that is not known
	number int64   // in the order of the events
	flow   int64   // none where it has none
	done   int64   // when its device of its process was through with all that began before
	bytes  float64 // of copies; NaN where not told
	graph  float64 // graph_exec_id; NaN where not told
	name   int32
	track  int32
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
// Cost: a pass over the events the first time, and sorting what it found. Memory:
// bounded; some 200 bytes of a temporary file for each call and each piece of
// work while it is made, 120 then.
func (in *Input) devices() *deviceLog {
	if in.deviceLog == nil {
		s := newDeviceScan(in)
		for e := range in.Trace.Events() {
			if uint(e.Track) < uint(len(in.Trace.Tracks)) {
				s.event(e)
			}
		}
		in.deviceLog = s.finish()
		in.fail(s.space.Err())
		in.fail(s.space.Close())
	}
	return in.deviceLog
}

// A deviceScan makes a deviceLog of events.
type deviceScan struct {
	in        *Input
	log       *deviceLog
	t         *trace.Trace
	space     *spill.Space           // for what is needed to make the log
	calls     *spill.Sorter[apiCall] // by thread and begin, outer ones first
	work      *spill.List[devWork]
	thread    []int32 // by track
	open      [][]openRange
	iteration int32
	byteArg   []bool // by name: is the argument bytes
	unit      int32  // name of what happens again and again; none where there is nothing
	ended     []int  // units by track
	graphArg  []bool
	launches  []bool // by name: launches a CUDA graph
}

// An openRange is one that has not ended.
type openRange struct {
	start, flow  int64
	name         int32
	bytes, graph float64
}

func newDeviceScan(in *Input) *deviceScan {
	t := in.Trace
	space := in.newSpace()
	s := &deviceScan{in: in, log: &deviceLog{iterations: map[int32]*iterations{}, where: map[place]string{}}, t: t,
		space: space, calls: spill.NewSorter(space, outerFirst), work: spill.NewList[devWork](space),
		thread: make([]int32, len(t.Tracks)), open: make([][]openRange, len(t.Tracks)),
		iteration: int32(slices.Index(t.Names, trace.PhaseIteration)), unit: unitName(t), ended: make([]int, len(t.Tracks)),
		byteArg: make([]bool, len(t.Names)), graphArg: make([]bool, len(t.Names)), launches: make([]bool, len(t.Names))}
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
		s.launches[i] = isGraphLaunch(trace.CallName(name))
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
	if r.name == s.unit && s.unit >= 0 {
		s.ended[e.Track]++
	}
	switch sort := s.t.Sort(r.name); {
	case sort == trace.SortAPI || sort == trace.SortSync:
		s.calls.Add(apiCall{Interval: span, name: r.name, thread: thread, waits: sort == trace.SortSync, flow: r.flow,
			within: s.place(e.Track), later: s.ended[e.Track] > 0 && s.inside(e.Track, depth, s.unit)})
	case trace.OnDevice(sort):
		s.work.Append(devWork{Interval: span, name: r.name, track: e.Track, call: none, number: s.work.Len(), flow: r.flow, bytes: r.bytes, graph: r.graph})
	case r.name == s.iteration && s.iteration >= 0 && !s.inside(e.Track, depth, s.iteration):
		l := s.log.iterations[thread]
		if l == nil {
			l = &iterations{times: s.in.intervals()}
			s.log.iterations[thread] = l
		}
		l.times.Add(span)
		if l.times.Len() == 1 || span.Start >= l.last.Start {
			l.last = span
		}
	}
}

// inside says whether a range of that name is open on the track below a depth.
func (s *deviceScan) inside(track int32, depth int, name int32) bool {
	return slices.ContainsFunc(s.open[track][:depth], func(r openRange) bool { return r.name == name })
}

// isGraphLaunch says whether a call launches a CUDA graph, by its [trace.CallName].
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
func (in *Input) graphs() graphCount { return in.devices().graphs }
