package solvers

import (
	"fmt"
	"math"
	"sort"

	"github.com/nrkit/nrkit/trace"
)

// recording names the ranges in which calls are recorded.
const recording = trace.PhaseRecording

// Read returns the calls of watched functions in a trace; nil if the trace has none.
//
// Begin and end of a call are a range of the domain nrkit.solvers; the rest is the
// payload of this range. Data that is damaged or missing is counted in Run.Loss.
//
// Cost: one pass over the events and one over the blobs of t; O(n log n) for n calls
// of several threads. Memory: a Call per call, and 84 bytes per call during Read.
//
// Read returns the error of reading the trace, and an error if there are more than
// 2³¹ − 1 calls.
func Read(t *trace.Trace) (*Run, error) {
	r := newReader(t)
	if !r.any {
		return nil, t.Err()
	}
	if err := r.ranges(); err != nil {
		return nil, err
	}
	if t.Blobs != nil {
		r.blobs()
	}
	if err := t.Err(); err != nil {
		return nil, err
	}
	if len(r.run.Calls) == 0 {
		return nil, nil
	}
	r.functions()
	r.order()
	r.nest()
	r.number()
	r.replay()
	r.run.iterations()
	return r.run, nil
}

// Kinds of names.
const (
	nameOther = iota
	nameCall
	nameRecording
)

// A reader makes a run of a trace.
type reader struct {
	trace  *trace.Trace
	run    *Run
	kinds  []uint8 // by name
	any    bool    // a name is that of a call
	tracks []trackReader
	raw    []pointers // by call
	rows   []int32    // by call: index of the function in Run.Functions; -1 unknown
	spans  []span     // of recording

	processes map[process]int32
	schemas   map[schemaKey]uint8
	ids       map[uint64]uint8 // schemas of any process
	tables    tables
	pending   []pendingBlob
	bytes     int // of pending
	byThread  [][]int32
}

// A process is one of several inputs.
type process struct {
	rank int32
	pid  int64
}

// A trackReader is the state of a track.
type trackReader struct {
	thread  int32   // index of Run.Threads; -1 if none
	process int32   // number of the process
	open    []int32 // what the open ranges are: a call, openOther or openRecording
	inner   int32   // innermost open call; -1 if none
	depth   int     // open ranges of recording
	begin   int64   // of recording
	last    int64   // time of the last event
	ends    []int32 // calls in the order of their ends
	next    int     // in ends: the first one without data, as long as payloads are in order
}

const (
	openOther     = -1
	openRecording = -2
)

// A span is a time of recording on a track.
type span struct {
	track      int32
	begin, end int64
}

func newReader(t *trace.Trace) *reader {
	r := &reader{trace: t, run: &Run{}, kinds: make([]uint8, len(t.Names)), tracks: make([]trackReader, len(t.Tracks)),
		processes: map[process]int32{}, schemas: map[schemaKey]uint8{}, ids: map[uint64]uint8{schemaCallID: kindCall, schemaTableID: kindTable}}
	for k, name := range t.Names {
		switch _, ok := functionOf(name); {
		case ok:
			r.kinds[k], r.any = nameCall, true
		case name == recording || name == Domain+":"+recording:
			r.kinds[k] = nameRecording
		}
	}
	for k, tr := range t.Tracks {
		key := process{tr.Rank, tr.Process}
		if _, ok := r.processes[key]; !ok {
			r.processes[key] = int32(len(r.processes))
		}
		r.tracks[k] = trackReader{thread: -1, process: r.processes[key], inner: -1, last: math.MinInt64}
	}
	return r
}

// ranges makes the calls from the ranges of the trace.
func (r *reader) ranges() error {
	for e := range r.trace.Events() {
		if uint(e.Track) >= uint(len(r.tracks)) {
			continue
		}
		k := &r.tracks[e.Track]
		k.last = max(k.last, e.Time)
		switch e.Kind {
		case trace.Begin:
			r.begin(k, &e)
		case trace.End:
			r.end(k, e.Track)
		}
		if len(r.run.Calls) == math.MaxInt32 {
			return fmt.Errorf("the trace has more than %d solver calls", math.MaxInt32-1)
		}
		r.run.End = max(r.run.End, k.last)
	}
	r.run.End = max(r.run.End, r.trace.Last)
	r.raw, r.rows = make([]pointers, len(r.run.Calls)), make([]int32, len(r.run.Calls))
	for k := range r.run.Calls {
		r.rows[k] = -1
		if c := &r.run.Calls[k]; c.Has(Open) {
			c.End = r.run.End
			r.run.Loss.Open++
		}
	}
	return nil
}

// begin opens a range.
func (r *reader) begin(k *trackReader, e *trace.Event) {
	kind := uint8(nameOther)
	if uint(e.Name) < uint(len(r.kinds)) {
		kind = r.kinds[e.Name]
	}
	switch kind {
	case nameOther:
		k.open = append(k.open, openOther)
	case nameRecording:
		if k.depth++; k.depth == 1 {
			k.begin = k.last
		}
		k.open = append(k.open, openRecording)
	case nameCall:
		if k.thread < 0 {
			tr := r.trace.Tracks[e.Track]
			k.thread = int32(len(r.run.Threads))
			r.run.Threads = append(r.run.Threads, Thread{Rank: tr.Rank, Process: tr.Process, ID: tr.Thread, Name: tr.Name, track: e.Track})
		}
		call := int32(len(r.run.Calls))
		r.run.Calls = append(r.run.Calls, Call{Begin: k.last, Function: e.Name, Thread: k.thread, Parent: k.inner,
			N: -1, Rows: -1, NNZ: -1, NRHS: -1, Status: Unknown, Selector: Unknown, Iteration: -1, Flags: Open | NoData})
		k.inner = call
		k.open = append(k.open, call)
	}
}

// end closes the innermost range of a track.
func (r *reader) end(k *trackReader, track int32) {
	n := len(k.open) - 1
	if n < 0 {
		return
	}
	what := k.open[n]
	k.open = k.open[:n]
	switch {
	case what >= 0:
		c := &r.run.Calls[what]
		c.End = k.last
		c.Flags &^= Open
		k.inner = c.Parent
		k.ends = append(k.ends, what)
	case what == openRecording:
		if k.depth--; k.depth == 0 && k.last > k.begin {
			r.spans = append(r.spans, span{track, k.begin, k.last})
		}
	}
}

// find returns the call that ended on a track at a time and has no data yet, with the
// name of the range if there are several; -1 if there is none.
func (r *reader) find(track int32, time int64, name int32) int32 {
	k := &r.tracks[track]
	if k.next < len(k.ends) {
		c := k.ends[k.next]
		if x := &r.run.Calls[c]; x.End == time && x.Has(NoData) && (x.Function == name || name < 0) {
			k.next++
			return c
		}
	}
	at := sort.Search(len(k.ends), func(i int) bool { return r.run.Calls[k.ends[i]].End >= time })
	found := int32(-1)
	for ; at < len(k.ends) && r.run.Calls[k.ends[at]].End == time; at++ {
		c := k.ends[at]
		x := &r.run.Calls[c]
		if !x.Has(NoData) {
			continue
		}
		if x.Function == name {
			found, k.next = c, at+1
			break
		}
		if found < 0 {
			found, k.next = c, at+1
		}
	}
	return found
}
