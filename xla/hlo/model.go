package hlo

// Formats of modules.
const (
	FormatHLO       = "hlo"
	FormatStableHLO = "stablehlo" // any MLIR
)

// A Module is the parts of a program.
type Module struct {
	File   string `json:"file"`
	Line   int    `json:"line"` // where the module begins, from 1
	Name   string `json:"name"`
	Format string `json:"format"`
	// Optimized says that this is what runs: the instructions are scheduled,
	// or there are fusions. Trip counts and launches are known of such alone.
	Optimized  bool  `json:"optimized"`
	Partitions int64 `json:"partitions"` // devices that share the work, 1 without SPMD
	Replicas   int64 `json:"replicas"`   // number of replicas

	Entry        string        `json:"entry"` // name of the computation that is executed; "" when there is none
	Computations []Computation `json:"computations"`
	Ops          int64         `json:"ops"` // of all computations, each once
	OpCounts     []OpCount     `json:"op_counts"`

	// Launches is nil of a module that is not optimised, or has no entry.
	Launches *Launches `json:"launches,omitempty"`

	// Whiles are in the order in which executing the entry gets to them, those
	// that it does not get to behind them.
	Whiles       []While       `json:"whiles"`
	Conditionals []Conditional `json:"conditionals"`
	CustomCalls  []CustomCall  `json:"custom_calls"`
	Collectives  []OpCount     `json:"collectives"` // by opcode; a start and its done are one
	Phases       []Phase       `json:"phases"`
	NoPhase      int64         `json:"ops_without_phase"`

	DTypes         []DType `json:"dtypes"`
	DynamicShapes  int64   `json:"dynamic_shapes"`  // operations of whose result a dimension is not known
	Constants      int64   `json:"constants"`       // number of constants in all computations, each counted once
	ConstantBytes  int64   `json:"constant_bytes"`  // size of the constants in all computations, each counted once
	Parameters     int64   `json:"parameters"`      // number of parameters of the entry
	ParameterBytes int64   `json:"parameter_bytes"` // size of the parameters of the entry

	Skipped  int64     `json:"skipped_lines"` // lines that are nothing known
	Warnings []Warning `json:"warnings"`      // what is doubtful about the module

	index map[string]int // of the first computation of a name
}

// Computation returns the first computation with the name, or nil if no computation
// has it.
func (m *Module) Computation(name string) *Computation {
	if k, ok := m.index[name]; ok {
		return &m.Computations[k]
	}
	return nil
}

// An OpCount says how often an operation occurs.
type OpCount struct {
	Op    string `json:"op"`
	Count int64  `json:"count"` // number of operations
}

// Kinds of computations: what uses them.
const (
	KindEntry       = "entry"
	KindBody        = "body"      // of a while
	KindCondition   = "condition" // of a while
	KindBranch      = "branch"    // of a conditional
	KindCalled      = "called"    // by call, or of async-start
	KindFusion      = "fusion"    // one kernel, or few
	KindApplied     = "applied"   // to elements: the sum of a reduce, the order of a sort
	KindRegion      = "region"    // of another operation of MLIR
	KindUnreachable = "unused"    // by nothing
)

// A Computation is a function of HLO, or a function or region of MLIR. The name of a
// region is a path: main/%4/do is the region do of the operation that gives %4 in
// the function main.
type Computation struct {
	Name     string    `json:"name"` // name of the computation
	Kind     string    `json:"kind"`
	Line     int       `json:"line"`      // line of the computation in the file, from 1
	Ops      int64     `json:"ops"`       // number of operations
	OpCounts []OpCount `json:"op_counts"` // most first, then by name
}

// Launches estimates how much work one execution of the entry gives to the device:
// kernels, copies, collectives and calls of libraries, which are the thunks of XLA
// that launch something. A fusion, a custom call, a copy and every other instruction
// outside of fusions counts as one. Parameters, constants, tuples and their
// elements, bitcasts, the done of a start, and instructions that only order or
// annotate do not count. while, conditional and call count the instructions in them,
// but not themselves.
//
// A custom call may launch many kernels, a fusion with a large reduction two, and a
// command buffer launches all its work at once: the estimate counts the program, not
// the requests to the driver.
type Launches struct {
	// AtLeast takes a while without a known trip count for one iteration,
	// and of a conditional the branch with fewest launches.
	AtLeast int64 `json:"at_least"`
	// AtMost takes the branch with most; nil when there is a while without a
	// known trip count.
	AtMost      *int64 `json:"at_most,omitempty"`
	Fusions     int64  `json:"fusions"`      // part of `at_least` in fusions
	CustomCalls int64  `json:"custom_calls"` // part of `at_least` in custom calls
	Copies      int64  `json:"copies"`       // part of `at_least` in copies
	Collectives int64  `json:"collectives"`  // part of `at_least` in collectives
	Other       int64  `json:"other"`        // part of `at_least` in other operations
}

// A Source says where in the user's program an operation comes from, as far as
// the file says.
type Source struct {
	OpName string `json:"op_name,omitempty"`     // path of `named_scope` and primitives; absent if the file has none
	File   string `json:"source_file,omitempty"` // source file of the operation; absent if the file has none
	Line   int64  `json:"source_line,omitempty"` // line in the source file; absent if the file has none
	Phase  string `json:"phase,omitempty"`       // phase in `op_name`; absent if it names none
}

// A While is a loop.
type While struct {
	Name        string `json:"name"`
	Computation string `json:"computation"` // that has the loop
	Line        int    `json:"line"`        // line in the file, from 1
	Condition   string `json:"condition"`   // computation of the condition
	Body        string `json:"body"`        // computation of the body
	// TripCount is known_trip_count of its configuration, nil when that does
	// not say.
	TripCount *int64 `json:"trip_count,omitempty"`
	// Reachable says that executing the entry can get here. Depth and Outer
	// are of that way: how many loops are around this one, and the innermost
	// of them, "" for none.
	Reachable bool   `json:"reachable"`
	Depth     int    `json:"depth"`
	Outer     string `json:"outer,omitempty"`
	// Captured says that the loop is in a computation that older XLA made a
	// command buffer of, named command_buffer….
	Captured bool `json:"in_command_buffer"`
	// Executions is how often the loop is begun at least, where the
	// conditionals around it take its branch: the trip counts of the loops
	// around it multiplied, 1 for an unknown one.
	Executions   int64     `json:"executions_at_least"`
	BodyOps      int64     `json:"body_ops"`       // number of operations in the body itself, without what it runs
	BodyOpCounts []OpCount `json:"body_op_counts"` // operations in the body itself by opcode, most first
	// BodyLaunches is Launches.AtLeast of one iteration with its condition,
	// nil of a module that is not optimised.
	BodyLaunches *int64 `json:"body_launches_at_least,omitempty"`
	// CustomCalls are the targets of the custom calls in the body and what it
	// runs, sorted, a hundred at most. One that is not made for command buffers keeps the loop
	// out of them.
	CustomCalls []string `json:"custom_calls"`
	// Syncs says that on a GPU each iteration waits for the device, unless
	// the loop becomes part of a command buffer when the thunks are made; see
	// [SyncRisk]. It is false where trip counts are not known yet, as the
	// module is not optimised.
	Syncs bool `json:"syncs_each_iteration"`
	Source
}

// SyncRisk says what a loop with [While.Syncs] costs.
const SyncRisk = "on a GPU, each iteration of a while without known_trip_count copies its predicate to the host and blocks the host, unless the while becomes a WhileCmd of a command buffer"

// BranchRisk says what a conditional costs.
const BranchRisk = "on a GPU, each execution of a conditional copies its predicate to the host and blocks the host, unless the conditional becomes a command of a command buffer"

// A Conditional chooses one of several computations.
type Conditional struct {
	Name        string   `json:"name"`                // name of the instruction, or its first result in MLIR
	Computation string   `json:"computation"`         // computation that contains the conditional
	Line        int      `json:"line"`                // line in the file, from 1
	Branches    []string `json:"branches"`            // computations, in the order of the file
	Reachable   bool     `json:"reachable"`           // true if executing the entry can reach the conditional
	Outer       string   `json:"outer,omitempty"`     // innermost loop around the conditional; absent without one
	Captured    bool     `json:"in_command_buffer"`   // true if the conditional is in a computation that older XLA made a command buffer
	Executions  int64    `json:"executions_at_least"` // least number of executions, as for a while
	Source
}

// A CustomCall is a target of custom calls, by its name.
type CustomCall struct {
	Target string `json:"target"` // target of the calls
	Count  int64  `json:"count"`  // of instructions
	// InLoops counts those that are in a loop, InUnknownLoops those in a loop
	// without a known trip count.
	InLoops        int64 `json:"in_loops"`
	InUnknownLoops int64 `json:"in_loops_without_trip_count"`
}

// A Phase is what op_name says to be part of a phase of a solver. A fusion has
// the op_name of one of the operations in it: the attribution is approximate.
type Phase struct {
	Phase string `json:"phase"` // name of the phase
	Ops   int64  `json:"ops"`   // each computation once
	// Launches is its part of Launches.AtLeast, nil without that.
	Launches *int64 `json:"launches_at_least,omitempty"`
}

// A DType is an element type under its name in HLO.
type DType struct {
	Type string `json:"type"`
	// Results counts the operations that give one array of the type; tuples
	// and several results are not counted.
	Results int64 `json:"results"`
	Float   bool  `json:"float"` // real or complex, of any width
}

// A Warning says what is doubtful. Code is a short stable word.
type Warning struct {
	Code  string `json:"code"`
	Line  int    `json:"line"`
	Msg   string `json:"message"`
	Count int64  `json:"count"` // how often; Line and Msg are of the first
}
