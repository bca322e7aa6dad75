package diagnose

import (
	"iter"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/hlo"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// An Input is everything that is known about a run. Trace and Summary are always
// set; without a trace they have no event. The other parts are nil, or empty, if
// they are not known.
type Input struct {
	NoTrace    bool            // the input has no trace: see WithoutTrace
	Summarized bool            // the input is a summary of captures: see FromSummary
	Source     string          // name of the file of the trace, for evidence
	Trace      *trace.Trace    // all files as one
	Summary    *trace.Summary  // phases/v1
	Problems   []trace.Problem // what trace.Check says
	Ranks      []Rank          // the files by themselves, where there are several
	Keys       []Keys          // identities, one for each file
	Exit       *Exit           // how the program ended
	Ending     *Ending         // what was open when a recording of Nsight Systems ended; nil for other traces
	Run        *RunCounts      // what run/v1 says
	Analysis   *Analysis       // what analyze/v1 says of its matrices
	XLA        *vlog.Log       // what XLA logged of command buffers and loops
	JAX        *jaxlog.Log     // what JAX logged of compilations
	HLO        []*hlo.Module   // the program of the device, as text
	Compiled   *CompiledFor    // what XLA logged of code for another CPU
	Profiler   []Overhead      // time that a profiler says it took for itself; nil when it does not say
	Loading    []Overhead      // time that the driver says it took to load and compile code, apart from its calls; nil when it does not say
	Missing    []Missing       // what a profiler says that it may have lost
	Solvers    *solvers.Run    // calls of sparse solvers; nil if the trace has none
	Captured   *SolverMatrices // what the matrices say that were captured with these calls; nil without them
	Warnings   []string        // what is doubtful about the parts

	XLASource, JAXSource string // names of the files of XLA and JAX, for evidence

	// Memory is how many bytes of what rules keep of each call, work or range are
	// in memory at a time, nearly; the rest is in a temporary file. 0: spill.Limit.
	Memory int

	deviceLog  *deviceLog // by devices, the first time
	launchLog  *spill.Sorter[threadWork]
	phaseTimes map[string]threadTimes // by name of the phase
	loops      *syncLoops
	space      *spill.Space // of all these
	err        error        // the first of a temporary file

	first, last int64 // time of the first and the last event; ns
	totals      []Total
	unclosed    int64 // ranges without an end on tracks of threads that lie in no other
	roots       int64 // ranges that lie in no other and have an end
}

// A Rank is one of several files.
type Rank struct {
	Number  int32 // as Track.Rank
	Source  string
	Summary *trace.Summary
}

// An Exit is how a program ended.
type Exit struct {
	Code   int    // as shells give it, 128+n for signal n; or -n for signal n
	Source string // who says so
}

// An Overhead is the work of a profiler for itself under one name, or additional
// work of a driver.
type Overhead struct {
	Name   string
	Times  iter.Seq[Interval] // when, by any thread; it is read several times
	Source string
}

// A Missing is something that a profiler says it may have lost, without a number.
type Missing struct {
	Text   string // its words
	Count  int64  // how often it says so
	Source string
}

// A Total is what all closed ranges of one name took.
type Total struct {
	Count int64
	NS    int64 // from begin to end, all of them; those inside of others of the name count too
	Self  int64 // in no range inside
}

// NewInput returns the input of a trace alone. The trace is read three times.
func NewInput(t *trace.Trace, source string) *Input {
	in := &Input{Source: source, Trace: t}
	in.Summary, in.Problems = trace.Examine(t, trace.SummaryOptions{Source: source})
	in.scan()
	keys, warnings := KeysOf(t, source)
	in.Keys, in.Warnings = []Keys{keys}, warnings
	in.Exit = ExitOf(t, source)
	return in
}

// ExitOf returns how the program of a trace ended, or nil if the trace does not say.
func ExitOf(t *trace.Trace, source string) *Exit {
	if t.Header.Exit == nil {
		return nil
	}
	return &Exit{Code: *t.Header.Exit, Source: source + ": exit_code of the header"}
}

// scan reads the events for what is asked often.
func (in *Input) scan() {
	in.totals = make([]Total, len(in.Trace.Names))
	in.first, in.last = 1<<63-1, -1<<63
	depth := make([]int, len(in.Trace.Tracks))
	var open trace.Stacks
	for e := range in.Trace.Events() {
		in.first, in.last = min(in.first, e.Time), max(in.last, e.Time)
		if uint(e.Track) >= uint(len(depth)) {
			continue // Problems has it
		}
		r, ok := open.Next(e)
		if e.Kind == trace.Begin {
			depth[e.Track]++
		}
		if !ok {
			continue
		}
		depth[e.Track]--
		if depth[e.Track] == 0 {
			in.roots++
		}
		if uint(r.Name) < uint(len(in.totals)) {
			t := &in.totals[r.Name]
			t.Count++
			t.NS += max(r.End-r.Start, 0)
			t.Self += max(r.Self, 0)
		}
	}
	for _, d := range depth {
		if d > 0 {
			in.unclosed++
		}
	}
	if in.last < in.first {
		in.first, in.last = 0, 0
	}
	in.last = max(in.last, in.Trace.Last)
}

// records returns where the records are that rules keep of each call, work or
// range.
func (in *Input) records() *spill.Space {
	if in.space == nil {
		in.space = in.newSpace()
	}
	return in.space
}

// newSpace returns memory for records, which the caller closes.
func (in *Input) newSpace() *spill.Space {
	if in.Memory > 0 {
		return spill.New(in.Memory)
	}
	return spill.New(spill.Limit)
}

// fail notes the first error of a temporary file.
func (in *Input) fail(err error) {
	if in.err == nil {
		in.err = err
	}
}

// release gives back what the rules kept, and returns the first error of a
// temporary file.
func (in *Input) release() error {
	if in.space != nil {
		in.fail(in.space.Err())
		in.fail(in.space.Close())
	}
	err := in.err
	in.deviceLog, in.launchLog, in.phaseTimes, in.loops, in.space, in.err = nil, nil, nil, nil, nil, nil
	return err
}

// Start returns the time of the first event, ns.
func (in *Input) Start() int64 { return in.first }

// Span returns how long the trace is: from its first event to its last, or to
// when the program was last known to be alive; ns.
func (in *Input) Span() int64 { return in.last - in.first }

// Total returns the time of the closed ranges with the name.
func (in *Input) Total(name int32) Total {
	if uint(name) < uint(len(in.totals)) {
		return in.totals[name]
	}
	return Total{}
}

// Cost returns ns as the cost of a finding, limited to the range from 0 to the
// length of the trace: time that several threads spend at once is saved once.
func (in *Input) Cost(ns int64) *int64 {
	ns = min(max(ns, 0), in.Span())
	return &ns
}

// Phases returns evidence from the table of phases; key is the path of a figure
// in phases/v1, as jq takes it.
func (in *Input) Phases(text string, value float64, unit, key string) Evidence {
	return Evidence{Text: text, Value: value, Unit: unit, Source: in.Source + ": phases/v1 " + key}
}

// Phase returns the row of the phase with the name, and false if there is no such
// phase.
func (in *Input) Phase(name string) (trace.Phase, bool) {
	for _, p := range in.Summary.Phases {
		if p.Name == name {
			return p, true
		}
	}
	return trace.Phase{}, false
}
