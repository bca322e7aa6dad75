package perfettotest

// A Trace is what trace_processor makes of a file.
type Trace struct {
	Tracks     []*Track          // in the order in which they are described first
	Attributes map[string]string // metadata of the trace
	Losses     []Loss            // in the order of the file
	Lost       int64             // packets, by the statistics
}

// A Track is a track of events, or a counter.
type Track struct {
	UUID, Parent uint64 // Parent is 0 at the root
	Name         string
	Description  string
	Process      *Process
	Thread       *Thread
	Counter      *Counter
	Slices       []*Slice // by begin
	Marks        []Sample // instants
	Samples      []Sample // of a counter

	merged bool // with siblings of its name
	stack  []*Slice
}

// A Process is what a descriptor says of a process.
type Process struct {
	PID     int64
	Name    string
	Command []string
	Labels  []string
}

// A Thread is what a descriptor says of a thread.
type Thread struct {
	PID, TID int64
	Name     string
}

// A Counter is what a descriptor says of a counter.
type Counter struct{ Unit string }

// A Slice is a row of the table slice that is no instant.
type Slice struct {
	Name, Category string
	Start, End     int64 // ns of BOOTTIME; End is -1 of one without an end
	Depth          int
	Args           map[string]string // numbers as fmt prints them
	Out, In        []uint64          // flows
}

// A Sample is the value of a counter from a time on, or an instant.
type Sample struct {
	Time     int64
	Name     string
	Category string
	Value    float64
}

// A Loss is a place where a sequence says that packets were dropped.
type Loss struct {
	Track uint64 // default track of the sequence
	Time  int64  // of the event before
}

// Track returns the track of a uuid, nil when there is none.
func (t *Trace) Track(uuid uint64) *Track {
	for _, tr := range t.Tracks {
		if tr.UUID == uuid {
			return tr
		}
	}
	return nil
}

// Threads returns the tracks of events: those of neither a process nor a
// counter.
func (t *Trace) Threads() []*Track {
	var out []*Track
	for _, tr := range t.Tracks {
		if tr.Process == nil && tr.Counter == nil && !tr.group() {
			out = append(out, tr)
		}
	}
	return out
}

// group says whether the track stands for a process without a usable number.
func (t *Track) group() bool { return t.Thread == nil && t.Parent == 0 }

// Counters returns the counters of a track, by name.
func (t *Trace) Counters(of *Track) map[string]*Track {
	out := map[string]*Track{}
	for _, tr := range t.Tracks {
		if tr.Counter != nil && tr.Parent == of.UUID {
			out[tr.Name] = tr
		}
	}
	return out
}

// Processes returns the processes in order.
func (t *Trace) Processes() []*Process {
	var out []*Process
	for _, tr := range t.Tracks {
		if tr.Process != nil {
			out = append(out, tr.Process)
		}
	}
	return out
}

const (
	typeBegin   = 1
	typeEnd     = 2
	typeInstant = 3
	typeCounter = 4

	flagCleared = 1
	flagNeeds   = 2

	boottime      = 6
	sequenceClock = 64
	lastSequence  = 127
	mergeNone     = 2
	maxDepth      = 512
)
