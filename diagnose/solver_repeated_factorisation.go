package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// repeatedFactorisation finds programs that factor a matrix whose values have not
// changed since the last factorisation.
func repeatedFactorisation() Rule {
	return Rule{
		ID:      "repeated-factorisation",
		Meaning: "A solver library factors a matrix again that has not changed. The factors could have been kept",
		Needs:   needsSolvers + ", with hashes of the values",
		Check:   checkRepeatedFactorisation,
	}
}

func checkRepeatedFactorisation(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	list := in.outermost(in.solverCallsWith(func(c *solvers.Call) bool { return c.Phase.Factors() }))
	if len(list) == 0 {
		return Abstain("no call of the trace factors a matrix")
	}
	known := list[:0:0]
	for _, c := range list {
		if c.Values != 0 && c.Pattern != 0 {
			known = append(known, c)
		}
	}
	if len(known) == 0 {
		return Abstain("the values of the matrices are unknown")
	}
	before := in.factoredAgain(known)
	var again solverCalls
	for _, c := range known {
		if before[c] != nil {
			again = append(again, c)
		}
	}
	parts := in.parts(solvers.PhaseFactor)
	var findings []Finding
	var lost int64
	for _, group := range in.byFunction(again) {
		ns, apart := parts.of(group, solvers.PhaseFactor)
		ns += in.freeing(group, func(c *solvers.Call) int32 { return c.Factors })
		ns = in.wall(group, ns)
		lost += ns
		if !in.smallForSolver(ns) {
			findings = append(findings, in.factorisationFinding(group, before, known, ns, apart))
		}
	}
	if len(findings) > 0 {
		return Found(findings...)
	}
	return Clear(fmt.Sprintf("%s of %s repeat a factorisation, %s", units.Integer(len(again)), units.Plural(len(known), "call"), in.solverShare(lost)))
}

// A factored is where the last factorisation of a pattern is looked for: on each
// thread by itself, as threads may each need factors of their own.
type factored struct {
	thread  int32
	library string
	pattern int32
}

// factoredAgain returns, for each call that factors what the factorisation before it
// did, that factorisation. New pivots after a refactorisation do not repeat it.
func (in *Input) factoredAgain(list solverCalls) map[*solvers.Call]*solvers.Call {
	last, before := map[factored]*solvers.Call{}, map[*solvers.Call]*solvers.Call{}
	for _, c := range list {
		key := factored{c.Thread, in.solverFunction(c).Library, c.Pattern}
		p := last[key]
		last[key] = c
		if p == nil || p.Values != c.Values || refused(p) || refused(c) || p.Selector != c.Selector {
			continue
		}
		if p.Phase == solvers.PhaseRefactor && c.Phase != solvers.PhaseRefactor {
			continue
		}
		if p.Status != c.Status && p.Status != solvers.Unknown {
			continue // a warning, such as singular, may be why
		}
		before[c] = p
	}
	return before
}

// factorisationFinding describes the repeated factorisations of one function.
func (in *Input) factorisationFinding(group solverCalls, before map[*solvers.Call]*solvers.Call, all solverCalls, ns int64, apart bool) Finding {
	f := in.solverFunction(group[0])
	calls, matrices := 0, map[int32]bool{}
	for _, c := range all {
		if same(in.solverFunction(c), f) {
			calls++
		}
	}
	for _, c := range group {
		matrices[c.Values] = true
	}
	what := "a matrix that has not changed"
	if len(matrices) > 1 {
		what = fmt.Sprintf("%d matrices that have not changed", len(matrices))
	}
	title := fmt.Sprintf("%s factors %s: %d of its %d calls repeat a factorisation, %s, %s", f.Symbol, what, len(group), calls, units.Duration(ns), in.solverShare(ns))
	x := Finding{Severity: Warning, Title: title, Cost: in.Cost(ns), Evidence: []Evidence{
		in.solverEvidence("calls that factor the values of the factorisation before them"+bySample(group, solvers.SampledValues), float64(len(group)), "calls", f.Symbol),
		in.solverEvidence("time of these calls, and of freeing what they made"+onThreads(group), float64(ns), UnitNS, f.Symbol),
		in.firstCall("first factorisation"+matrixSize(before[group[0]]), before[group[0]]),
		in.firstCall("first call that repeats it", group[0]),
	}}
	if !apart {
		x.Evidence[1].Text = "time of these calls, with their solves: the factorisation takes at most this"
	}
	x.Try = keepFactors(f, group[0].Phase)
	return x
}

// keepFactors says how a program keeps the factors of a function.
func keepFactors(f *solvers.Function, phase solvers.Phase) []string {
	when := "factor only when values have changed, for example when the time step or a device changes"
	switch base, ends := withoutEnding(f.Symbol, "refactor", "factor", "numeric"); {
	case f.Library == "klu" && ends:
		return []string{fmt.Sprintf("keep the numeric object, and call only %ssolve for the next right-hand side", base), when}
	case f.Library == "umfpack" && ends:
		return []string{fmt.Sprintf("keep the object Numeric, and call only %ssolve for the next right-hand side", base), when}
	}
	switch {
	case f.Library == "lapack" && phase.Solves():
		return []string{"call getrf once per matrix, and then getrs for each right-hand side", when}
	case f.Library == "mumps":
		return []string{"call MUMPS with JOB = 3 for the next right-hand side", when}
	case f.Library == "superlu" && phase.Solves():
		return []string{"set options.Fact to FACTORED in the expert driver, or call gstrs with the factors", when}
	case f.Library == "pardiso" || f.Library == "mkl":
		return []string{"call PARDISO with phase 33 for the next right-hand side", when}
	case f.Library == "cholmod":
		return []string{"keep the factor, and call only cholmod_solve for the next right-hand side", when}
	}
	return []string{"keep the factors, and only solve for the next right-hand side", when}
}
