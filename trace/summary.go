package trace

// A Summary is the table of phases of a trace: phases/v1.
//
// Times are ns. The total of a phase includes the ranges within the phase. Self is
// the time outside of these ranges, so that the self times of all phases add up to
// the roots, the ranges that lie in no other. A quantile is the smallest value that
// the given share of the values does not exceed. It is exact up to 4096 values of a
// path, and within 0.4 % beyond.
//
// If the trace is sampled, everything that lies in a time step is scaled and marked
// as estimated, as [Estimate] says. Distributions cover only what was timed.
//
// Shares are shares of [Summary.Worked], which leaves out the ranges called
// recording: in these ranges the program wrote its ranges.
//
// Ranges of devices and calls of libraries are no phases. Their time is reported as
// GPU and Wait of the phases around them, and the time of the calls is part of the
// self time of these phases.
type Summary struct {
	Schema         string            `json:"schema"` // "phases/v1"
	Source         string            `json:"source"`
	Program        string            `json:"program,omitempty"`
	Labels         map[string]string `json:"labels,omitempty"`
	Span           int64             `json:"span_ns"`                   // from the begin of the first range of any sort to the end of the last
	RootNS         int64             `json:"root_ns"`                   // all roots together
	Recording      int64             `json:"recording_ns,omitempty"`    // of it ranges were written, which is no time of the program
	CPU            int64             `json:"cpu_ns,omitempty"`          // the thread ran on a processor, of CPUOf
	CPUOf          int64             `json:"cpu_of_ns,omitempty"`       // ranges whose CPU time is known
	PreemptedSteps int64             `json:"preempted_steps,omitempty"` // timed time steps in which the thread lost the processor
	PreemptedNS    int64             `json:"preempted_ns,omitempty"`    // for so long
	Ranges         int64             `json:"ranges"`                    // that were read
	Sample         int               `json:"sample"`                    // 1 of so many time steps was timed
	Inflation      float64           `json:"inflation,omitempty"`       // how many times as long as all steps on average the timed ones took; where they are some
	Deviation      float64           `json:"inflation_standard_error,omitempty"`
	Phases         []Phase           `json:"phases"` // by name, largest total first
	Paths          []Phase           `json:"paths"`  // by nesting, as a tree in order of first use
	Iterations     *Unit             `json:"iterations,omitempty"`
	Steps          *Unit             `json:"steps,omitempty"`
	Histogram      []int64           `json:"iterations_per_step,omitempty"` // [k]: steps with k iterations; the last element also has those with more
	Regimes        *Regimes          `json:"regimes,omitempty"`
	Unattributed   int64             `json:"unattributed_ns"`
	Gaps           []Gap             `json:"unattributed"`     // the same by place, largest first
	TimerCost      int64             `json:"timer_cost_ns"`    // ranges × cost of one; contained in the times, and less where ranges share readings of the clock
	Device         *DeviceSummary    `json:"device,omitempty"` // nil when the trace has nothing of devices
	Work           *WorkSummary      `json:"work,omitempty"`   // likewise
	Open           int64             `json:"open_ranges"`      // counted until the last time known
	Dropped        int64             `json:"dropped"`
	Counts         Counts            `json:"counts"`
	Warnings       []string          `json:"warnings"`
}

// A Phase is all ranges of one name, or of one place.
type Phase struct {
	Name           string  `json:"name"`
	Path           string  `json:"path,omitempty"` // names from the root, joined by "/"; of Paths only
	Depth          int     `json:"depth,omitempty"`
	Count          int64   `json:"count"`
	Total          int64   `json:"total_ns"` // of ranges that are not in one of the same name
	Self           int64   `json:"self_ns"`
	Mean           float64 `json:"mean_ns"` // of all ranges, whatever lies in whatever: Total by Count where none lies in one of the same name
	Median         int64   `json:"median_ns"`
	P90            int64   `json:"p90_ns"`
	P99            int64   `json:"p99_ns"`
	Min            int64   `json:"min_ns"`
	Max            int64   `json:"max_ns"`
	Share          float64 `json:"share"`                          // Total by [Summary.Worked], both without recording
	ShareError     float64 `json:"share_standard_error,omitempty"` // of Share, where it is estimated
	CPU            *int64  `json:"cpu_ns,omitempty"`               // of Total, the thread ran on a processor; of Paths whose ranges say so
	GPU            *int64  `json:"gpu_ns,omitempty"`               // work on devices that the ranges launched; nil when the trace has nothing of devices
	Wait           *int64  `json:"wait_ns,omitempty"`              // of Total: in calls that wait for a device; nil likewise
	Measured       int64   `json:"measured_count,omitempty"`       // ranges timed, where Count and times are estimated
	Estimated      bool    `json:"estimated,omitempty"`
	CountEstimated bool    `json:"count_estimated,omitempty"`   // Count is an estimate, too; else it is exact
	Error          float64 `json:"standard_error_ns,omitempty"` // of Total, where it is estimated
}

// A Unit is what happens again and again: an iteration or a time step.
type Unit struct {
	Count  int64     `json:"count"`    // exact
	Timed  int64     `json:"timed"`    // of them
	Total  int64     `json:"total_ns"` // of those timed
	Mean   float64   `json:"mean_ns"`
	Median int64     `json:"median_ns"`
	P90    int64     `json:"p90_ns"`
	P99    int64     `json:"p99_ns"`
	Min    int64     `json:"min_ns"`
	Max    int64     `json:"max_ns"`
	Phases []PerUnit `json:"phases"` // what lies in it
}

// A PerUnit is the part of a phase in a Unit.
type PerUnit struct {
	Name  string  `json:"name"`
	Count float64 `json:"count"`   // per unit
	Mean  float64 `json:"mean_ns"` // per unit
	Share float64 `json:"share"`   // of the unit
}

// Regimes are parts of a run that are never put together. The unit is the time step,
// or the iteration if there are no steps; each track has its own units.
//
//   - Cold is the first unit: it has the first factorisation, page faults and
//     other things that happen once.
//   - WarmUp are the units after it until their time settles: x is the time of
//     a unit by its number of iterations, and it has settled at the first
//     window of 16 units whose median of x lies between the 10th and 90th
//     percentile of x in the second half of the units, or within 5 % of its
//     median. The windows follow one another without overlap; there is no
//     warm-up beyond the first half, or beyond unit 32768.
//   - Steady is the rest. With fewer than 32 units all but the first are steady,
//     with a warning.
//   - Outside has what lies in no unit, such as the operating point. Totals of
//     phases that contain units, such as transient, contain them here too; self
//     times do not.
type Regimes struct {
	Unit    string `json:"unit"`
	Cold    Regime `json:"cold"`
	WarmUp  Regime `json:"warm_up"`
	Steady  Regime `json:"steady"`
	Outside Regime `json:"outside"`

	// Preempted are the units, besides the first, in which the thread lost the
	// processor: they are in no other regime. nil without any.
	Preempted *Regime `json:"preempted,omitempty"`
}

// Worked is the time of the roots without recording. It is 100 % of the shares.
func (s *Summary) Worked() int64 { return s.RootNS - s.Recording }

// Slowed is how many times its CPU time the solver's thread took; 0 when unknown.
func (s *Summary) Slowed() float64 {
	if !s.CPUTells() {
		return 0
	}
	return ratio(float64(s.CPUOf), float64(s.CPU))
}

// CPUTells reports whether the CPU time is known for at least half of the time. If a
// run was killed, the CPU time of its transient is not known.
func (s *Summary) CPUTells() bool { return s.CPUOf > 0 && 2*s.CPUOf >= s.RootNS }

// A Regime is one of them. Its figures are of what was timed, never scaled.
type Regime struct {
	Units      int64   `json:"units"`
	Iterations int64   `json:"iterations"`
	Total      int64   `json:"total_ns"` // of the units
	Mean       float64 `json:"mean_ns"`
	Median     int64   `json:"median_ns"`
	P90        int64   `json:"p90_ns"`
	P99        int64   `json:"p99_ns"`
	Phases     []Phase `json:"phases"`
}

// A Gap is time of the ranges at one place that is in no phase within.
type Gap struct {
	Path  string  `json:"path"`
	NS    int64   `json:"ns"`
	Share float64 `json:"share"` // of [Summary.Worked]
}

// SummaryOptions say how a trace is read. The zero value is the default.
type SummaryOptions struct {
	Source    string // what Summary.Source says, such as the file
	Step      string // name of the ranges that are time steps; "": timestep
	Iteration string // name of those that are iterations; "": nr_iteration
}
