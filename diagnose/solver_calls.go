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

// wall returns the time in which at least one of the calls runs, ns: time that several
// threads spend at once counts once.
func (l solverCalls) wall() (ns int64) {
	end := int64(math.MinInt64)
	for _, c := range slices.SortedStableFunc(slices.Values(l), func(a, b *solvers.Call) int { return cmp.Compare(a.Begin, b.Begin) }) {
		ns += max(c.End-max(c.Begin, end), 0)
		end = max(end, c.End)
	}
	return ns
}

// once limits a saving in the calls, and in calls that are not in the list, to what
// a run can save.
func (l solverCalls) once(ns int64) int64 { return min(ns, l.wall()+max(ns-l.time(), 0)) }

// solverCallsWith returns the calls that are wanted. Calls in a call of the same
// phase, calls that did not return and calls whose data is lost are left out.
func (in *Input) solverCallsWith(want func(*solvers.Call) bool) (list solverCalls) {
	for k := range in.Solvers.Calls {
		c := &in.Solvers.Calls[k]
		if c.Flags&(solvers.Repeats|solvers.NoData|solvers.Open|solvers.Left) == 0 && want(c) {
			list = append(list, c)
		}
	}
	return list
}

// outermost removes the calls that lie in another call of the list, such as dgetrf in
// dgesv.
func (in *Input) outermost(list solverCalls) (outer solverCalls) {
	member := map[*solvers.Call]bool{}
	for _, c := range list {
		member[c] = true
	}
	for _, c := range list {
		if !in.within(c, func(x *solvers.Call) bool { return member[x] }) {
			outer = append(outer, c)
		}
	}
	return outer
}

// within says whether a call lies in a wanted call.
func (in *Input) within(c *solvers.Call, want func(*solvers.Call) bool) bool {
	for k := c.Parent; k >= 0; k = in.Solvers.Calls[k].Parent {
		if want(&in.Solvers.Calls[k]) {
			return true
		}
	}
	return false
}

// A partTime is the time of one phase in calls that do several. If watched calls of
// the phase lie in such a call, their time counts, otherwise all of its time.
type partTime map[*solvers.Call]int64

// parts returns the times of the calls of a phase that lie in calls that do more.
func (in *Input) parts(phase solvers.Phase) partTime {
	p := partTime{}
	for k := range in.Solvers.Calls {
		c := &in.Solvers.Calls[k]
		if c.Phase != phase || c.Has(solvers.Repeats) {
			continue
		}
		for up := c.Parent; up >= 0; up = in.Solvers.Calls[up].Parent {
			if x := &in.Solvers.Calls[up]; x.Phase != phase && x.Phase.Does(phase) {
				p[x] += c.Time()
			}
		}
	}
	return p
}

// of returns the time of the phase in the calls of a list, and whether it is known
// apart from other phases.
func (p partTime) of(list solverCalls, phase solvers.Phase) (ns int64, apart bool) {
	apart = true
	for _, c := range list {
		if t, ok := p[c]; ok {
			ns += t
			continue
		}
		ns += c.Time()
		apart = apart && (c.Phase == phase || c.Phase == solvers.PhaseRefactor)
	}
	return ns, apart
}

// solverFunction returns the function of a call.
func (in *Input) solverFunction(c *solvers.Call) *solvers.Function {
	return &in.Solvers.Functions[c.Function]
}

// same says whether two rows are of one function. Each process has rows of its own.
func same(f, g *solvers.Function) bool { return f.Symbol == g.Symbol && f.Library == g.Library }

// refused says whether the library reports an error. In PETSc and cuDSS, any status
// but 0 is an error. In the other libraries, a negative status is.
func (in *Input) refused(c *solvers.Call) bool {
	switch library := in.solverFunction(c).Library; {
	case c.Status == solvers.Unknown:
		return false
	case library == "petsc" || library == "cudss":
		return c.Status != 0
	}
	return c.Status < 0
}

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
	text := fmt.Sprintf("call %d, %s", c.Number, in.solverFunction(c).Symbol)
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

// firstCall returns evidence that names a call, with its begin from the start of the
// trace.
func (in *Input) firstCall(what string, c *solvers.Call) Evidence {
	return in.solverEvidence("begin of the "+what+": "+in.solverCallName(c), float64(c.Begin-in.solverStart()), UnitNS, in.solverFunction(c).Symbol)
}

// solverSpan returns the length of the trace without the time in which a thread
// recorded calls, hashed matrices and saved them.
func (in *Input) solverSpan() int64 {
	aside := make([]int64, len(in.Solvers.Threads))
	for k := range in.Solvers.Calls {
		aside[in.Solvers.Calls[k].Thread] += in.Solvers.Calls[k].Aside
	}
	return max(in.Span()-slices.Max(aside), 1)
}

// smallForSolver says whether a time of solver calls is too little to be worth a finding.
func (in *Input) smallForSolver(ns int64) bool { return share(ns, in.solverSpan()) < worth }

// solverShare writes the share of a time in the run. It differs from the share in the
// trace if calls were recorded meanwhile, and then says so.
func (in *Input) solverShare(ns int64) string {
	text := units.Share(min(share(ns, in.solverSpan()), 1)) + " of the run"
	if in.solverSpan() < in.Span() {
		text += " without recording"
	}
	return text
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
