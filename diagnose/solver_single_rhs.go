package diagnose

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// singleRightHandSides finds solves one by one where the library takes several
// right-hand sides, and several were there.
func singleRightHandSides() Rule {
	return Rule{
		ID:      "single-right-hand-sides",
		Meaning: "A program solves for the columns of an array one by one, although the library takes several right-hand sides at once",
		Needs:   needsSolvers + ", with addresses of the right-hand sides, of a library that takes several",
		Check:   checkSingleRHS,
	}
}

const (
	columnsAtLeast = 4  // columns from which on they are an array
	writesAtMost   = 30 // GB/s at which one thread writes a column that is larger than its first cache; a smaller column can be faster
)

// A columnRun is solves on one thread, one right after the other, with one
// factorisation and one right-hand side each, at addresses of equal distance.
type columnRun struct {
	calls  solverCalls
	stride int64
	gaps   []int64 // ns between the calls, without recording
}

// takesSeveral says whether the solves of a library take several right-hand sides.
// UMFPACK takes one.
func takesSeveral(library string) bool {
	switch library {
	case "klu", "cholmod", "spqr", "superlu", "superlu_dist", "mumps", "pardiso", "mkl", "cudss", "lapack":
		return true
	}
	return false
}

func checkSingleRHS(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	solves := in.solverCallsWith(func(c *solvers.Call) bool {
		return c.Phase == solvers.PhaseSolve && takesSeveral(in.solverFunction(c).Library)
	})
	single := solves[:0:0]
	known := false
	for _, c := range solves {
		if c.NRHS == 1 {
			single = append(single, c)
			known = known || c.RHSAt != 0
		}
	}
	switch {
	case len(solves) == 0:
		return Abstain("no call of the trace solves with a library that takes several right-hand sides")
	case len(single) == 0:
		return Clear(fmt.Sprintf("0 of %s have one right-hand side", units.Plural(len(solves), "solve")))
	case !known:
		return Abstain("the addresses of the right-hand sides are unknown")
	}
	var list solverCalls
	runs := map[*solvers.Call]*columnRun{}
	for _, r := range in.columnRuns() {
		if r.atHand() {
			list = append(list, r.calls...)
			for _, c := range r.calls {
				runs[c] = r
			}
		}
	}
	var findings []Finding
	var lost int64
	for _, group := range in.byFunction(list) {
		ns, each, calls := in.columnSaving(group, runs)
		ns = group.once(ns)
		lost += ns
		if !in.smallForSolver(ns) {
			findings = append(findings, in.columnFinding(group, runs, ns, each, calls))
		}
	}
	if len(findings) > 0 {
		return Found(findings...)
	}
	if len(list) == 0 {
		return Clear(fmt.Sprintf("%s with one right-hand side: nowhere do %d of them follow each other directly, with right-hand sides at equal distances in memory", units.Plural(len(single), "solve"), columnsAtLeast))
	}
	return Clear(fmt.Sprintf("%s for columns one by one: one call for several would save an estimated %s", units.Plural(int64(len(list)), "solve"), in.solverShare(lost)))
}

// columnRuns returns the runs of solves of each thread.
func (in *Input) columnRuns() (runs []*columnRun) {
	open := map[int32]*columnRun{}
	until := map[int32]int64{} // end of the last outermost call
	for k := range in.Solvers.Calls {
		c := &in.Solvers.Calls[k]
		if c.Begin < until[c.Thread] {
			continue // in another call
		}
		until[c.Thread] = c.End
		r := open[c.Thread]
		if r != nil && !in.refused(c) && r.takes(c) {
			continue
		}
		if r != nil && len(r.calls) >= columnsAtLeast {
			runs = append(runs, r)
		}
		delete(open, c.Thread)
		if c.Phase == solvers.PhaseSolve && c.NRHS == 1 && c.RHSAt != 0 && c.Factors != 0 && takesSeveral(in.solverFunction(c).Library) {
			open[c.Thread] = &columnRun{calls: solverCalls{c}}
		}
	}
	for t := range in.Solvers.Threads {
		if r := open[int32(t)]; r != nil && len(r.calls) >= columnsAtLeast {
			runs = append(runs, r)
		}
	}
	return runs
}

// takes adds a call that continues the run; false if it does not.
func (r *columnRun) takes(c *solvers.Call) bool {
	last := r.calls[len(r.calls)-1]
	stride := int64(c.RHSAt - last.RHSAt)
	if c.Phase != solvers.PhaseSolve || c.Function != last.Function || c.Factors != last.Factors || c.NRHS != 1 || c.RHSAt == 0 ||
		c.Flags&(solvers.NoData|solvers.Open|solvers.Left) != 0 {
		return false
	}
	if len(r.calls) == 1 {
		r.stride = stride
	}
	if stride != r.stride || max(stride, -stride) < 8*c.N {
		return false
	}
	r.gaps = append(r.gaps, max(c.Begin-last.End-recordedBetween(last, c), 0))
	r.calls = append(r.calls, c)
	return true
}

// recordedBetween returns the time between two calls in which they were recorded. The
// right-hand side is hashed before a call; only saved vectors take time after it.
func recordedBetween(a, b *solvers.Call) int64 {
	if a.Has(solvers.SavedVectors) || b.Has(solvers.SavedVectors) {
		return (a.Aside + b.Aside) / 2
	}
	return b.Aside
}

// pause returns the median time between the calls, ns: the mean has the times in which
// other programs had the processor.
func (r *columnRun) pause() float64 {
	sorted := slices.Sorted(slices.Values(r.gaps))
	return float64(sorted[len(sorted)/2])
}

// filling returns the time in which a thread can write one column, ns.
func (r *columnRun) filling() float64 { return float64(8*r.calls[0].N) / writesAtMost }

// atHand says whether the columns were there before the solves: between two solves
// there is no time to write one.
func (r *columnRun) atHand() bool { return r.pause() < r.filling() }

// columnSaving returns the time that solves with several right-hand sides would save:
// by the mean time of a right-hand side in such calls of the trace, of which there are
// calls. Without such calls, a solve is taken to last as long as it reads the factors:
// once for four columns in KLU, once for all columns of a run in other libraries.
func (in *Input) columnSaving(group solverCalls, runs map[*solvers.Call]*columnRun) (ns int64, each float64, calls int) {
	var columns int64
	var took float64
	for _, c := range in.solverCallsWith(func(c *solvers.Call) bool {
		return c.Phase == solvers.PhaseSolve && c.NRHS >= columnsAtLeast && c.Function == group[0].Function && c.N == group[0].N
	}) {
		columns += int64(c.NRHS)
		took += float64(c.Time())
		calls++
	}
	if calls == 0 {
		for _, c := range group {
			together := int64(columnsAtLeast)
			if in.solverFunction(c).Library != "klu" {
				together = int64(len(runs[c].calls))
			}
			ns += c.Time() * (together - 1) / together
		}
		return ns, 0, 0
	}
	each = took / float64(columns)
	return max(group.time()-int64(each*float64(len(group))), 0), each, calls
}

// columnFinding describes the solves of one function.
func (in *Input) columnFinding(group solverCalls, runs map[*solvers.Call]*columnRun, ns int64, each float64, calls int) Finding {
	f, r := in.solverFunction(group[0]), runs[group[0]]
	longest := r
	for _, x := range runs {
		if len(x.calls) > len(longest.calls) || len(x.calls) == len(longest.calls) && x.calls[0].Begin < longest.calls[0].Begin {
			longest = x
		}
	}
	x := Finding{Severity: Warning, Cost: in.Cost(ns),
		Title: fmt.Sprintf("%s solves for columns one by one in %s; one call for several would save an estimated %s, %s", f.Symbol, units.Plural(int64(len(group)), "call"), units.Duration(ns), in.solverShare(ns)),
		Evidence: []Evidence{
			in.solverEvidence("solves with one right-hand side, which follow each other at addresses of equal distance", float64(len(group)), "calls", f.Symbol),
			in.solverEvidence("mean time of these calls", float64(group.time())/float64(len(group)), UnitNS, f.Symbol),
			in.firstCall("first of them"+matrixSize(group[0]), group[0]),
			in.solverEvidence("most columns one after the other", float64(len(longest.calls)), "columns", f.Symbol),
			in.solverEvidence("median time between two of the first columns, without recording", r.pause(), UnitNS, f.Symbol),
			in.solverEvidence(fmt.Sprintf("time to write a column at %d GB/s: the next column was probably there before the solution", writesAtMost), r.filling(), UnitNS, f.Symbol),
		}}
	if calls > 0 {
		x.Evidence = append(x.Evidence, in.solverEvidence(fmt.Sprintf("time per right-hand side in %s with several", units.Plural(int64(calls), "call")), each, UnitNS, f.Symbol))
	}
	x.Try = []string{fmt.Sprintf("call %s once with all columns: set nrhs to their number and the leading dimension to their distance", f.Symbol)}
	if calls == 0 {
		x.Try = append(x.Try, "the saving is an estimate, in which a solve takes as long as it reads the factors: measure before you decide")
	}
	if f.Library == "klu" {
		x.Try = append(x.Try, "KLU works on four columns at a time: pass at least four")
	}
	return x
}
