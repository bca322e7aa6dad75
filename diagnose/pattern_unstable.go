package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// patternUnstable finds Jacobians whose entries come and go. One change is one
// too many: the symbolic analysis and the choice of pivots must be done again.
// What that costs is the time of the factorisations after the first, less what
// refactorisations would take instead, where the trace has both.
func patternUnstable() Rule {
	return Rule{
		ID:      "pattern-unstable",
		Meaning: "Entries of the Jacobian appear and disappear between matrices of the run. Symbolic analysis and pivoting must be repeated",
		Needs:   "--analysis of analyze --json with two matrices or more of one run (--series)",
		Parts:   []Part{PartAnalysis},
		Summary: true,
		Check:   checkPattern,
	}
}

func checkPattern(in *Input) Outcome {
	a, why := in.analysis()
	if a == nil {
		return Abstain(why)
	}
	s := a.Series
	if s == nil || s.Pattern.Fixed == nil {
		return Abstain(a.Source + " describes one matrix; give analyze two files or more (analyze FILE FILE…)")
	}
	if *s.Pattern.Fixed {
		return Clear(fmt.Sprintf("%s matrices have entries at the same positions", units.Integer(int64(len(s.Files)))))
	}
	changes := 0
	for _, x := range s.Pattern.Steps {
		if x.Shape || x.Added+x.Removed > 0 {
			changes++
		}
	}
	f := Finding{Severity: Warning,
		Title: fmt.Sprintf("The positions of entries in the Jacobian change in %d of %s", changes, units.Plural(len(s.Pattern.Steps), "step")),
		Evidence: []Evidence{
			in.from("matrices that differ from the previous matrix", float64(changes), "matrices", ".series.pattern.steps"),
			in.from("positions that at least one matrix has", float64(s.Pattern.Union), "positions", ".series.pattern.union_nnz"),
			in.from("positions that all matrices have", float64(s.Pattern.Common), "positions", ".series.pattern.common_nnz"),
		}}
	if d := s.Pattern.First; d != nil {
		f.Evidence = append(f.Evidence, in.from("first difference: "+d.Text, float64(d.To), "matrix", ".series.pattern.first_difference"))
	}
	if s.Symbolic == "union" {
		f.Try = append(f.Try, fmt.Sprintf("store the union of the patterns, %s, with explicit zeros: one symbolic analysis then serves all matrices", units.Plural(s.Pattern.Union, "position")))
	}
	f.Try = append(f.Try, "store entries even if their value is zero: the pattern changes when an entry is omitted because of its value")
	f.refactoring(in)
	return Found(f)
}

// refactoring adds what factorisations cost that could be refactorisations.
func (f *Finding) refactoring(in *Input) {
	factor, ok1 := in.Phase(trace.PhaseFactor)
	again, ok2 := in.Phase(trace.PhaseRefactor)
	if !ok1 || !ok2 || factor.Count < 2 || factor.Mean <= again.Mean {
		return
	}
	f.Cost = in.Cost(int64(float64(factor.Count-1) * (factor.Mean - again.Mean)))
	f.Evidence = append(f.Evidence,
		in.Phases("factorisations with pivoting", float64(factor.Count), "factorisations", `.phases[] | select(.name=="factor").count`),
		in.Phases("mean time of a factorisation with pivoting", factor.Mean, UnitNS, `.phases[] | select(.name=="factor").mean_ns`),
		in.Phases("mean time of a refactorisation on a fixed pattern", again.Mean, UnitNS, `.phases[] | select(.name=="refactor").mean_ns`))
}
