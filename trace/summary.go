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
	Schema  string `json:"schema"`            // name of the schema: `phases/v1`
	Source  string `json:"source"`            // name of the file
	Program string `json:"program,omitempty"` // program that recorded the trace; absent if unknown

	// labels that the program recorded. nrprof records `circuit`, `method`,
	// `ordering`, `unknowns`, `sample`, and `residual_test` with the value `off`
	// if `--no-residual-test` is given
	Labels map[string]string `json:"labels,omitempty"`

	// time from the first begin to the last end of a range of any sort: phase,
	// call or work on a device. Threads that run at the same time do not make it
	// longer
	Span int64 `json:"span_ns"`

	RootNS int64 `json:"root_ns"` // sum of the times of all ranges that lie in no other range, over all threads

	// part of `root_ns` in ranges called `recording`, in which the program wrote
	// its ranges. Shares are of `root_ns` without this time. Absent without such
	// ranges
	Recording int64 `json:"recording_ns,omitempty"`

	// CPU time of the thread within the ranges with the argument `cpu_ns`, such as
	// `transient`; absent without such ranges
	CPU int64 `json:"cpu_ns,omitempty"`

	// wall-clock time of the ranges with the argument `cpu_ns`. If it is at least
	// half of `root_ns` and more than 1.1 times `cpu_ns`, a warning says that the
	// machine was busy
	CPUOf int64 `json:"cpu_of_ns,omitempty"`

	// number of timed steps in which the thread lost the processor, by their
	// argument `cpu_ns`; absent without such steps
	PreemptedSteps int64 `json:"preempted_steps,omitempty"`

	PreemptedNS int64 `json:"preempted_ns,omitempty"` // time for which the thread lost the processor in these steps
	Ranges      int64 `json:"ranges"`                 // number of ranges that were read
	Sample      int   `json:"sample"`                 // N, if one time step of N was timed; 1 if all steps were timed

	// mean time of the sampled steps divided by the mean time of all steps but the
	// first. Time in which the thread did not run is subtracted if known. Absent
	// without estimates
	Inflation float64 `json:"inflation,omitempty"`

	Deviation  float64 `json:"inflation_standard_error,omitempty"` // standard error of `inflation`; absent without estimates
	Phases     []Phase `json:"phases"`                             // phases by name, largest total first
	Paths      []Phase `json:"paths"`                              // phases by nesting, as a tree in the order of first use
	Iterations *Unit   `json:"iterations,omitempty"`               // statistics of iterations; absent without iterations
	Steps      *Unit   `json:"steps,omitempty"`                    // statistics of time steps; absent without time steps

	// element k: number of time steps with k iterations; the last element also
	// counts steps with more
	Histogram []int64 `json:"iterations_per_step,omitempty"`

	Regimes      *Regimes `json:"regimes,omitempty"` // parts of the run, which no figure mixes; absent without steps and iterations
	Unattributed int64    `json:"unattributed_ns"`   // time of ranges that contain phases, outside of these phases
	Gaps         []Gap    `json:"unattributed"`      // the same time by place, largest first

	// number of ranges times the measured cost of one range. The times contain
	// this cost; it is smaller if ranges share readings of the clock
	TimerCost int64 `json:"timer_cost_ns"`

	// work on devices and calls of their driver, which are not phases; absent if
	// the trace has none
	Device *DeviceSummary `json:"device,omitempty"`

	// operations of devices and calls of their driver, by name, inside and outside
	// of ranges; absent if the trace has none
	Work *WorkSummary `json:"work,omitempty"`

	Open int64 `json:"open_ranges"` // number of ranges without an end, which count until the last known time

	// number of ranges that the recorder had no room for; the ranges around them
	// contain their time
	Dropped int64 `json:"dropped"`

	Counts Counts `json:"counts"` // exact counts that the program kept, independent of sampling

	// what is doubtful: from the reader, the summary, and the check of nesting and
	// order
	Warnings []string `json:"warnings"`
}

// A Phase is all ranges of one name, or of one place.
type Phase struct {
	Name  string `json:"name"`            // name of the ranges
	Path  string `json:"path,omitempty"`  // names from the root, joined by `/`; only in `paths`
	Depth int    `json:"depth,omitempty"` // depth of the path; absent for roots, whose depth is 0
	Count int64  `json:"count"`           // number of ranges
	Total int64  `json:"total_ns"`        // total time; a range within a range of the same name does not count
	Self  int64  `json:"self_ns"`         // time outside of inner ranges

	// mean time: `total_ns` divided by `count`, estimated if these are. If ranges
	// of one name are nested, it is the mean of all of them
	Mean float64 `json:"mean_ns"`

	// median time. A quantile is the smallest value that such a share of the
	// values does not exceed. It is exact for up to 4096 values of a path, to
	// 0.4 % beyond
	Median int64 `json:"median_ns"`

	P90 int64 `json:"p90_ns"` // 90th percentile of the times
	P99 int64 `json:"p99_ns"` // 99th percentile of the times
	Min int64 `json:"min_ns"` // shortest time
	Max int64 `json:"max_ns"` // longest time

	// `total_ns` divided by `root_ns`, both without `recording`; 0 for `recording`
	// itself
	Share float64 `json:"share"`

	// standard error of `share`, if `share` is an estimate: see
	// docs/formats.md#estimates. Only in `phases`
	ShareError float64 `json:"share_standard_error,omitempty"`

	// part of `total_ns` in which the thread ran on a processor. Only in `paths`
	// whose ranges all have the argument `cpu_ns`: `transient` and
	// `operating_point` of `nrprof run`, and its phases for large systems if every
	// step is timed
	CPU *int64 `json:"cpu_ns,omitempty"`

	// time of device work that calls in these ranges started, on their thread;
	// never scaled. Absent if the trace has no devices
	GPU *int64 `json:"gpu_ns,omitempty"`

	// part of `total_ns` in calls that wait for a device; never scaled. Absent if
	// the trace has no devices
	Wait *int64 `json:"wait_ns,omitempty"`

	Measured  int64 `json:"measured_count,omitempty"` // number of timed ranges, if the count or the times are estimates
	Estimated bool  `json:"estimated,omitempty"`      // true if the times are estimates from the timed steps; absent otherwise

	// true if `count` is an estimate, because the program did not count these
	// ranges; absent if `count` is exact
	CountEstimated bool `json:"count_estimated,omitempty"`

	// standard error of `total_ns`, if `total_ns` is an estimate: see
	// docs/formats.md#estimates. Only in `phases`
	Error float64 `json:"standard_error_ns,omitempty"`
}

// A Unit is what happens again and again: an iteration or a time step.
type Unit struct {
	Count  int64     `json:"count"`     // number of units; exact, except an estimate for a sampled run that was killed
	Timed  int64     `json:"timed"`     // number of timed units; all times below are of these
	Total  int64     `json:"total_ns"`  // total time
	Mean   float64   `json:"mean_ns"`   // mean time
	Median int64     `json:"median_ns"` // median time
	P90    int64     `json:"p90_ns"`    // 90th percentile of the times
	P99    int64     `json:"p99_ns"`    // 99th percentile of the times
	Min    int64     `json:"min_ns"`    // shortest time
	Max    int64     `json:"max_ns"`    // longest time
	Phases []PerUnit `json:"phases"`    // phases within the units
}

// A PerUnit is the part of a phase in a Unit.
type PerUnit struct {
	Name  string  `json:"name"`    // name of the phase
	Count float64 `json:"count"`   // mean number of ranges per unit
	Mean  float64 `json:"mean_ns"` // mean time per unit
	Share float64 `json:"share"`   // share of the time of the units
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
//     median. The windows follow one another without overlap, and all but the
//     first lie in the first half; there is no warm-up beyond the first half, or
//     beyond unit 32768.
//   - Steady is the rest. With fewer than 32 units all but the first are steady,
//     with a warning.
//   - Outside has what lies in no unit, such as the operating point. Totals of
//     phases that contain units, such as transient, contain them here too; self
//     times do not.
type Regimes struct {
	// name of the ranges that the regimes divide: time steps, or iterations
	// without time steps
	Unit string `json:"unit"`

	Cold    Regime `json:"cold"`    // first unit of each track
	WarmUp  Regime `json:"warm_up"` // units after the first, until the time per iteration settles
	Steady  Regime `json:"steady"`  // all later units
	Outside Regime `json:"outside"` // ranges in no unit, such as an operating point

	// units in which the thread lost the processor, except the first unit; no
	// other regime contains them. Absent without such units
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
	Units      int64   `json:"units"`      // number of timed units; all figures below are of these and never scaled
	Iterations int64   `json:"iterations"` // number of iterations in these units
	Total      int64   `json:"total_ns"`   // total time of the units
	Mean       float64 `json:"mean_ns"`    // mean time of a unit
	Median     int64   `json:"median_ns"`  // median time of a unit
	P90        int64   `json:"p90_ns"`     // 90th percentile of the times of units
	P99        int64   `json:"p99_ns"`     // 99th percentile of the times of units
	Phases     []Phase `json:"phases"`     // phases within the regime
}

// A Gap is time of the ranges at one place that is in no phase within.
type Gap struct {
	Path  string  `json:"path"`  // names from the root, joined by `/`
	NS    int64   `json:"ns"`    // unattributed time of the ranges at this path
	Share float64 `json:"share"` // `ns` divided by `root_ns` without `recording`
}

// SummaryOptions say how a trace is read. The zero value is the default.
type SummaryOptions struct {
	Source    string // what Summary.Source says, such as the file
	Step      string // name of the ranges that are time steps; "": timestep
	Iteration string // name of those that are iterations; "": nr_iteration
}
