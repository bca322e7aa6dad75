package trace

import (
	"encoding/json"
	"iter"
	"time"
)

// A Trace is a sequence of events with the tables they refer to. Readers make
// it; exporters and summaries consume it.
type Trace struct {
	Header Header
	Names  []string // of ranges, counters and arguments; Event.Name indexes it
	Sorts  []string // by name: SortAPI and so on, "" for ranges of the program; nil if all are ranges of the program
	Tracks []Track  // Event.Track indexes it
	Counts Counts   // exact counts, kept whatever was timed
	Loss   Loss

	// Missing says where on the tracks something of Loss is missing, as far as that
	// is known: of each track in order of time.
	Missing []Missing

	Last int64 // ns: the program was alive then, whether or not an event says so; 0 when unknown

	// EndKey is the identity of the run at its end, and Header.Key the identity at
	// its start: documents key/v1 of package runkey. EndKey is nil if it was not
	// set, for example because the program was killed.
	EndKey json.RawMessage

	// Events yields the events: of one track in the order they happened, of several
	// tracks interleaved in any way. It can be called again, but not by two
	// goroutines at once. Err returns its error.
	Events func() iter.Seq[Event]

	Processes []Process // names of the processes that are not called Header.Program

	Flows int64        // there are flows 0 to Flows-1
	Fault func() error // for Err: the error of Events, except errors in the file of a capture; nil if Events has no errors

	Release func() error // frees at Close what is not the file of a capture, such as a temporary file; may be nil

	// Blobs yields data that a program attached to events and that no reader
	// understands. It is nil without such data. The rules for Events hold for Blobs.
	Blobs func() iter.Seq[Blob]

	file  *file // where Events reads; nil when the events are in memory
	spilt error // error of a temporary file of Summarize, for Err
}

// Header is the identity of a trace.
type Header struct {
	Program string            `json:"program"`             // name of the program, such as "nrprof run c6288"
	Host    string            `json:"host,omitempty"`      // empty when not recorded
	PID     int64             `json:"pid,omitempty"`       // process that recorded; 0 when unknown
	Start   time.Time         `json:"start"`               // wall-clock time of time 0
	Sample  int               `json:"sample,omitempty"`    // 1 of so many time steps is timed; 0 or 1 when all are
	Labels  map[string]string `json:"labels,omitempty"`    // what the program says of the run: circuit, method, ordering …
	Clock   string            `json:"clock,omitempty"`     // where the times come from, such as "tsc" or "monotonic"
	TimerNS float64           `json:"timer_ns,omitempty"`  // measured cost of one range pair in ns; 0 when unknown
	Key     json.RawMessage   `json:"key,omitempty"`       // identity of the run at its start: a document key/v1 of package runkey; nil when unknown
	Exit    *int              `json:"exit_code,omitempty"` // the program ended with, 128 and the number of a signal where one ended it; nil when unknown
}

// A Track is a sequence of ranges that nest: a thread of a process, or a stream of a
// context of a device.
type Track struct {
	Process int64 // pid
	Thread  int64 // tid; a number below 0 if the thread of the ranges is not known
	Device  int32 // -1 when the track is not on a device
	Context int32
	Stream  int32
	Name    string // for people
	Rank    int32  // of the process among several inputs; 0 for a single input
	Lane    int32  // distinguishes tracks with the same identity whose ranges overlap; 0 for the first
}

// A Process names a process.
type Process struct {
	ID   int64 // pid
	Rank int32
	Name string
}

// ProcessName returns the name of the process of a track: the program of the
// header unless Processes says otherwise.
func (t *Trace) ProcessName(tr Track) string {
	for _, p := range t.Processes {
		if p.ID == tr.Process && p.Rank == tr.Rank {
			return p.Name
		}
	}
	return t.Header.Program
}

// Kind says what an Event is.
type Kind uint8

const (
	Begin   Kind = iota // a range opens inside the innermost open one; Index numbers it
	End                 // the innermost open range closes
	Counter             // the counter Name has Value from now on
	Arg                 // the innermost open range has the argument Name with Value
	Instant             // something happened
	FlowOut             // the innermost open range starts the flow Index; Name is -1
	FlowIn              // the flow Index ends in the innermost open range; Name is -1
)

// Sorts of ranges that are no phases: calls of a program, and work of a device.
// Calls have a flow out, and work on a device has a flow in from the call that
// launched it.
const (
	SortAPI    = "api"    // call of the CUDA runtime or driver
	SortSync   = "sync"   // such a call that waits for a device
	SortOS     = "osrt"   // call of a library of the operating system
	SortKernel = "kernel" // on a device, as those below
	SortMemcpy = "memcpy"
	SortMemset = "memset"
	SortGraph  = "graph" // a CUDA graph as a whole
)

// OnDevice says whether ranges of that sort are work on a device.
func OnDevice(sort string) bool {
	switch sort {
	case SortKernel, SortMemcpy, SortMemset, SortGraph:
		return true
	}
	return false
}

// Sort returns the sort of the ranges called name, "" for ranges of the program.
func (t *Trace) Sort(name int32) string {
	if uint(name) < uint(len(t.Sorts)) {
		return t.Sorts[name]
	}
	return ""
}

// NoIndex is the Index of a range that has no number.
const NoIndex = -1 << 63

// An Event is one thing that happened on a track.
type Event struct {
	Time  int64 // ns from the start of the trace
	Index int64 // Begin: number of the step, iteration …, or NoIndex
	Value float64
	Track int32
	Name  int32 // of End: the name of the range it closes, or -1 when nothing is open
	Kind  Kind
}

// Counts are exact numbers of what a program did, by name, such as "nr_iterations",
// and histograms of small integers, such as the number of time steps by their number
// of iterations. Text holds remarks on them for people, such as which unknown
// blocked convergence.
type Counts struct {
	// counts by name: the keys of `counts` of run/v1; `timesteps`: attempts at a
	// time point; `cpu_ns` as in run/v1; `preempted_steps` and `preempted_ns`:
	// timed steps in which the thread lost the processor, and for how long
	Number map[string]int64 `json:"number,omitempty"`

	Histogram map[string][]int64 `json:"histogram,omitempty"` // histograms by name: `iterations_per_step`. Element k counts the value k

	// tables by name: `blocked`, `models`, and `calls`, which counts all ranges
	// per phase, timed or not
	Table map[string][]Row `json:"table,omitempty"`

	Wall int64 `json:"wall_ns,omitempty"` // time of the counted work; absent if unknown
}

// A Row is one line of a table of counts.
type Row struct {
	Name  string `json:"name"`  // name of the unknown, model or phase
	Count int64  `json:"count"` // number of iterations, devices or ranges, by table

	// its time; in the table `models`, mean time of one evaluation. Absent if not
	// measured
	NS int64 `json:"ns,omitempty"`

	// in the table `blocked`, the number of the unknown, from 0, to which the
	// argument `blocked_by` of iterations refers. The table has the 200 unknowns
	// that blocked most. Absent in older captures, and if merged captures disagree
	Index *int64 `json:"index,omitempty"`
}
