package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// staleAnalysis finds matrices that are factored with the analysis, or the pivots, of
// another pattern.
func staleAnalysis() Rule {
	return Rule{
		ID:      "stale-analysis",
		Meaning: "A matrix is factored with the analysis, or the pivots, of another pattern. The solution can be wrong, and memory can be corrupted",
		Needs:   needsSolvers + ", with hashes of the patterns",
		Check:   checkStaleAnalysis,
	}
}

// A mismatch is a call with a matrix of another pattern than its object.
type mismatch struct {
	call   *solvers.Call
	old    int32 // pattern of the object
	pivots bool  // the object is a factorisation, not an analysis
}

func checkStaleAnalysis(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	var list []mismatch
	compared, harmless := 0, 0
	for _, c := range in.solverCallsWith(func(c *solvers.Call) bool { return c.Phase.Factors() && !c.Phase.Analyzes() && c.Pattern != 0 }) {
		x, ok := in.objectPattern(c)
		if !ok {
			continue
		}
		compared++
		if x.old == c.Pattern || in.refused(c) {
			continue
		}
		if d := in.Captured.difference(x.old, c.Pattern); d != nil && d.Added == 0 {
			harmless++ // the order within columns differs, or entries are missing
			continue
		}
		list = append(list, x)
	}
	switch {
	case compared == 0:
		return Abstain("no factorisation of the trace shows both its pattern and the pattern of its analysis")
	case len(list) > 0:
		return Found(in.mismatchFinding(list))
	case harmless > 0:
		return Clear(fmt.Sprintf("%s of %s have another pattern than their analysis, but no position that it lacks", units.Integer(harmless), units.Plural(compared, "factorisation")))
	}
	return Clear(fmt.Sprintf("%s have the pattern that was analysed", units.Plural(int64(compared), "factorisation")))
}

// objectPattern returns the pattern of the object that a call uses: the factorisation
// whose pivots a refactorisation takes, or the analysis.
func (in *Input) objectPattern(c *solvers.Call) (mismatch, bool) {
	if c.Phase == solvers.PhaseRefactor && c.Factors != 0 {
		if p := in.Solvers.Factorisations[c.Factors-1].Pattern; p != 0 {
			return mismatch{c, p, in.keepsPivots(c)}, true
		}
	}
	if c.Analysis != 0 {
		if p := in.Solvers.Analyses[c.Analysis-1].Pattern; p != 0 {
			return mismatch{c, p, false}, true
		}
	}
	return mismatch{}, false
}

// mismatchFinding describes the calls.
func (in *Input) mismatchFinding(list []mismatch) Finding {
	first := list[0]
	f, old, next := in.solverFunction(first.call), in.Solvers.Patterns[first.old-1], in.Solvers.Patterns[first.call.Pattern-1]
	object := "analysis"
	if first.pivots {
		object = "pivots"
	}
	accepts := map[bool]string{true: "them", false: "it"}[first.pivots]
	x := Finding{Severity: Error,
		Title: fmt.Sprintf("%s gets the %s of another pattern in %s, and accepts %s: the solutions can be wrong", f.Symbol, object, units.Plural(len(list), "call"), accepts),
		Evidence: []Evidence{
			in.solverEvidence("calls with the "+object+" of another pattern", float64(len(list)), "calls", f.Symbol),
			in.firstCall("first of them"+matrixSize(first.call), first.call),
			in.firstCall("first call with the pattern that was analysed"+matrixSize(&in.Solvers.Calls[old.Call]), &in.Solvers.Calls[old.Call]),
		}}
	in.mismatchMatrices(&x, first, old.N == next.N && old.NNZ == next.NNZ)
	base, klu := withoutEnding(f.Symbol, "refactor", "factor")
	x.Try = []string{"compare column pointers and row indices, not only the number of entries, before an analysis is used again"}
	if klu && f.Library == "klu" {
		x.Try = append(x.Try, fmt.Sprintf("call %sanalyze and %sfactor when the pattern changes", base, base))
	} else {
		x.Try = append(x.Try, "analyse and factor again when the pattern changes")
	}
	return x
}

// mismatchMatrices adds what captured matrices show. Without them, two patterns of one
// size may hold the same positions in another order.
func (in *Input) mismatchMatrices(x *Finding, first mismatch, sameSize bool) {
	d := in.Captured.difference(first.old, first.call.Pattern)
	if d == nil {
		if sameSize {
			x.Severity = Warning
			x.Title += ", unless only the order of entries in the columns differs"
			x.Try = append(x.Try, "record with --matrices patterns: diagnose then compares the positions of the entries")
		}
		return
	}
	x.Evidence = append(x.Evidence,
		Evidence{Text: "positions of the new pattern that the old pattern lacks", Value: float64(d.Added), Unit: "positions", Source: in.Captured.Source},
		Evidence{Text: "positions of the old pattern that the new pattern lacks", Value: float64(d.Removed), Unit: "positions", Source: in.Captured.Source})
	worst, file := 0.0, ""
	for _, r := range in.Captured.Residuals {
		if c := &in.Solvers.Calls[r.Factor]; c.Pattern == first.call.Pattern && c.Factors == first.call.Factors && r.Backward > worst {
			worst, file = r.Backward, r.File
		}
	}
	if worst > staleBackward {
		x.Evidence = append(x.Evidence, Evidence{Text: "largest backward error of solutions of such matrices, ‖b−Ax‖ / (‖A‖·‖x‖ + ‖b‖)", Value: worst, Unit: UnitRatio, Source: in.Captured.Source + "/" + file})
	}
}
