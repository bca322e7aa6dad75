package vlog

import "github.com/nrkit/nrkit/internal/logline"

// A Log is the content of the messages of XLA in a log.
type Log struct {
	Messages int64 `json:"messages"`       // number of lines with a prefix of TSL or absl, of any source file
	Known    int64 `json:"known_messages"` // number of known messages of the three source files
	Cut      int64 `json:"cut_messages"`   // number of known messages that were longer than the kept part

	// true if prefixes contain threads; otherwise messages of several threads
	// cannot be distinguished
	Threads bool `json:"threads"`

	// highest VLOG level seen per source file; what higher levels would show is
	// unknown
	Levels Levels `json:"levels"`

	Unrecognised []FileCount `json:"unrecognised"`     // unknown messages of the three source files, per file
	Other        []FileCount `json:"other_files"`      // messages of other source files, per file
	OtherRest    int64       `json:"other_files_rest"` // number of messages of further source files, for lack of room

	// number of messages on loops that fit no open loop: lines are missing or
	// threads are mixed
	Unplaced int64 `json:"unplaced_messages"`

	Dropped Dropped `json:"dropped"` // numbers of items that were not kept for lack of room

	Modules []*Module    `json:"modules"`             // compilations, in the order of their begins
	Loops   []*LoopGroup `json:"loops"`               // loops that the host ran, in groups
	Sample  []Loop       `json:"loop_sample"`         // first 1000 loops that ended
	Runs    Runs         `json:"command_buffer_runs"` // command buffers at run time

	Warnings []string `json:"warnings"` // warnings as sentences
}

// Levels are levels of VLOG. A level is 0 if the log has no known message of the
// file.
type Levels struct {
	Conversion    int `json:"command_buffer_conversion_pass"` // highest level seen of `command_buffer_conversion_pass`; 0 without messages
	While         int `json:"while_thunk"`                    // highest level seen of `while_thunk`; 0 without messages
	CommandBuffer int `json:"command_buffer_thunk"`           // highest level seen of `command_buffer_thunk`; 0 without messages
}

// A FileCount counts messages of a source file.
type FileCount struct {
	File  string `json:"file"`       // name of the source file without folders
	Count int64  `json:"messages"`   // number of messages
	First int64  `json:"first_line"` // line of the first message in the log, from 1
}

// Dropped counts what was not kept.
type Dropped struct {
	Modules int64 `json:"modules"`         // number of modules
	Passes  int64 `json:"passes"`          // number of passes
	Reasons int64 `json:"reasons"`         // number of reasons, and of steps of passes
	Buffers int64 `json:"command_buffers"` // number of command buffers
	Names   int64 `json:"thunk_names"`     // number of names of thunks
	Loops   int64 `json:"loops"`           // number of loops of further groups
	Threads int64 `json:"threads"`         // number of messages of further threads
}

// The room there is. A log of any length takes no more than this.
const (
	maxModules = 4096
	maxPasses  = 65536
	maxReasons = 65536
	maxSteps   = 1 << 20
	maxBuffers = 65536
	maxNames   = 1 << 20  // of thunks in command buffers
	maxText    = 64 << 20 // bytes of these names
	maxWord    = 1000     // bytes of another name
	maxWords   = 200      // types of commands
	maxGroups  = 1024
	maxBins    = 1024 // numbers of iterations of a group
	maxSample  = 1000
	maxFiles   = 1000
	maxThreads = 4096
	maxDepth   = 64 // of loops in loops
	maxDevices = 4096
)

// A Place is where something stands in a log.
type Place struct {
	Line   int64          `json:"line"`           // line in the log, from 1
	Time   *logline.Stamp `json:"time,omitempty"` // time of the message; absent if not printed
	Thread int64          `json:"thread"`         // number of the thread; −1 if not printed
}

// placeOf returns where e stands.
func placeOf(e *Event) Place { return Place{e.Line, e.Time, e.Thread} }

// HostLoops returns how many loops the host ran and how often their bodies ran.
// Loops that may belong to a command buffer that was warming up, or that was
// replaced because of a profiler, are left out. If the trip count of a loop is not
// known, each iteration reads the condition back.
func (l *Log) HostLoops() (loops, iterations int64) {
	for _, g := range l.Loops {
		loops += g.Host.Loops
		iterations += g.Host.Iterations
	}
	return loops, iterations
}
