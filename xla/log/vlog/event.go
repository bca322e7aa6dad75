package vlog

import "github.com/nrkit/nrkit/internal/logline"

// A Kind says what a message is about.
type Kind string

// The kinds of messages; the file that writes them, its VLOG level, and which
// fields of [Event] they set.
const (
	// command_buffer_conversion_pass.cc
	Config        Kind = "config"         // 1: the pass starts on a sequence; Module, Commands, Collectives
	Removed       Kind = "removed"        // 1: toolkit or driver too old; Command, Toolkit, Driver
	Unsupported   Kind = "unsupported"    // 2: no command for this kind of thunk; Thunk
	Disabled      Kind = "disabled"       // 2: the flag does not name the type; Thunk, Command
	Filtered      Kind = "filtered"       // 2: a collective that the filter leaves out; Thunk
	TooSmall      Kind = "too_small"      // 2: fewer thunks than xla_gpu_graph_min_graph_size; Thunk
	Inconvertible Kind = "inconvertible"  // 2: another reason; Thunk, Reason
	Split         Kind = "split"          // 2: ROCm starts another command buffer here; Name, Reason
	Graph         Kind = "graph"          // 2: where the graph of a command buffer can be seen; Name, Reason
	Create        Kind = "command_buffer" // 2: a command buffer; Name, Thunks

	// while_thunk.cc
	TripCount Kind = "trip_count" // 2: a loop whose number of iterations is known; N
	Iteration Kind = "iteration"  // 3: of such a loop; N
	Condition Kind = "condition"  // 3: a loop whose condition is read back each time; N
	Result    Kind = "result"     // 3: of the condition; True
	Body      Kind = "body"       // 3: N
	Break     Kind = "break"      // 3: the loop ends after N iterations

	// command_buffer_thunk.cc
	Profiling Kind = "profiling" // 1: runs thunk by thunk because a profiler is active
	// ProfilingStart is Profiling before the execution, which has a message of its own.
	ProfilingStart Kind = "profiling_start" // 1
	WarmUp         Kind = "warm_up"         // 2: runs thunk by thunk the first time
	Initialize     Kind = "initialize"      // 3: records before an execution; Size, Reason where printed
	Recorded       Kind = "recorded"        // 3: ends Initialize, or the first Update; Micros, Size, Reason
	Update         Kind = "update"          // 3: records again; N executions since the last time, Size, Allocs
	Updated        Kind = "updated"         // 3: ends Update; Micros, Size, Reason
	Execute        Kind = "execute"         // 3: N executions since the last update
	Evict          Kind = "evict"           // 3: N thunks with command buffers
	Evicted        Kind = "evicted"         // 3: N command buffers
)

// An Event is one message that is known.
type Event struct {
	Line   int64          // in the log, from 1
	Time   *logline.Stamp // nil where none is printed
	Thread int64          // NoThread where none is printed
	Device int            // NoDevice where none is printed
	File   string         // source file, without folders
	Source int            // line in File
	Level  int            // of VLOG

	Kind        Kind
	Module      string
	Name        string   // of a command buffer or thunk, "" where older versions print none
	Commands    []string // types of commands that are enabled, sorted
	Collectives []string // nil where older versions print none
	Command     string   // type of a command: WHILE
	Thunk       string   // kind of a thunk: kWhile
	Thunks      []string // names in a command buffer, in their order
	Toolkit     string   // version
	Driver      string   // version
	Reason      string
	N           int64
	True        bool
	First       bool  // Update: nothing had been recorded yet
	Size        int64 // commands in the command buffer
	Allocs      int64 // allocations that moved
	Micros      int64
	Cut         bool // the line was longer than is kept; Thunks lacks some
}

// What messages have that name no device or no thread.
const (
	NoDevice = -1
	NoThread = logline.NoThread
)

// The source files whose messages are known, without folders.
const (
	conversionFile = "command_buffer_conversion_pass.cc"
	whileFile      = "while_thunk.cc"
	bufferFile     = "command_buffer_thunk.cc"
)

// parse reads a message of one of the known files; known is false for a file
// that is none of them, ok for a message that is not known.
func parse(base, message string) (e Event, known, ok bool) {
	e = Event{Device: NoDevice, Thread: NoThread}
	switch base {
	case conversionFile:
		ok = e.conversion(message)
	case whileFile:
		ok = e.loop(message)
	case bufferFile:
		ok = e.buffer(message)
	default:
		return e, false, false
	}
	return e, true, ok
}
