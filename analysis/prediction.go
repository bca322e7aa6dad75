package analysis

import "github.com/nrkit/nrkit/prediction"

// A Prediction says how long solvers take for the matrix under each ordering, on one
// core, and which setting is the cheapest. A setting is a solver, an ordering and a
// matching.
type Prediction struct {
	Machine PredictedOn `json:"machine"` // the machine for which times are predicted

	// factorizations of one pattern for which the total is counted, by
	// `--factorizations`. The first finds pivots, the others keep these pivots
	Factorizations int64 `json:"factorizations"`

	Solves int64 `json:"solves_per_factorization"` // triangular solves after each factorization, by `--solves`

	// the setting with the least `total` of all settings whose counts are not
	// `at_least` and that are not `if_positive_definite`. The choice is a prediction:
	// no solver ran
	Choice *Setting `json:"choice"`

	RunnerUp *Setting `json:"runner_up,omitempty"` // the next cheapest setting; absent if there is only one

	// all settings, the cheapest first. A solver is absent if it cannot factor the
	// matrix. A setting is absent if `analyze order --for` cannot hand its ordering to
	// the solver
	Settings []*Setting `json:"settings"`

	Threads *Threads `json:"threads,omitempty"` // estimate of what more threads gain; absent without a setting of `lu`, with one factorization, and for large factors
	GPU     *GPU     `json:"gpu,omitempty"`     // estimate of when a GPU is faster; absent with one factorization, and outside of the range of the published times
}

// PredictedOn names the machine of a prediction.
type PredictedOn struct {
	Name string `json:"name"`          // processor, or microarchitecture of a machine that was not calibrated
	Key  string `json:"key,omitempty"` // key of the calibrated machine; absent for a machine of the shipped table

	// true if the times are for the machine on which `analyze` ran; false if
	// `--machine` or `NRKIT_MACHINE` named another machine
	This bool `json:"this_machine"`

	// true if `analyze calibrate` measured the machine. Otherwise the times come
	// from the shipped table, and the intervals are wider
	Calibrated bool `json:"calibrated"`

	// true if other programs disturbed the calibration: the intervals are as wide as
	// without it
	Disturbed bool `json:"disturbed,omitempty"`
}

// predictedOn names the machine of the options.
func predictedOn(o *Options) PredictedOn {
	m := o.Machine
	return PredictedOn{Name: m.Name, Key: m.Key, This: o.ThisMachine, Calibrated: m.Calibrated, Disturbed: m.Disturbed}
}

// A Setting is a solver under an ordering and a matching, with its predicted times.
// The solver takes the ordering as it is handed over.
type Setting struct {
	// `lu` (nrkit's package newton/lu), `klu`, `umfpack`, `superlu` or `cholmod`
	Solver prediction.Solver `json:"solver"`

	// ordering. `own`: the solver is called as it is, and finds its own ordering in
	// its analysis. Its factors are predicted from `amd` inside diagonal blocks
	Method string `json:"method"`

	Matching string `json:"matching"` // matching of rows to columns: `none`, `structural` or `product`

	// how the entries of the factors are known. `exact`: a numeric LU counted them.
	// `predicted`: counted for pivots from the diagonal. `at_most`: an upper bound
	// for such pivots. `at_least`: a numeric LU with off-diagonal pivots was stopped
	// with more entries than predicted, or did not run; the times are then too short.
	// `similar`: a numeric LU counted the entries of an ordering by the same algorithm
	Counts string `json:"counts"`

	// true if the solver factors positive definite matrices only, and no numeric LU
	// found out whether the matrix is; absent otherwise
	IfDefinite bool `json:"if_positive_definite,omitempty"`

	// true if the matrix has more rows, or the factors more entries or flops per entry,
	// than all matrices that the model was fitted to; absent otherwise
	Extrapolated bool `json:"extrapolated,omitempty"`

	Ordering prediction.Interval `json:"ordering"` // time to find the ordering, with blocks and matching; once

	// time of the solver's symbolic analysis with this ordering; once. For `lu`, the
	// time to prepare refactorizations
	Analyze prediction.Interval `json:"analyze"`

	Factor prediction.Interval `json:"factor"` // time of a factorization that finds pivots

	// time of a factorization that keeps the pivots. For a solver that has no such
	// factorization, the time of `factor`
	Refactor prediction.Interval `json:"refactor"`

	// time of the triangular solves for one right-hand side. With one factorization,
	// for `lu`, without the preparation of refactorizations
	Solve prediction.Interval `json:"solve"`

	// `ordering`, `analyze`, `factor`, then `refactor` and `solve` as often as
	// `factorizations` and `solves_per_factorization` ask for. With one factorization,
	// `lu` does without `analyze`. The ends of the interval are the sums of the ends
	Total prediction.Interval `json:"total"`

	ByChoice float64 `json:"total_by_choice"` // `total` divided by the total of `choice`, medians
}

// The values of [Setting.Counts].
const (
	CountsExact     = "exact"     // counted by a numeric LU
	CountsPredicted = "predicted" // for pivots from the diagonal
	CountsAtMost    = "at_most"   // an upper bound for pivots from the diagonal
	CountsAtLeast   = "at_least"  // pivots leave the diagonal, and no numeric LU ran to its end
	CountsSimilar   = "similar"   // counted by a numeric LU under an ordering by the same algorithm
)

// OwnMethod is [Setting.Method] of a solver that finds its own ordering.
const OwnMethod = "own"

// The defaults of the flags --factorizations and --solves: a Newton run.
const (
	DefaultFactorizations = 1000
	DefaultSolves         = 1
)

// known reports whether a setting may be chosen.
func (s *Setting) known() bool { return s.Counts != CountsAtLeast && !s.IfDefinite }

// Solvers returns the cheapest setting of each solver, the cheapest first. Settings with
// counts that are only a lower bound are left out.
func (p *Prediction) Solvers() []*Setting {
	seen := map[prediction.Solver]bool{}
	var list []*Setting
	for _, x := range p.Settings {
		if !seen[x.Solver] && x.Counts != CountsAtLeast {
			seen[x.Solver] = true
			list = append(list, x)
		}
	}
	return list
}

// find returns a setting, or nil if it is not listed.
func (p *Prediction) find(s prediction.Solver, method, matching string) *Setting {
	for _, x := range p.Settings {
		if x.Solver == s && x.Method == method && x.Matching == matching {
			return x
		}
	}
	return nil
}

// same reports whether two settings are one.
func (s *Setting) same(t *Setting) bool {
	return s.Solver == t.Solver && s.Method == t.Method && s.Matching == t.Matching
}

// After is the predicted time of all that comes after the ordering.
func (s *Setting) After() float64 { return s.Total.Seconds - s.Ordering.Seconds }

// cheaper reports whether s is preferred to t once both orders are found.
func (s *Setting) cheaper(t *Setting) bool {
	if s.known() != t.known() {
		return s.known()
	}
	return s.After() < t.After()
}

// total adds up what the setting costs in all.
func (s *Setting) total(factorizations, solves int64) {
	again, each := float64(factorizations-1), float64(factorizations)*float64(solves)
	analyze := s.Analyze
	if s.Solver == prediction.LU && factorizations == 1 {
		analyze = prediction.Interval{} // the factors solve without a Solver
	}
	sum := func(of func(prediction.Interval) float64) float64 {
		return of(s.Ordering) + of(analyze) + of(s.Factor) + again*of(s.Refactor) + each*of(s.Solve)
	}
	s.Total = prediction.Interval{
		Seconds: sum(func(t prediction.Interval) float64 { return t.Seconds }),
		Low:     sum(func(t prediction.Interval) float64 { return t.Low }),
		High:    sum(func(t prediction.Interval) float64 { return t.High }),
	}
}
