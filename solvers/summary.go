package solvers

import (
	"cmp"
	"slices"
)

// A Summary is what the calls of a run add up to. All times are host time.
type Summary struct {
	Calls   int64 `json:"calls"`   // number of calls. An open call counts, with its time until the end of the capture
	Threads int64 `json:"threads"` // number of threads that call a watched function

	// time from the first call to the end of the last call on a thread, added over the
	// threads, without recording. Calls at the end of a thread that only free something
	// count with their own time, because programs free their solver long after its use
	Span int64 `json:"span_ns"`

	Solver  int64 `json:"solver_ns"`  // part of `span_ns` in the solver: the phases for which `solver` is true
	Outside int64 `json:"outside_ns"` // part of `span_ns` in no call, or directly in a call of phase `newton`, `integrate` or `other`: the program outside the solver

	// part of `span_ns` in calls of the phases `function evaluation` and `jacobian
	// evaluation`; 0 if no such function is watched
	Evaluation int64 `json:"evaluation_ns"`

	Recording int64   `json:"recording_ns"` // time in which nrprof recorded calls, between the first and the last call; not in `span_ns`
	Share     float64 `json:"solver_share"` // `solver_ns` divided by `span_ns`

	// how many times faster the part of the run from the first to the last call gets
	// if the solver costs nothing (Amdahl's law): 1 / (1 − `solver_share`). Absent if
	// the share is 1, and for several threads, which may wait for each other
	Bound float64 `json:"solver_bound,omitempty"`

	Phases     []PhaseTime       `json:"phases"`               // time per phase, most time first
	Functions  []FunctionTime    `json:"functions"`            // time per function and phase, most time first
	Reuse      Reuse             `json:"reuse"`                // what was computed how often
	Patterns   []PatternUse      `json:"patterns"`             // what was computed for each pattern of a matrix: the 20 patterns with the most time, most time first
	Iterations *IterationSummary `json:"iterations,omitempty"` // iterations of a Newton solver; absent if there are none

	Incomplete Loss `json:"incomplete"` // what is missing in the data of calls
}

// A PhaseTime is the time of a phase. Time belongs to the innermost call.
type PhaseTime struct {
	Phase  string  `json:"phase"`     // name of the phase, such as `factor`
	Solver bool    `json:"solver"`    // whether the time is time of the solver
	Calls  int64   `json:"calls"`     // number of calls; a call inside a call of the same phase does not count
	Total  int64   `json:"total_ns"`  // time of the phase, without the time of other phases inside
	Share  float64 `json:"share"`     // `total_ns` divided by `span_ns` of the summary
	Mean   float64 `json:"mean_ns"`   // `total_ns` per call
	Median int64   `json:"median_ns"` // median of the same time per call
}

// A FunctionTime is the time of a function in a phase.
type FunctionTime struct {
	Function string  `json:"function"`       // symbol of the function
	Library  string  `json:"library"`        // name of its library; empty if unknown
	Phase    string  `json:"phase"`          // phase of these calls
	Calls    int64   `json:"calls"`          // number of calls
	Left     int64   `json:"left,omitempty"` // number of calls that an exception or longjmp left; absent for 0
	Total    int64   `json:"total_ns"`       // time from begin to end, with the watched calls inside and without recording
	Self     int64   `json:"self_ns"`        // part of `total_ns` in no watched call inside
	Share    float64 `json:"share"`          // `self_ns` divided by `span_ns` of the summary
	Mean     float64 `json:"mean_ns"`        // `total_ns` per call
	Median   int64   `json:"median_ns"`      // median of the same time per call
}

// A Reuse says what was computed how often, and for how many matrices.
type Reuse struct {
	// number of different patterns of matrices; 0 if patterns are not known. Forms of
	// one matrix that a library passes on to another library are one pattern
	Patterns int64 `json:"patterns"`

	Values int64 `json:"values"` // number of different values of matrices; 0 if values are not known
	Work
}

// A Work counts what calls do. Nested calls that do one thing count once.
type Work struct {
	Analyses         int64 `json:"analyses"`         // number of analyses
	Factorisations   int64 `json:"factorisations"`   // number of factorisations with new pivots
	Refactorisations int64 `json:"refactorisations"` // number of factorisations with the pivots of an earlier factorisation

	// number of calls that solve with a factorisation. In iterations, a call of phase
	// `linear solve` counts as one solve, with all calls inside
	Solves int64 `json:"solves"`
}

// A PatternUse says what was computed for a pattern.
type PatternUse struct {
	Pattern int64  `json:"pattern"`           // number of the pattern, from 1, in order of appearance
	Hash    string `json:"hash"`              // hash of the pattern, in hexadecimal
	Sampled bool   `json:"sampled,omitempty"` // true if the hash is from a sample of the pattern; absent otherwise
	N       int64  `json:"n"`                 // columns; −1 if unknown
	Rows    int64  `json:"rows"`              // rows; −1 if unknown
	NNZ     int64  `json:"nnz"`               // stored entries; −1 if unknown
	Values  int64  `json:"values"`            // number of different values with this pattern
	Work
	Total int64 `json:"total_ns"` // time of the solver in calls on this pattern
}

// An IterationSummary counts the iterations of Newton solvers.
type IterationSummary struct {
	Count     int64 `json:"count"`     // number of iterations
	Inferred  int64 `json:"inferred"`  // number of iterations that no library reports: one or more factorisations and the solves with them
	Solutions int64 `json:"solutions"` // number of calls of phase `newton`, which solve nonlinear equations; 0 if no such function is watched

	// number of calls of phase `integrate`, which take steps of a time integration; 0
	// if no such function is watched
	Integrations int64 `json:"integrations"`

	Work
	Solver int64 `json:"solver_ns"` // time of the solver in the iterations
}

// Summarize adds up the calls of a run.
//
// Cost: O(n log n) for n calls. Memory: 40 bytes per call.
func Summarize(r *Run) *Summary {
	s := &Summary{Calls: int64(len(r.Calls)), Threads: int64(len(r.Threads)), Incomplete: r.Loss}
	for _, t := range r.Threads {
		s.Span += t.Last - t.First - t.Recording
		s.Recording += t.Recording
	}
	for k := range r.Calls {
		c := &r.Calls[k]
		if c.Begin >= r.Threads[c.Thread].Last {
			s.Span += c.Exclusive
		}
		switch {
		case c.Phase.OfSolver():
			s.Solver += c.Exclusive
		case c.Phase == PhaseFunction || c.Phase == PhaseJacobian:
			s.Evaluation += c.Exclusive
		}
	}
	s.Outside = s.Span - s.Solver - s.Evaluation
	s.Share = quotient(s.Solver, s.Span)
	if s.Share < 1 && s.Threads == 1 {
		s.Bound = 1 / (1 - s.Share)
	}
	s.Phases, s.Functions = r.phaseTimes(s.Span), r.functionTimes(s.Span)
	s.Reuse, s.Patterns = r.reuse()
	s.Iterations = r.iterationSummary()
	return s
}

func quotient(a, b int64) float64 {
	if b <= 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// times are the times of calls, for their sum and median.
type times struct {
	total int64
	list  []int64
}

func (t *times) add(ns int64) {
	t.total += ns
	t.list = append(t.list, ns)
}

// mean and median return 0 if there are no times.
func (t *times) mean() float64 { return quotient(t.total, int64(len(t.list))) }

func (t *times) median() int64 {
	n := len(t.list)
	if n == 0 {
		return 0
	}
	slices.Sort(t.list)
	return t.list[(n-1)/2] + (t.list[n/2]-t.list[(n-1)/2])/2
}

// phaseTimes returns the time of each phase.
func (r *Run) phaseTimes(span int64) []PhaseTime {
	own := make([]int64, len(r.Calls)) // ns of the phase of a call in it, for calls that do not repeat another
	var of [256]times
	for k := range r.Calls {
		c := &r.Calls[k]
		outer := int32(k)
		for a := c.Parent; c.Has(Repeats) && a >= 0; a = r.Calls[a].Parent {
			if r.Calls[a].Phase == c.Phase {
				outer = a
			}
		}
		own[outer] += c.Exclusive
	}
	for k := range r.Calls {
		if c := &r.Calls[k]; !c.Has(Repeats) {
			of[c.Phase].add(own[k])
		}
	}
	list := []PhaseTime{}
	for p := range of {
		if t := &of[p]; len(t.list) > 0 {
			list = append(list, PhaseTime{Phase(p).String(), Phase(p).OfSolver(), int64(len(t.list)), t.total, quotient(t.total, span), t.mean(), t.median()})
		}
	}
	slices.SortStableFunc(list, func(a, b PhaseTime) int { return cmp.Compare(b.Total, a.Total) })
	return list
}

// functionTimes returns the time of each function in each phase.
func (r *Run) functionTimes(span int64) []FunctionTime {
	type key struct {
		function int32
		phase    Phase
	}
	type row struct {
		times
		self, left int64
	}
	rows := map[key]*row{}
	var keys []key
	for k := range r.Calls {
		c := &r.Calls[k]
		id := key{c.Function, c.Phase}
		x := rows[id]
		if x == nil {
			x = &row{}
			rows[id] = x
			keys = append(keys, id)
		}
		x.add(c.Time())
		x.self += c.Exclusive
		if c.Has(Left) {
			x.left++
		}
	}
	list := []FunctionTime{}
	for _, id := range keys {
		x, f := rows[id], &r.Functions[id.function]
		list = append(list, FunctionTime{f.Symbol, f.Library, id.phase.String(), int64(len(x.list)), x.left, x.total, x.self, quotient(x.self, span), x.mean(), x.median()})
	}
	slices.SortStableFunc(list, func(a, b FunctionTime) int { return cmp.Compare(b.Self, a.Self) })
	return list
}
