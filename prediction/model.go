package prediction

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"sync"
)

// A Solver names a sparse direct solver.
type Solver string

// The solvers of the model.
const (
	LU      Solver = "lu" // newton/lu
	KLU     Solver = "klu"
	UMFPACK Solver = "umfpack"
	SuperLU Solver = "superlu"
	CHOLMOD Solver = "cholmod"
)

// Solvers returns the solvers of the model.
func Solvers() []Solver { return []Solver{LU, KLU, UMFPACK, SuperLU, CHOLMOD} }

// A Phase names a part of a solver's work.
type Phase string

// The phases of the model. Analyze is the symbolic analysis with a given ordering. A
// refactorization keeps the pivots of an earlier factorization.
const (
	Analyze  Phase = "analyze"
	Factor   Phase = "factor"
	Refactor Phase = "refactor"
	Solve    Phase = "solve"

	// AnalyzeOwn is the analysis with the ordering that the solver chooses by default,
	// the ordering included. Features are of an ordering by amd.
	AnalyzeOwn Phase = "analyze_own"

	// SolveOnce is a solve with the factors of the first factorization of newton/lu, without
	// NewSolver.
	SolveOnce Phase = "solve_once"
)

// Phases returns the phases that every solver has, but for Refactor.
func Phases() []Phase { return []Phase{Analyze, Factor, Refactor, Solve} }

// An Interval is a predicted time. The measured time lies in [Low, High] in 80 of 100
// cases.
type Interval struct {
	Seconds float64 `json:"seconds"`      // median
	Low     float64 `json:"low_seconds"`  // lower end of the interval that holds 80 % of the measured times
	High    float64 `json:"high_seconds"` // upper end of the interval that holds 80 % of the measured times
}

// A Model has the coefficients of all phases. It is safe for use by several goroutines.
type Model struct {
	Phases    map[string]Fit `json:"phases"`    // by solver and phase, such as `klu/refactor`; CHOLMOD by its method, `cholmod-supernodal/factor`
	Orderings map[string]Fit `json:"orderings"` // by name of the ordering

	Kernels  int      `json:"kernels"`   // version of the loops whose times the machines of the fit have
	FittedOn []string `json:"fitted_on"` // microarchitectures of the machines of the fit

	// factor by which both ends of an interval move away from the median on a calibrated
	// machine of another microarchitecture. Measured: each machine of the fit was
	// predicted from the others
	Elsewhere float64 `json:"elsewhere"`

	// the same on a machine that was not calibrated, or whose calibration was disturbed
	Uncalibrated float64 `json:"uncalibrated"`

	Spilled float64 `json:"spilled"` // the same for factors that half of the last cache cannot hold

	Extrapolated float64 `json:"extrapolated"` // the same for features beyond `limits`
	Limits       Limits  `json:"limits"`
}

// Limits are the largest figures of the matrices that a model was fitted to.
type Limits struct {
	Rows          int64   `json:"rows"`            // rows of the matrix
	Entries       int64   `json:"entries"`         // entries of L and U and outside of the diagonal blocks
	FlopsPerEntry float64 `json:"flops_per_entry"` // flops of the factorization for each of these entries
}

// stored returns the entries of L and U and outside of the diagonal blocks.
func (f *Features) stored() int64 { return f.L + f.U - f.Rows + f.OffBlock }

// Extrapolates reports whether a figure of f is beyond every matrix of the fit. Then
// intervals are wider, and the errors are not known.
func (m *Model) Extrapolates(f *Features) bool {
	stored := f.stored()
	return f.Rows > m.Limits.Rows || stored > m.Limits.Entries || f.Flops > m.Limits.FlopsPerEntry*float64(max(1, stored))
}

// width returns the factor by which both ends of an interval move away from the median.
func (m *Model) width(f *Features, machine *Machine) float64 {
	w := 1.0
	if machine.Spills(f) {
		w = math.Max(w, m.Spilled)
	}
	if m.Extrapolates(f) {
		w = math.Max(w, m.Extrapolated)
	}
	switch {
	case !machine.Calibrated || machine.Disturbed:
		w *= m.Uncalibrated
	case !slices.Contains(m.FittedOn, machine.Microarchitecture):
		w *= m.Elsewhere
	}
	return w
}

// Spills reports whether half of the last cache of m cannot hold the factors.
func (m *Machine) Spills(f *Features) bool { return m.spilled(f.bytes("factors")) > 0 }

// A Fit is the model of one phase: a sum of terms, and the spread of its errors.
type Fit struct {
	Terms   []Term   `json:"terms"`
	Spreads []Spread `json:"spreads"` // a spread for each machine of the fit
}

// A Spread has the errors of a model on one machine of the fit.
type Spread struct {
	On   string  `json:"on"`   // microarchitecture
	Low  float64 `json:"low"`  // quantile 0.1 of measured over predicted time, on families left out
	High float64 `json:"high"` // quantile 0.9 of the same
}

// spread returns the errors on a machine of the fit. On other machines, it returns the
// least low and the greatest high end.
func (t Fit) spread(microarchitecture string) (low, high float64) {
	low, high = 1, 1
	for _, s := range t.Spreads {
		if s.On == microarchitecture {
			return s.Low, s.High
		}
		low, high = math.Min(low, s.Low), math.Max(high, s.High)
	}
	return low, high
}

// A Term is a coefficient times a count of the matrix times a unit of the machine.
type Term struct {
	Count       string  `json:"count"`       // a count of [Features], such as `multiply_adds`
	Unit        string  `json:"unit"`        // `update`, `stream`, `latency`, `spilled`, `column`, `dense`, `scalar` or `divide`
	Set         string  `json:"set"`         // working set that selects the memory level; empty for units without levels
	Coefficient float64 `json:"coefficient"` // operations of that unit per count
}

//go:embed coefficients.json
var embedded []byte

var parsed = sync.OnceValue(func() *Model {
	m := &Model{}
	if err := json.Unmarshal(embedded, m); err != nil {
		panic("prediction: embedded coefficients: " + err.Error())
	}
	return m
})

// Default returns the model with the embedded coefficients. Treat it as read-only.
func Default() *Model { return parsed() }

// Has reports whether the model has times of a phase of a solver, of some matrices at least.
func (m *Model) Has(s Solver, p Phase) bool {
	phase := "/" + string(p)
	for _, method := range []string{"", "-supernodal", "-simplicial"} {
		if _, ok := m.Phases[string(s)+method+phase]; ok {
			return true
		}
	}
	return false
}

// Time predicts the time of a phase of a solver on a machine.
//
// It returns false if the solver has no such phase, is not among the solvers of the features
// [Options], or cannot factorise the matrix: CHOLMOD wants a symmetric pattern. UMFPACK and CHOLMOD have no phase Refactor; there
// a refactorization is a factorization.
func (m *Model) Time(s Solver, p Phase, f *Features, machine *Machine) (Interval, bool) {
	fit, ok := m.Phases[string(s)+"/"+string(p)]
	if s == CHOLMOD && p != Analyze {
		fit, ok = m.Phases[string(s)+"-"+f.method()+"/"+string(p)]
	}
	if !ok || !f.counts(s) || s == CHOLMOD && !f.Symmetric {
		return Interval{}, false
	}
	t := m.interval(fit, f, machine)
	floor := 1e-9 * floorOf(s, p, f, machine)
	return Interval{math.Max(t.Seconds, floor), math.Max(t.Low, floor), math.Max(t.High, floor)}, true
}

// floorOf returns a lower bound, in nanoseconds, for predictions beyond the matrices of the
// fit: entries of the factors are read at the rate of the machine. A factorization by columns reads an entry of L for
// each multiply-add, and dense products are done at the dense rate.
func floorOf(s Solver, p Phase, f *Features, machine *Machine) float64 {
	switch p {
	case Solve, SolveOnce:
		return float64(f.L+f.U) * machine.unit("stream", f.bytes("l"))
	case Factor, Refactor:
		if s == LU || s == KLU {
			return f.Flops / 2 * machine.unit("stream", f.bytes("l"))
		}
		return f.count("least_multiply_adds") * machine.Dense
	}
	return 0
}

// OrderingTime predicts the time of an ordering of package ordering/named. In front of
// the name may stand `btf+` for the block triangular form, and `product+` for a matching
// of large entries. Both also have a time by themselves, and `structural` has at most the
// time of `btf`. Alone, `natural` takes no time.
//
// f is of the matrix under amd within the diagonal blocks, as in the fit. It returns
// false for an ordering that the model does not have, such as search, which takes the
// time that it gets.
func (m *Model) OrderingTime(ordering string, f *Features, machine *Machine) (Interval, bool) {
	var sum Interval
	if ordering == "natural" {
		return sum, true
	}
	for part := range strings.SplitSeq(ordering, "+") {
		if part == "structural" {
			part = "btf"
		}
		fit, ok := m.Orderings[part]
		if !ok {
			return Interval{}, false
		}
		t := m.interval(fit, f, machine)
		sum = Interval{sum.Seconds + t.Seconds, sum.Low + t.Low, sum.High + t.High}
	}
	return sum, true
}

func (m *Model) interval(fit Fit, f *Features, machine *Machine) Interval {
	t, w := fit.Seconds(f, machine), m.width(f, machine)
	low, high := fit.spread(machine.Microarchitecture)
	return Interval{Seconds: t, Low: t * math.Min(1, low/w), High: t * math.Max(1, high*w)}
}

// Seconds returns the sum of the terms.
func (t Fit) Seconds(f *Features, machine *Machine) float64 {
	sum := 0.0
	for _, x := range t.Terms {
		sum += x.Coefficient * x.Each(f, machine)
	}
	return sum
}

// Each returns the seconds of the term for a coefficient of 1.
func (t Term) Each(f *Features, machine *Machine) float64 {
	return 1e-9 * f.count(t.Count) * machine.unit(t.Unit, f.bytes(t.Set))
}

// unit returns the nanoseconds of a unit operation on data of the given bytes.
func (m *Machine) unit(name string, bytes float64) float64 {
	set := int64(math.Min(bytes, 1<<62))
	switch name {
	case "update":
		return m.At(m.Update, set)
	case "stream":
		return m.At(m.Stream, set)
	case "latency":
		return m.At(m.Latency, set)
	case "spilled":
		return m.spilled(bytes)
	case "column":
		return m.Column
	case "dense":
		return m.Dense
	case "scalar":
		return m.Scalar
	case "divide":
		return m.Divide
	}
	panic("prediction: no unit " + name)
}

// spilled returns the nanoseconds of a load from memory, times the share of the data that
// half of the last cache cannot hold. Other programs and the vectors have the other half.
func (m *Machine) spilled(bytes float64) float64 {
	last := m.lastCache()
	if len(m.Latency) != Levels || bytes <= last/2 {
		return 0
	}
	return m.Latency[Memory] * (1 - last/2/bytes)
}
