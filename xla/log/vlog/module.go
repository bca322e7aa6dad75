package vlog

// A Module is one compilation of an HLO module, as far as the pass that makes
// command buffers reports it.
type Module struct {
	Place
	Name string `json:"name"`
	// Nth counts the compilations of modules of this name, from 1.
	Nth int `json:"nth"`
	// Enabled are the types of commands that may become part of a command
	// buffer, of the first pass. Collectives is absent where XLA prints none.
	Enabled     []string `json:"enabled_commands"`
	Collectives []string `json:"enabled_collectives,omitempty"`
	// Removed are types that were asked for and that toolkit or driver are too
	// old for.
	Removed []RemovedCommand `json:"removed_commands"`
	// Passes are the runs of the pass: the first on the module, each further one
	// on the body of a loop, or on a branch of a conditional, that could not
	// become part of a command buffer as a whole.
	Passes []*Pass `json:"passes"`
	// Blockers are what kept thunks out of command buffers.
	Blockers []Blocker `json:"blockers"`
	// Control are the loops and conditionals that became part of a command
	// buffer as a whole, or did not.
	Control []Control `json:"control_flow"`

	closed bool
	hashes map[uint64]bool // of command buffers
}

// A RemovedCommand is a type of commands that was removed.
type RemovedCommand struct {
	Command string `json:"command"`
	Toolkit string `json:"toolkit_version"`
	Driver  string `json:"driver_version"`
	Line    int64  `json:"line"`
}

// A Pass is one run of the pass on a sequence of thunks.
type Pass struct {
	Place
	// Nested says that the pass is on a part of the module. It is absent where
	// this cannot be known.
	Nested *bool `json:"nested,omitempty"`
	// Buffers are the command buffers it made.
	Buffers []*Buffer `json:"command_buffers"`
	// Reasons are the messages on thunks that stay out. They count messages, not
	// thunks: a thunk in a loop is looked at once for the loop, and again in the
	// body.
	Reasons []*Reason `json:"reasons"`

	inner  bool
	ended  bool    // inner: what was taken for its command buffers are its own
	before *Reason // nested: the message right before, nil when there was none
	steps  []step
	known  map[reasonID]*Reason // Reasons
}

// A step is what the log tells of a pass, in order.
type step struct {
	reason *Reason // a message on a thunk that stays out
	buffer *Buffer // thunks that were put together
	small  bool    // thunks that were too few
	nested bool    // a pass on a part, before what was collected is put together
	line   int64
}

// A Buffer is a command buffer.
type Buffer struct {
	Line   int64    `json:"line"`
	Name   string   `json:"name,omitempty"` // "" where XLA prints none
	Thunks []string `json:"thunks"`
	Cut    bool     `json:"cut,omitempty"` // Thunks lacks some
}

// A Reason is why thunks of one kind stay out.
type Reason struct {
	Kind    Kind   `json:"reason"`
	Thunk   string `json:"thunk_kind"`
	Command string `json:"command,omitempty"` // type that is not enabled
	Text    string `json:"text,omitempty"`
	Count   int64  `json:"messages"`
	First   int64  `json:"first_line"`
}

// A Certainty says how sure an inference is.
type Certainty string

// Certainties.
const (
	Logged   Certainty = "logged"   // a message says so
	Certain  Certainty = "certain"  // follows from the order of messages
	Likely   Certainty = "likely"   // another explanation needs an unusual module
	Possible Certainty = "possible" // messages of nested sequences cannot be told apart
)

// SilentCall is the kind of a blocker that logs nothing. Without a message XLA
// leaves out three kinds of instructions: FFI and custom calls whose handler is not
// registered as compatible with command buffers, collectives in an async pair that
// is not closed, and ragged all-to-all without its flags. The first is by far the
// most frequent.
const SilentCall = "custom_call"

// A Blocker is something that kept thunks out of command buffers.
type Blocker struct {
	// Thunk is the kind of the thunk, such as kCopy, or [SilentCall].
	Thunk     string    `json:"thunk_kind"`
	Kind      Kind      `json:"reason,omitempty"` // "" for SilentCall
	Command   string    `json:"command,omitempty"`
	Messages  int64     `json:"messages"`
	Certainty Certainty `json:"certainty"`
	// Line is that of the first message; for SilentCall, that of the command
	// buffer or pass after which the call lies.
	Line int64 `json:"line"`
	// After and Before are the thunks around a SilentCall, where it lies between
	// command buffers. What the HLO has between them was left out: [Between].
	After  string `json:"after,omitempty"`
	Before string `json:"before,omitempty"`
	// InBody says that the call is in the body or the condition of a loop, or in
	// a branch of a conditional.
	InBody bool `json:"in_body,omitempty"`
}

// A Control is a loop or conditional of a module.
type Control struct {
	// Line is that of the pass on its body, or of the command buffer it is in.
	Line int64 `json:"line"`
	// Kind is while, conditional, or control where it may be either.
	Kind      string `json:"kind"`
	Name      string `json:"name,omitempty"`
	Converted bool   `json:"converted"`
	// Why is the reason that the last message before gives; absent where there
	// was none, which is how a [SilentCall] shows.
	Why       *Reason   `json:"why,omitempty"`
	Certainty Certainty `json:"certainty"`
}

// Between returns the names in order that lie between two other names. If order is
// the instructions of the computation in the order of the schedule, these are the
// instructions that a SilentCall left out. It is empty if order does not have both
// names, in this order.
func Between(order []string, after, before string) []string {
	from := -1
	for k, name := range order {
		switch {
		case name == after:
			from = k + 1
		case name == before && from >= 0:
			return order[from:k]
		}
	}
	return nil
}
