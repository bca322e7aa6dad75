package vlog

// A Module is one compilation of an HLO module, as far as the pass that makes
// command buffers reports it.
type Module struct {
	Place
	Name        string           `json:"name"`                          // name of the module; "" if the log lacks the start
	Nth         int              `json:"nth"`                           // number, from 1, of the compilation among modules of this name
	Enabled     []string         `json:"enabled_commands"`              // types of commands that may become part of a command buffer, from the first pass
	Collectives []string         `json:"enabled_collectives,omitempty"` // collectives that may become part of a command buffer; absent if XLA prints none
	Removed     []RemovedCommand `json:"removed_commands"`              // requested types of commands for which the toolkit or driver is too old

	// runs of the pass: the first on the module, later runs on parts that could
	// not become part of a command buffer as a whole
	Passes []*Pass `json:"passes"`

	Blockers []Blocker `json:"blockers"` // what kept thunks out of command buffers

	// loops and conditionals, and whether they became part of a command buffer as
	// a whole
	Control []Control `json:"control_flow"`

	closed bool
	hashes map[uint64]bool // of command buffers
}

// A RemovedCommand is a type of commands that was removed.
type RemovedCommand struct {
	Command string `json:"command"`         // type of the command
	Toolkit string `json:"toolkit_version"` // version of the toolkit
	Driver  string `json:"driver_version"`  // version of the driver
	Line    int64  `json:"line"`            // line in the log, from 1
}

// A Pass is one run of the pass on a sequence of thunks.
type Pass struct {
	Place
	Nested  *bool     `json:"nested,omitempty"` // true if the pass ran on a part of the module; absent if unknown
	Buffers []*Buffer `json:"command_buffers"`  // command buffers that the pass made

	// messages on thunks that stay out of command buffers. A thunk in a loop can
	// have two messages: one for the loop, one for the body
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
	Line   int64    `json:"line"`           // line in the log, from 1
	Name   string   `json:"name,omitempty"` // name of the command buffer; absent if XLA prints none
	Thunks []string `json:"thunks"`         // names of the thunks, in their order
	Cut    bool     `json:"cut,omitempty"`  // true if `thunks` is incomplete; absent otherwise
}

// A Reason is why thunks of one kind stay out.
type Reason struct {
	// `unsupported`, `disabled` (type not enabled), `filtered` (collective),
	// `too_small`, `inconvertible` or `split`
	Kind Kind `json:"reason"`

	Thunk   string `json:"thunk_kind"`        // kind of the thunk
	Command string `json:"command,omitempty"` // type of command that is not enabled; absent otherwise
	Text    string `json:"text,omitempty"`    // text of the message; absent without one
	Count   int64  `json:"messages"`          // number of messages
	First   int64  `json:"first_line"`        // line of the first message, from 1
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
	// kind of the thunk, such as `kCopy`, or `custom_call` without a message
	//
	// See [SilentCall].
	Thunk string `json:"thunk_kind"`

	Kind     Kind   `json:"reason,omitempty"`  // reason that XLA logs; absent for `custom_call`
	Command  string `json:"command,omitempty"` // type of command that is not enabled; absent otherwise
	Messages int64  `json:"messages"`          // number of messages; thunks in loops have several

	// `logged`: a message says so. `certain`: it follows from the order of
	// messages. `likely`: another explanation needs an unusual module. `possible`:
	// nested messages cannot be distinguished
	Certainty Certainty `json:"certainty"`

	// line of the first message; for `custom_call`, line of the command buffer or
	// pass before the call
	Line int64 `json:"line"`

	// thunk before a `custom_call` between command buffers; absent otherwise
	//
	// XLA left out what the HLO has between After and Before: see [Between].
	After string `json:"after,omitempty"`

	Before string `json:"before,omitempty"` // thunk after a `custom_call` between command buffers; absent otherwise

	// true if the call is in the body or condition of a loop, or in a branch of a
	// conditional; absent otherwise
	InBody bool `json:"in_body,omitempty"`
}

// A Control is a loop or conditional of a module.
type Control struct {
	Line      int64  `json:"line"`           // line of the pass on its body, or of the command buffer that contains it
	Kind      string `json:"kind"`           // `while`, `conditional`, or `control` for either
	Name      string `json:"name,omitempty"` // name of the thunk; absent if XLA prints none
	Converted bool   `json:"converted"`      // true if it became part of a command buffer as a whole

	// reason from the last message before; absent without a message
	//
	// A [SilentCall] leaves no message.
	Why *Reason `json:"why,omitempty"`

	Certainty Certainty `json:"certainty"` // `logged`, `certain`, `likely` or `possible`, as for a blocker
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
