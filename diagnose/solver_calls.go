package diagnose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

const (
	needsSolvers = "calls of a solver library in the trace (nrprof record --solvers auto)"
	noSolvers    = "the trace has no calls of solver libraries (nrprof record --solvers auto)"
)

// solverCalls are calls of solver libraries that a rule counts, in the order of
// their begins.
type solverCalls []*solvers.Call

// time returns the sum of the times of the calls.
func (l solverCalls) time() (ns int64) {
	for _, c := range l {
		ns += c.Time()
	}
	return ns
}

// solverCallsWith returns the calls that are wanted. Calls in a call of the same
// phase, calls without an end and calls whose data is lost are left out.
func (in *Input) solverCallsWith(want func(*solvers.Call) bool) (list solverCalls) {
	for k := range in.Solvers.Calls {
		c := &in.Solvers.Calls[k]
		if c.Flags&(solvers.Repeats|solvers.NoData|solvers.Open|solvers.Left) == 0 && want(c) {
			list = append(list, c)
		}
	}
	return list
}

// solverFunction returns the function of a call.
func (in *Input) solverFunction(c *solvers.Call) *solvers.Function {
	return &in.Solvers.Functions[c.Function]
}

// same says whether two rows are of one function. Each process has rows of its own.
func same(f, g *solvers.Function) bool { return f.Symbol == g.Symbol && f.Library == g.Library }

// refused says whether the library did not do what the call asked for. In all watched
// libraries, a negative status says so.
func refused(c *solvers.Call) bool { return c.Status != solvers.Unknown && c.Status < 0 }

// A solverProcess is one process of the calls.
type solverProcess struct {
	rank    int32
	process int64
}

func (in *Input) solverProcess(c *solvers.Call) solverProcess {
	t := in.Solvers.Threads[c.Thread]
	return solverProcess{t.Rank, t.Process}
}

// solverCallName names a call by its function, number and time.
func (in *Input) solverCallName(c *solvers.Call) string {
	text := fmt.Sprintf("call %d, %s at %s", c.Number, in.solverFunction(c).Symbol, units.Duration(c.Begin-in.solverStart()))
	first := in.Solvers.Threads[0]
	for _, t := range in.Solvers.Threads {
		if t.Process != first.Process || t.Rank != first.Rank {
			return fmt.Sprintf("%s in process %d", text, in.Solvers.Threads[c.Thread].Process)
		}
	}
	return text
}

// solverStart returns the time from which times of calls count, ns.
func (in *Input) solverStart() int64 { return min(in.Start(), in.Solvers.Calls[0].Begin) }

// solverEvidence returns evidence from calls of a function.
func (in *Input) solverEvidence(text string, value float64, unit string, symbol string) Evidence {
	return Evidence{Text: text, Value: value, Unit: unit, Source: in.Source + ": calls of " + symbol}
}

// firstCall returns evidence that names a call.
func (in *Input) firstCall(what string, c *solvers.Call) Evidence {
	return in.solverEvidence(what+": "+in.solverCallName(c), float64(c.Number), "call", in.solverFunction(c).Symbol)
}

// byFunction groups calls by their function, the group that takes longest first.
func (in *Input) byFunction(list solverCalls) (groups []solverCalls) {
	place := map[string]int{}
	for _, c := range list {
		f := in.solverFunction(c)
		name := f.Library + " " + f.Symbol
		k, ok := place[name]
		if !ok {
			k = len(groups)
			place[name] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], c)
	}
	slices.SortStableFunc(groups, func(a, b solverCalls) int { return -cmp.Compare(a.time(), b.time()) })
	return groups
}

// said returns what the library says of a call; all figures are NaN if it says nothing.
func said(c *solvers.Call) solvers.Said {
	if c.Said != nil {
		return *c.Said
	}
	x := math.NaN()
	return solvers.Said{LNZ: x, UNZ: x, Flops: x, RCond: x, RGrowth: x, PivotsMoved: x, Memory: x, Iterations: x}
}

// matrixSize describes the size of the matrix of a call, "" if it is unknown.
func matrixSize(c *solvers.Call) string {
	switch {
	case c.N < 0:
		return ""
	case c.NNZ < 0:
		return " (n = " + units.Integer(c.N) + ")"
	}
	return fmt.Sprintf(" (n = %s, %s entries)", units.Integer(c.N), units.Integer(c.NNZ))
}

// withoutEnding removes the last of the endings that a symbol has, and says whether
// it has one.
func withoutEnding(symbol string, endings ...string) (string, bool) {
	for _, e := range endings {
		if s, ok := strings.CutSuffix(symbol, e); ok {
			return s, true
		}
	}
	return symbol, false
}
