package vlog

import "github.com/nrkit/nrkit/internal/logline"

// A Log is the content of the messages of XLA in a log.
type Log struct {
	// Messages counts the lines with a prefix of TSL or absl, of any file; Known
	// those that the three files wrote and that are known.
	Messages int64 `json:"messages"`
	Known    int64 `json:"known_messages"`
	// Cut counts known messages that were longer than is kept.
	Cut int64 `json:"cut_messages"`
	// Threads says that prefixes name threads. Where they do not, messages of
	// several threads cannot be told apart.
	Threads bool `json:"threads"`
	// Levels are the highest levels of VLOG that were seen. What a level above
	// would say is unknown, not absent.
	Levels Levels `json:"levels"`
	// Unrecognised counts, for each of the three files, messages that are not
	// known: of another version than those that docs/xla-log.md names.
	Unrecognised []FileCount `json:"unrecognised"`
	// Other counts messages of other files by name; OtherRest those of further
	// files than there is room for.
	Other     []FileCount `json:"other_files"`
	OtherRest int64       `json:"other_files_rest"`
	// Unplaced counts messages of loops that fit to no loop: lines are missing,
	// or those of several threads are mixed.
	Unplaced int64 `json:"unplaced_messages"`
	// Dropped counts what was not kept for lack of room.
	Dropped Dropped `json:"dropped"`

	// Modules are the compilations, in the order in which they begin.
	Modules []*Module `json:"modules"`
	// Loops are the loops that the host ran, in groups; Sample the first ones.
	Loops  []*LoopGroup `json:"loops"`
	Sample []Loop       `json:"loop_sample"`
	// Runs is what happened to command buffers at run time.
	Runs Runs `json:"command_buffer_runs"`

	Warnings []string `json:"warnings"`
}

// Levels are levels of VLOG. A level is 0 if the log has no known message of the
// file.
type Levels struct {
	Conversion    int `json:"command_buffer_conversion_pass"`
	While         int `json:"while_thunk"`
	CommandBuffer int `json:"command_buffer_thunk"`
}

// A FileCount counts messages of a source file.
type FileCount struct {
	File  string `json:"file"` // without folders
	Count int64  `json:"messages"`
	First int64  `json:"first_line"` // of the log
}

// Dropped counts what was not kept.
type Dropped struct {
	Modules int64 `json:"modules"`
	Passes  int64 `json:"passes"`
	Reasons int64 `json:"reasons"` // and steps of passes
	Buffers int64 `json:"command_buffers"`
	Names   int64 `json:"thunk_names"`
	Loops   int64 `json:"loops"`   // of further groups
	Threads int64 `json:"threads"` // messages of further threads
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
	Line   int64          `json:"line"`
	Time   *logline.Stamp `json:"time,omitempty"`
	Thread int64          `json:"thread"` // logline.NoThread where none is printed
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
