package solvers

import (
	"math"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// recording names the ranges in which calls are recorded.
const recording = trace.PhaseRecording

// Read returns the calls of watched functions in a trace; nil if the trace has none.
//
// Begin and end of a call are a range with the name of the function. The rest is the
// payload of this range. A range without such a payload is not a call, with two
// exceptions: ranges without an end, and names with the domain nrkit.solvers in front.
// Data that is damaged or missing is counted in Run.Loss.
//
// Cost: one pass over the events and two over the blobs of t; O(n log n) for n calls
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
	r.drop()
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
	nameCall  // a call if the trace has its data, or if it has no end
	nameSure  // a call in any case
	nameRecording
)

// A reader makes a run of a trace.
type reader struct {
	trace  *trace.Trace
	run    *Run
	kinds  []uint8 // by name
	any    bool    // a name names a call
	tracks []trackReader
	raw    []pointers // by call
	rows   []int64    // by call: row in the table of its process; -1 unknown
	spans  []span     // of recording

	processes map[process]int32
	schemas   map[schemaKey]uint8
	ids       map[uint64]uint8 // schemas of any process
	tables    tables
	symbols   map[string]int32 // number of the name of the ranges of a function
	ranged    []int32          // by function of tables: likewise; -1 if there are none
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
	calls   int     // open calls
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
	r := &reader{trace: t, run: &Run{}, kinds: make([]uint8, len(t.Names)), tracks: make([]trackReader, len(t.Tracks)), symbols: map[string]int32{},
		processes: map[process]int32{}, schemas: map[schemaKey]uint8{}, ids: map[uint64]uint8{schemaCallID: kindCall, schemaSolveID: kindCall, schemaBriefID: kindCall}}
	for k, tr := range t.Tracks {
		key := process{tr.Rank, tr.Process}
		if _, ok := r.processes[key]; !ok {
			r.processes[key] = int32(len(r.processes))
		}
		r.tracks[k] = trackReader{thread: -1, process: r.processes[key], inner: -1, last: math.MinInt64}
	}
	r.names()
	return r
}

// names finds the names of watched functions among the names of the trace.
func (r *reader) names() {
	watched, all := map[string]bool{}, false
	if r.trace.Blobs != nil {
		payloads := r.readTables()
		for k := range r.tables.functions {
			watched[r.tables.functions[k].Symbol] = true
			watched[trace.GroupNumbers(r.tables.functions[k].Symbol)] = true // after trace.Rename with it
		}
		all = payloads && len(watched) == 0
	}
	for k, name := range r.trace.Names {
		symbol, ok := strings.CutPrefix(name, Domain+":")
		switch {
		case symbol == recording:
			r.kinds[k] = nameRecording
		case ok:
			r.kinds[k], r.any = nameSure, true
			r.symbols[symbol] = int32(k)
		case all && r.trace.Sort(int32(k)) == "" || watched[name]:
			r.kinds[k], r.any = nameCall, true
			r.symbols[symbol] = int32(k)
		}
	}
}

// symbolOf returns the symbol of the function that ranges with a name are calls of.
func (r *reader) symbolOf(name int32) string {
	return strings.TrimPrefix(r.trace.Names[name], Domain+":")
}
