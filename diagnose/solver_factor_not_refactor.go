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
		Meaning: "A solver library chooses pivots again for another matrix of the same pattern, although older pivots are enough. A refactorisation would have been enough",
		Needs:   needsSolvers + " of a library with a refactorisation, that says how many pivots moved (KLU); if pivots moved, captured matrices too (--matrices changed)",
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
	x := in.countPivots(list)
	if o, ok := x.undecided(len(list)); ok {
		return o
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
	return x.clear(len(list), in.solverShare(lost))
}

// A pivotCount sorts factorisations that follow one of the same pattern under the
// same analysis.
type pivotCount struct {
	same    solverCalls                     // older pivots are enough
	held    map[*solvers.Call]PivotCheck    // of same: pivots moved, and captured matrices show that the older pivots hold
	before  map[*solvers.Call]*solvers.Call // of same: the factorisation before
	moved   solverCalls                     // pivots moved, and no captured matrices show whether the older pivots hold
	stale   solverCalls                     // pivots moved, and captured matrices show that the older pivots do not hold
	unknown int
	first   int // no factorisation of the same analysis and pattern is before them
}

// countPivots sorts factorisations. Pivots that are all on the diagonal of the analysis,
// here and in the factorisation before, are the same.
func (in *Input) countPivots(list solverCalls) *pivotCount {
	type key struct {
		solverProcess
		analysis, pattern int32
	}
	checks := in.pivotChecks()
	last := map[key]*solvers.Call{}
	x := &pivotCount{before: map[*solvers.Call]*solvers.Call{}, held: map[*solvers.Call]PivotCheck{}}
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
		check, checked := checks[c]
		switch a, b := said(p).PivotsMoved, said(c).PivotsMoved; {
		case a == 0 && b == 0:
			x.same, x.before[c] = append(x.same, c), p
		case !(a > 0 || b > 0):
			x.unknown++
		case !checked:
			x.moved = append(x.moved, c)
		case !check.Held:
			x.stale = append(x.stale, c)
		default:
			x.same, x.before[c], x.held[c] = append(x.same, c), p, check
		}
	}
	return x
}

// undecided returns the outcome for so many factorisations if no call is known to need
// no new pivots.
func (x *pivotCount) undecided(count int) (Outcome, bool) {
	switch {
	case len(x.same) > 0:
	case x.unknown > 0:
		return Abstain("the library does not say whether pivots moved"), true
	case len(x.moved) > 0:
		return Abstain(fmt.Sprintf("pivots moved in %s: whether older pivots hold is unknown (captured matrices show it: --matrices changed)", units.Plural(len(x.moved), "factorisation"))), true
	case len(x.stale) > 0:
		return x.clear(count, ""), true
	case count > 1 && x.first == count:
		return Abstain(fmt.Sprintf("each of %s is the first of its analysis: it has no earlier pivots to use", units.Plural(count, "factorisation"))), true
	}
	return Outcome{}, false
}

// clear returns the outcome for so many factorisations if refactorisations would save
// little or nothing.
func (x *pivotCount) clear(count int, lost string) Outcome {
	if count == 1 {
		return Clear("only one factorisation chooses pivots")
	}
	text := fmt.Sprintf("older pivots are enough for %s of %s", units.Integer(len(x.same)), units.Plural(count, "factorisation"))
	if len(x.same) > 0 {
		text += "; refactorisations would save an estimated " + lost
	}
	if n := len(x.stale); n > 0 {
		text += fmt.Sprintf("; in captured matrices, older pivots do not hold for %s", units.Integer(n))
	}
	if n := len(x.moved); n > 0 {
		text += fmt.Sprintf("; for %s this is unknown", units.Integer(n))
	}
	return Clear(text)
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
func (in *Input) refactorFinding(group solverCalls, x *pivotCount, ns int64, refactors int, mean float64) Finding {
	f := in.solverFunction(group[0])
	name, _ := refactorOf(f)
	held, worst := x.heldOf(group)
	where, saves := "chooses the same pivots again in %s", "an estimated"
	switch held {
	case 0:
	case len(group):
		where = "chooses new pivots in %s, although older pivots are enough for the captured matrices"
	default:
		where = "factors again in %s, although older pivots are enough"
	}
	if refactors == 0 {
		saves = "less than"
	}
	title := fmt.Sprintf("%s "+where+"; %s would save %s %s, %s", f.Symbol, units.Plural(len(group), "call"), name, saves, units.Duration(ns), in.solverShare(ns))
	y := Finding{Severity: Warning, Title: title, Cost: in.Cost(ns)}
	say := func(text string, value float64, unit string) {
		y.Evidence = append(y.Evidence, in.solverEvidence(text, value, unit, f.Symbol))
	}
	if n := len(group) - held; n > 0 {
		say("factorisations whose pivots are all on the diagonal, as in the factorisation before", float64(n), "calls")
	}
	if held > 0 {
		say("factorisations whose pivots moved, although older pivots hold for their captured matrices", float64(held), "calls")
		y.Evidence = append(y.Evidence, Evidence{Text: fmt.Sprintf("largest backward error with older pivots, which nrprof chose for an earlier captured matrix under %s", worst.Method),
			Value: worst.Backward, Unit: UnitRatio, Source: in.Captured.Source + "/" + worst.File})
	}
	say("mean time of these calls", float64(group.time())/float64(len(group)), UnitNS)
	y.Evidence = append(y.Evidence, in.firstCall("first of them"+matrixSize(group[0]), group[0]), in.firstCall("factorisation before it", x.before[group[0]]))
	if refactors > 0 {
		y.Evidence = append(y.Evidence, in.solverEvidence(fmt.Sprintf("mean time of the %s of the same pattern", units.Plural(int64(refactors), "call")), mean, UnitNS, name))
	}
	if n := in.callsOf(x.moved, f); n > 0 {
		say("other factorisations whose pivots moved; whether older pivots hold is unknown", float64(n), "calls")
	}
	if n := in.callsOf(x.stale, f); n > 0 {
		say("other factorisations, for which older pivots do not hold", float64(n), "calls")
	}
	base, _ := withoutEnding(f.Symbol, "factor")
	y.Try = []string{fmt.Sprintf("keep the numeric object, and call %s for the next matrix of the same pattern", name),
		fmt.Sprintf("call %srgrowth after %s, and %s again if the result is small: values may change so much that other pivots are needed", base, name, f.Symbol)}
	return y
}

// heldOf counts the calls of a group for which captured matrices decided, and returns
// the check with the largest backward error.
func (x *pivotCount) heldOf(group solverCalls) (n int, worst PivotCheck) {
	for _, c := range group {
		if p, ok := x.held[c]; ok {
			if n++; n == 1 || p.Backward > worst.Backward {
				worst = p
			}
		}
	}
	return n, worst
}

// callsOf counts the calls of a function.
func (in *Input) callsOf(list solverCalls, f *solvers.Function) (n int) {
	for _, c := range list {
		if same(in.solverFunction(c), f) {
			n++
		}
	}
	return n
}
