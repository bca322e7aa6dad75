package diagnose

import (
	"fmt"
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// costlyOrdering finds factorisations that do much more work than they would under
// another ordering of the captured matrix.
func costlyOrdering() Rule {
	return Rule{
		ID:      "costly-ordering",
		Meaning: "The ordering of the library makes the factorisation much more expensive than another ordering of the same matrix would",
		Needs:   needsSolvers + " of a library that says its flops or fill, and captured matrices (--matrices patterns)",
		Check:   checkCostlyOrdering,
	}
}

// halfFlops is the share of the flops of the library's ordering below which another
// ordering is worth a finding. Closer predictions do not tell which one is faster.
const halfFlops = 0.5

// A factorWork is what a library did for one pattern.
type factorWork struct {
	pattern *SolverPattern
	factors solverCalls
	solves  solverCalls
	flops   float64 // of one factorisation; NaN if unknown
	atLeast bool    // flops is a lower bound, of the fill
	entries float64 // of L and U, the diagonal counted once; NaN if unknown
	moved   bool    // pivots moved, or nobody knows
}

func checkCostlyOrdering(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	if in.Captured == nil || len(in.Captured.Patterns) == 0 {
		return Abstain("no matrix was captured (nrprof record --matrices patterns)")
	}
	var findings []Finding
	compared, near, lost, word := 0, 0.0, int64(0), "at most"
	for k := range in.Captured.Patterns {
		w := in.factorWork(&in.Captured.Patterns[k])
		best := w.best()
		if best == nil {
			continue
		}
		compared++
		near = max(near, w.flops/best.Flops)
		if w.atLeast || best.AnyPivots {
			word = "at least" // of this pattern, and so of the pattern with the most
		}
		ns := slices.Concat(w.factors, w.solves).once(w.saving(best, in.entryFlops(w)))
		if best.Flops <= halfFlops*w.flops {
			lost += max(ns, 0)
		}
		if best.Flops <= halfFlops*w.flops && !in.smallForSolver(ns) {
			findings = append(findings, in.orderingFinding(w, best, ns))
		}
	}
	if len(findings) > 0 {
		return Found(findings...)
	}
	if compared == 0 {
		return Abstain("the trace does not say the flops or the fill of factorisations whose matrix was captured, or no ordering could be compared")
	}
	text := fmt.Sprintf("%s compared: the library does %s %s the flops that analyze predicts for the best ordering", units.Plural(compared, "pattern"), word, units.Ratio(near))
	if near < 1/halfFlops {
		return Clear(text + fmt.Sprintf("; predictions within %s do not tell which ordering is faster", units.Ratio(1/halfFlops)))
	}
	return Clear(text + ", and another ordering would save an estimated " + in.solverShare(lost))
}

// factorWork adds up what the library did with a pattern.
func (in *Input) factorWork(p *SolverPattern) *factorWork {
	w := &factorWork{pattern: p, flops: math.NaN(), entries: math.NaN()}
	var lnz, unz float64 = math.NaN(), math.NaN()
	pivots := math.NaN()
	predicted := map[[2]float64]float64{} // flops that analyses predict, by the entries of L and U
	for k := range in.Solvers.Calls {
		c := &in.Solvers.Calls[k]
		if library := in.solverFunction(c).Library; library == "cholmod" || library == "spqr" {
			continue // predictions are for LU, not for Cholesky and QR
		}
		mine := c.Pattern == p.Pattern || c.Pattern == 0 && c.Factors != 0 && in.Solvers.Factorisations[c.Factors-1].Pattern == p.Pattern
		if !mine || c.Flags&(solvers.Repeats|solvers.NoData|solvers.Open|solvers.Left) != 0 {
			continue
		}
		s := said(c)
		switch {
		case c.Phase == solvers.PhaseAnalyze && s.Flops > 0:
			predicted[[2]float64{s.LNZ, s.UNZ}] = s.Flops
		case (c.Phase == solvers.PhaseFactor || c.Phase == solvers.PhaseRefactor) && !in.refused(c):
			w.factors = append(w.factors, c)
			pivots = largest(pivots, s.PivotsMoved)
			w.flops, lnz, unz = largest(w.flops, s.Flops), largest(lnz, s.LNZ), largest(unz, s.UNZ)
		case c.Phase == solvers.PhaseQuery:
			w.flops = largest(w.flops, s.Flops)
		case c.Phase == solvers.PhaseSolve:
			w.solves = append(w.solves, c)
		}
	}
	w.moved = pivots != 0
	w.entries = lnz + unz - float64(p.N)
	if math.IsNaN(unz) {
		w.entries = lnz // MUMPS and PARDISO say one number for both
	}
	if !(w.flops > 0) && !w.moved {
		w.flops = largest(w.flops, predicted[[2]float64{lnz, unz}]) // as many entries as predicted need as many flops
	}
	if !(w.flops > 0) && p.Symmetric && !w.moved {
		// With entries of L and U mirrored, the flops are the sum of 2x²+x over the
		// columns, x entries below the diagonal: least where all columns have as many.
		n := float64(p.N)
		below := (lnz + unz - 2*n) / 2
		w.flops, w.atLeast = 2*below*below/n+below, true
	}
	return w
}

// largest returns the larger one of two figures, of which NaN is unknown.
func largest(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

// best returns the ordering with the fewest flops; nil if nothing can be compared.
// If pivots moved, only orderings for any pivots are compared.
func (w *factorWork) best() (best *SolverOrdering) {
	if len(w.factors) == 0 || !(w.flops > 0) {
		return nil
	}
	for k := range w.pattern.Orderings {
		if o := &w.pattern.Orderings[k]; (o.AnyPivots || !w.moved) && o.Flops > 0 && (best == nil || o.Flops < best.Flops) {
			best = o
		}
	}
	return best
}

// entryFlops returns the work for an entry of L or U besides its flops, in flops:
// indices, and memory. On grids of 1,600 to 10,000 points in two orders, it is 19 to 43
// in refactorisations of KLU. UMFPACK there takes 30 to 52 ns per entry, whatever the
// flops.
func (in *Input) entryFlops(w *factorWork) float64 {
	if in.solverFunction(w.factors[0]).Library == "klu" {
		return 30
	}
	return 300
}

// saving estimates the time that the ordering saves: factorisations in proportion to
// flops and entries, solves in proportion to entries. If the library does not say its
// entries, flops alone count.
func (w *factorWork) saving(o *SolverOrdering, entryFlops float64) int64 {
	if math.IsNaN(w.entries) {
		return int64(float64(w.factors.time()) * (1 - o.Flops/w.flops))
	}
	ns := float64(w.factors.time()) * (1 - (o.Flops+entryFlops*o.Entries)/(w.flops+entryFlops*w.entries))
	if o.Entries < w.entries {
		ns += float64(w.solves.time()) * (1 - o.Entries/w.entries)
	}
	return int64(ns)
}

// orderingFinding describes the work for one pattern.
func (in *Input) orderingFinding(w *factorWork, o *SolverOrdering, ns int64) Finding {
	f := in.solverFunction(w.factors[0])
	needs := "needs"
	if w.atLeast {
		needs = "needs at least"
	}
	source := in.Captured.Source + "/" + w.pattern.File
	x := Finding{Severity: Warning, Cost: in.Cost(ns),
		Title: fmt.Sprintf("%s %s %s for a factorisation, ordering %s %s: an estimated %s, %s", f.Symbol, needs, units.Flops(w.flops), o.Method, units.Flops(o.Flops), units.Duration(ns), in.solverShare(ns)),
		Evidence: []Evidence{
			in.solverEvidence("flops of a factorisation, as the library says", w.flops, "flops", f.Symbol),
			{Text: "flops of a factorisation under " + o.Method + ", predicted from the captured matrix", Value: o.Flops, Unit: "flops", Source: source},
			in.solverEvidence("time of the factorisations and refactorisations of this pattern", float64(w.factors.time()), UnitNS, f.Symbol),
			in.solverEvidence("factorisations and refactorisations of this pattern", float64(len(w.factors)), "calls", f.Symbol),
			in.firstCall("first of them"+matrixSize(w.factors[0]), w.factors[0]),
		}}
	if w.atLeast {
		x.Evidence[0].Text = "least flops of a factorisation with the fill that the library says: 2x²+x for each column, x the mean number of entries below the diagonal"
	}
	if o.AnyPivots {
		x.Evidence[1].Text += " as an upper bound for any pivots"
	} else {
		x.Evidence[1].Text += " for pivots from the diagonal, where the library took its pivots too"
	}
	if !math.IsNaN(w.entries) {
		x.Evidence = append(x.Evidence, in.solverEvidence("entries of L and U, as the library says", w.entries, "entries", f.Symbol),
			Evidence{Text: "entries of L and U under " + o.Method, Value: o.Entries, Unit: "entries", Source: source})
	}
	x.Try = append(orderingSetting(f), fmt.Sprintf("analyze order %s --ordering %s writes the permutation for a library that takes one", source, o.Method),
		fmt.Sprintf("the saving is an estimate, in which an entry of L and U takes as long as %g flops: measure before you decide", in.entryFlops(w)))
	return x
}

// orderingSetting says where a library takes its ordering from.
func orderingSetting(f *solvers.Function) []string {
	switch base, _ := withoutEnding(f.Symbol, "refactor", "factor", "numeric"); f.Library {
	case "klu":
		return []string{fmt.Sprintf("call %sanalyze with ordering 0 (AMD) in the common object, or pass a better permutation to %sanalyze_given", base, base)}
	case "umfpack":
		return []string{fmt.Sprintf("set Control[UMFPACK_ORDERING] to UMFPACK_ORDERING_AMD or UMFPACK_ORDERING_BEST; or pass a permutation to %sqsymbolic, with Control[UMFPACK_STRATEGY] set to UMFPACK_STRATEGY_SYMMETRIC: otherwise UMFPACK may choose another order for the rows, which can be slower than now", base)}
	case "cholmod":
		return []string{"set nmethods and method[0].ordering of cholmod_common, or pass a permutation to cholmod_analyze_p"}
	case "mumps":
		return []string{"set ICNTL(7) to another ordering"}
	case "superlu", "superlu_dist":
		return []string{"set options.ColPerm to another ordering"}
	}
	return nil
}
