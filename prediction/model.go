package prediction

import (
	_ "embed"
	"encoding/json"
	"math"
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
)

// Phases returns the phases of the model.
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

	// factor by which both ends of an interval move away from the median on a machine
	// that was not calibrated
	Uncalibrated float64 `json:"uncalibrated"`
}

// A Fit is the model of one phase: a sum of terms, and the spread of its errors.
type Fit struct {
	Terms []Term  `json:"terms"`
	Low   float64 `json:"low"`  // quantile 0.1 of measured over predicted time, on families left out
	High  float64 `json:"high"` // quantile 0.9 of the same
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

// Time predicts the time of a phase of a solver on a machine.
//
// It returns false if the solver has no such phase, or cannot factorise the matrix:
// CHOLMOD wants a symmetric pattern. UMFPACK and CHOLMOD have no phase Refactor; there
// a refactorization is a factorization.
func (m *Model) Time(s Solver, p Phase, f *Features, machine *Machine) (Interval, bool) {
	fit, ok := m.Phases[string(s)+"/"+string(p)]
	if s == CHOLMOD && p != Analyze {
		fit, ok = m.Phases[string(s)+"-"+f.method()+"/"+string(p)]
	}
	if !ok || s == CHOLMOD && !f.Symmetric {
		return Interval{}, false
	}
	return m.interval(fit, f, machine), true
}

// OrderingTime predicts the time of an ordering of package ordering/named. In front of
// the name may stand `btf+` for the block triangular form and `product+` for a matching
// of large entries; either also has a time by itself. f may be of any ordering of the
// same matrix. It returns false for an ordering that the model does not have, such as
// search, which takes the time that it gets.
func (m *Model) OrderingTime(ordering string, f *Features, machine *Machine) (Interval, bool) {
	var sum Interval
	for part := range strings.SplitSeq(ordering, "+") {
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
	t := fit.Seconds(f, machine)
	low, high := fit.Low, fit.High
	if !machine.Calibrated {
		low, high = low/m.Uncalibrated, high*m.Uncalibrated
	}
	return Interval{Seconds: t, Low: t * math.Min(1, low), High: t * math.Max(1, high)}
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
