package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// factorNotRefactor finds programs that choose pivots again where the library could
// use the pivots of the factorisation before.
func factorNotRefactor() Rule {
	return Rule{
		ID:      "factor-not-refactor",
		Meaning: "A solver library chooses the same pivots again for another matrix of the same pattern. A refactorisation would have been enough",
		Needs:   needsSolvers + " of a library with a refactorisation, that says how many pivots moved (KLU)",
		Check:   checkFactorNotRefactor,
	}
}

// refactorOf returns the function that factors again with the pivots that a function
// chose; false if the library has none. UMFPACK has none.
func refactorOf(f *solvers.Function) (string, bool) {
	if base, ok := withoutEnding(f.Symbol, "_factor"); ok && f.Library == "klu" && f.Phase == solvers.PhaseFactor {
		return base + "_refactor", true
	}
	return "", false
}

func checkFactorNotRefactor(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	factors := in.solverCallsWith(func(c *solvers.Call) bool { return c.Phase == solvers.PhaseFactor })
	list := factors[:0:0]
	for _, c := range factors {
		if _, ok := refactorOf(in.solverFunction(c)); ok {
			list = append(list, c)
		}
	}
	switch {
	case len(factors) == 0:
		return Abstain("no call of the trace factors with new pivots")
	case len(list) == 0:
		return Abstain(fmt.Sprintf("this rule knows no refactorisation of %s", in.solverFunction(factors[0]).Library))
	}
	x := in.samePivots(list)
	if len(x.same) == 0 && x.unknown > 0 {
		return Abstain("the library does not say whether pivots moved")
	}
	if len(x.same) == 0 && x.moved > 0 {
		return Abstain(fmt.Sprintf("pivots moved in %s: whether the old pivots would do is unknown", units.Plural(int64(x.moved), "factorisation")))
	}
	if len(list) > 1 && x.first == len(list) {
		return Abstain(fmt.Sprintf("each of %s is the first of its analysis: it has no earlier pivots to use", units.Plural(int64(len(list)), "factorisation")))
	}
	var findings []Finding
	var lost int64
	for _, group := range in.byFunction(x.same) {
		ns, refactors, mean := in.refactorSaving(group)
		ns = group.once(ns)
		lost += ns
		if !in.smallForSolver(ns) {
			findings = append(findings, in.refactorFinding(group, x, ns, refactors, mean))
		}
	}
	if len(findings) > 0 {
		return Found(findings...)
	}
	if len(list) == 1 {
		return Clear("only one factorisation chooses pivots")
	}
	return Clear(fmt.Sprintf("%s of %s choose the pivots that the library had; refactorisations would save an estimated %s", units.Integer(len(x.same)),
		units.Plural(len(list), "factorisation"), in.solverShare(lost)))
}

// A pivotCount sorts factorisations that follow one of the same pattern under the
// same analysis.
type pivotCount struct {
	same    solverCalls // all pivots are where the analysis put them, here and before, or the old pivots hold
	held    int         // in same: pivots moved, and captured matrices show that old pivots hold
	before  map[*solvers.Call]*solvers.Call
	moved   int
	unknown int
	first   int // no factorisation of the same analysis and pattern is before them
}

// samePivots returns the factorisations that choose the pivots that the one before
// them chose. Pivots that are all on the diagonal of the analysis are the same.
func (in *Input) samePivots(list solverCalls) pivotCount {
	type key struct {
		solverProcess
		analysis, pattern int32
	}
	last := map[key]*solvers.Call{}
	x := pivotCount{before: map[*solvers.Call]*solvers.Call{}}
	for _, c := range list {
		if c.Analysis == 0 || c.Pattern == 0 {
			x.unknown++
			continue
		}
		k := key{in.solverProcess(c), c.Analysis, c.Pattern}
		p := last[k]
		last[k] = c
		if p == nil {
			x.first++
			continue
		}
		if in.refused(p) || in.refused(c) || c.Values == p.Values && c.Values != 0 {
			continue // the last is found by repeated-factorisation
		}
		switch a, b := said(p).PivotsMoved, said(c).PivotsMoved; {
		case a == 0 && b == 0:
			x.same = append(x.same, c)
			x.before[c] = p
		case (a > 0 || b > 0) && in.pivotsHold(c.Pattern):
			x.same = append(x.same, c)
			x.before[c] = p
			x.held++
		case a > 0 || b > 0:
			x.moved++
		default:
			x.unknown++
		}
	}
	return x
}

// pivotsHold says whether captured matrices of a pattern show that one choice of pivots
// is enough.
func (in *Input) pivotsHold(pattern int32) bool {
	p := in.Captured.pivots(pattern)
	return p != nil && p.Runs == 1
}

// refactorSaving returns what refactorisations would save: the time of the
// factorisations, with freeing them, less the mean time of the refactorisations of
// the same patterns in the trace. Without any, it is an upper limit.
func (in *Input) refactorSaving(group solverCalls) (ns int64, refactors int, mean float64) {
	name, _ := refactorOf(in.solverFunction(group[0]))
	patterns := map[int32]bool{}
	for _, c := range group {
		patterns[c.Pattern] = true
	}
	others := in.solverCallsWith(func(c *solvers.Call) bool {
		return c.Phase == solvers.PhaseRefactor && in.solverFunction(c).Symbol == name && patterns[c.Pattern]
	})
	ns = group.time() + in.freeing(group, func(c *solvers.Call) int32 { return c.Factors })
	if len(others) > 0 {
		mean = float64(others.time()) / float64(len(others))
	}
	return max(ns-int64(mean*float64(len(group))), 0), len(others), mean
}

// refactorFinding describes the factorisations of one function.
func (in *Input) refactorFinding(group solverCalls, x pivotCount, ns int64, refactors int, mean float64) Finding {
	f := in.solverFunction(group[0])
	name, _ := refactorOf(f)
	chooses, saves, counted := "chooses the same pivots again", "an estimated", "factorisations whose pivots are all on the diagonal, as in the factorisation before"
	if x.held > 0 {
		counted += ", or whose old pivots hold"
		chooses = "chooses pivots again that old pivots could replace"
	}
	if refactors == 0 {
		saves = "less than"
	}
	title := fmt.Sprintf("%s %s in %s; %s would save %s %s, %s", f.Symbol, chooses, units.Plural(int64(len(group)), "call"), name, saves, units.Duration(ns), in.solverShare(ns))
	y := Finding{Severity: Warning, Title: title, Cost: in.Cost(ns), Evidence: []Evidence{
		in.solverEvidence(counted, float64(len(group)), "calls", f.Symbol),
		in.solverEvidence("mean time of these calls", float64(group.time())/float64(len(group)), UnitNS, f.Symbol),
		in.firstCall("first of them"+matrixSize(group[0]), group[0]),
		in.firstCall("factorisation with these pivots", x.before[group[0]]),
	}}
	if refactors > 0 {
		y.Evidence = append(y.Evidence, in.solverEvidence(fmt.Sprintf("mean time of the %s of the same pattern", units.Plural(int64(refactors), "call")), mean, UnitNS, name))
	}
	if p := in.Captured.pivots(group[0].Pattern); x.held > 0 && p != nil {
		y.Evidence = append(y.Evidence, Evidence{Text: fmt.Sprintf("largest backward error of the %s of the pattern, all with the pivots of the first, under %s", units.Count(p.Matrices, "captured matrix", "captured matrices"), p.Method),
			Value: p.Backward, Unit: UnitRatio, Source: in.Captured.Source + "/" + p.File})
	}
	if x.moved > 0 {
		y.Evidence = append(y.Evidence, in.solverEvidence("other factorisations, in which pivots moved", float64(x.moved), "calls", f.Symbol))
	}
	base, _ := withoutEnding(f.Symbol, "factor")
	y.Try = []string{fmt.Sprintf("keep the numeric object, and call %s for the next matrix of the same pattern", name),
		fmt.Sprintf("call %srgrowth after %s, and %s again if the result is small: values may change so much that other pivots are needed", base, name, f.Symbol)}
	return y
}
