package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
)

// denseSolver finds sparse matrices that go to a dense solver.
func denseSolver() Rule {
	return Rule{
		ID:      "dense-solver",
		Meaning: "A dense solver factors a matrix most of whose entries are zero. A sparse solver would do much less work",
		Needs:   needsSolvers + " into a dense solver (LAPACK), and captured matrices (--matrices changed)",
		Check:   checkDenseSolver,
	}
}

// A sparse factorisation in the model of this rule: slow, so that the saving is not
// overstated. KLU ran at 0.82 to 2.31 Gflop/s on four circuits.
const (
	sparseFlops   = 0.5 // flops per ns
	sparseEntryNS = 20  // ns per entry of L and U, for everything besides flops
)

// sparseTime returns the time of a sparse factorisation with its solve, ns.
func (o *SolverOrdering) sparseTime() float64 {
	return o.Flops/sparseFlops + o.Entries*sparseEntryNS
}

func checkDenseSolver(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	if in.Captured == nil || len(in.Captured.Dense) == 0 {
		return Abstain("no matrix of a dense solver was captured (nrprof record --matrices changed)")
	}
	list := map[int32][]SolverDense{} // by function
	for _, d := range in.Captured.Dense {
		f := in.Solvers.Calls[d.Call].Function
		list[f] = append(list[f], d)
	}
	var functions []int32
	for f := range list {
		functions = append(functions, f)
	}
	slices.SortFunc(functions, func(a, b int32) int { return cmp.Compare(a, b) })
	var findings []Finding
	var lost int64
	for _, f := range functions {
		ns := in.denseSaving(list[f])
		lost += ns
		if !in.smallForSolver(ns) {
			findings = append(findings, in.denseFinding(list[f], ns))
		}
	}
	if len(findings) > 0 {
		return Found(findings...)
	}
	return Clear(fmt.Sprintf("a sparse solver would save an estimated %s for %s", in.solverShare(lost), units.Count(int64(len(in.Captured.Dense)), "captured dense matrix", "captured dense matrices")))
}

// denseSaving estimates what a sparse solver saves, of the captured matrices alone.
func (in *Input) denseSaving(list []SolverDense) (ns int64) {
	var calls solverCalls
	for _, d := range list {
		if d.Sparse.Method == "" {
			continue // no ordering was computed
		}
		c := &in.Solvers.Calls[d.Call]
		ns += max(c.Time()-int64(d.Sparse.sparseTime()), 0)
		calls = append(calls, c)
	}
	return in.wall(calls, ns)
}

// denseFinding describes the captured matrices of one function.
func (in *Input) denseFinding(list []SolverDense, ns int64) Finding {
	first := list[0]
	c := &in.Solvers.Calls[first.Call]
	f := in.solverFunction(c)
	source := in.Captured.Source + "/" + first.File
	n := float64(first.N)
	var took int64
	for _, d := range list {
		took += in.Solvers.Calls[d.Call].Time()
	}
	return Finding{Severity: Warning, Cost: in.Cost(ns),
		Title: fmt.Sprintf("%s factors matrices of which %s is not zero as dense matrices; a sparse solver would save an estimated %s, %s", f.Symbol, units.Share(float64(first.Nonzero)/(n*n)), units.Duration(ns), in.solverShare(ns)),
		Evidence: []Evidence{
			in.solverEvidence("calls whose matrix was captured", float64(len(list)), "calls", f.Symbol),
			in.solverEvidence("time of these calls", float64(took), UnitNS, f.Symbol),
			in.firstCall(fmt.Sprintf("first of them (n = %s)", units.Integer(first.N)), c),
			{Text: "entries of its matrix that are not zero", Value: float64(first.Nonzero), Unit: "entries", Source: source},
			{Text: "flops of a dense factorisation, 2n³/3", Value: 2 * n * n * n / 3, Unit: "flops", Source: source},
			{Text: "flops of a sparse factorisation under " + first.Sparse.Method + ", predicted", Value: first.Sparse.Flops, Unit: "flops", Source: source},
			{Text: fmt.Sprintf("time of a sparse factorisation by the model of this rule: %g Gflop/s, and %d ns per entry of L and U", sparseFlops, sparseEntryNS), Value: first.Sparse.sparseTime(), Unit: UnitNS, Source: source},
		},
		Try: []string{"store the matrix by its entries that are not zero, and use a sparse solver such as KLU (circuits) or UMFPACK; with SUNDIALS: SUNLinSol_KLU",
			"the time of the sparse solver is an estimate: measure before you decide"}}
}
