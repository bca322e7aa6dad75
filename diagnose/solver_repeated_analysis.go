package diagnose

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// repeatedAnalysis finds programs that order and analyse a pattern again which they
// have analysed before.
func repeatedAnalysis() Rule {
	return Rule{
		ID:      "repeated-analysis",
		Meaning: "A solver library analyses the same pattern again. The first analysis could have been kept",
		Needs:   needsSolvers + ", with hashes of the patterns",
		Check:   checkRepeatedAnalysis,
	}
}

// An analysed is what two analyses must share before the later one is superfluous.
// If the library says how many entries the factors have, then equal numbers say
// that both were made under the same options.
type analysed struct {
	solverProcess
	library, symbol string
	pattern         int32
	lnz, unz        string
}

func checkRepeatedAnalysis(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	list := in.outermost(in.solverCallsWith(func(c *solvers.Call) bool { return c.Phase.Analyzes() && !refused(c) }))
	if len(list) == 0 {
		return Abstain("no call of the trace analyses a pattern")
	}
	known := list[:0:0]
	for _, c := range list {
		if c.Pattern != 0 {
			known = append(known, c)
		}
	}
	if len(known) == 0 {
		return Abstain("the patterns of the analyses are unknown")
	}
	first, again := in.analysedAgain(known)
	parts := in.parts(solvers.PhaseAnalyze)
	var findings []Finding
	var lost int64
	for _, group := range in.byFunction(again) {
		ns, apart := parts.of(group, solvers.PhaseAnalyze)
		ns += in.freeing(group, func(c *solvers.Call) int32 { return c.Analysis })
		ns = in.wall(group, ns)
		lost += ns
		if !in.smallForSolver(ns) {
			findings = append(findings, in.analysisFinding(group, first, known, ns, apart))
		}
	}
	if len(findings) > 0 {
		return Found(findings...)
	}
	return Clear(fmt.Sprintf("%s of %s repeat an analysis, %s", units.Integer(len(again)), units.Plural(len(known), "call"), in.solverShare(lost)))
}

// analysedAgain returns the analyses of patterns that the same function had analysed
// before, and for each of them the first.
func (in *Input) analysedAgain(list solverCalls) (first map[*solvers.Call]*solvers.Call, again solverCalls) {
	seen := map[analysed]*solvers.Call{}
	first = map[*solvers.Call]*solvers.Call{}
	for _, c := range list {
		f, s := in.solverFunction(c), said(c)
		key := analysed{in.solverProcess(c), f.Library, f.Symbol, c.Pattern, fmt.Sprint(s.LNZ), fmt.Sprint(s.UNZ)}
		if c.Phase != solvers.PhaseAnalyze {
			key.lnz, key.unz = "", "" // pivots decide them
		}
		if seen[key] == nil {
			seen[key] = c
			continue
		}
		first[c], again = seen[key], append(again, c)
	}
	return first, again
}

// freeing returns the time of the calls that free what the calls of the list made;
// object is the number of that in a call.
func (in *Input) freeing(list solverCalls, object func(*solvers.Call) int32) (ns int64) {
	made := map[int32]bool{}
	for _, c := range list {
		made[object(c)] = true
	}
	delete(made, 0)
	for k := range in.Solvers.Calls {
		if c := &in.Solvers.Calls[k]; c.Has(solvers.Frees) && c.Phase == solvers.PhaseFree && !c.Has(solvers.Repeats) && made[object(c)] {
			ns += c.Time()
		}
	}
	return ns
}

// analysisFinding describes the repeated analyses of one function.
func (in *Input) analysisFinding(group solverCalls, first map[*solvers.Call]*solvers.Call, all solverCalls, ns int64, apart bool) Finding {
	f := in.solverFunction(group[0])
	calls, patterns, alive, freed := 0, map[int32]bool{}, 0, in.analysesFreed()
	for _, c := range all {
		if same(in.solverFunction(c), f) {
			calls++
		}
	}
	for _, c := range group {
		patterns[c.Pattern] = true
		kept := first[c].Analysis
		if at, gone := freed[kept]; kept != 0 && (!gone || at > c.Begin) {
			alive++
		}
	}
	what := "one pattern"
	if len(patterns) > 1 {
		what = units.Plural(len(patterns), "pattern")
	}
	title := fmt.Sprintf("%s analyses %s again: %d of its %d calls repeat an analysis, %s, %s", f.Symbol, what, len(group), calls, units.Duration(ns), in.solverShare(ns))
	x := Finding{Severity: Warning, Title: title, Cost: in.Cost(ns), Try: keepAnalysis(f), Evidence: []Evidence{
		in.solverEvidence("calls that analyse a pattern again"+bySample(group, solvers.SampledPattern), float64(len(group)), "calls", f.Symbol),
		in.solverEvidence("time of these calls, and of freeing what they made"+onThreads(group), float64(ns), UnitNS, f.Symbol),
		in.firstCall("first analysis"+matrixSize(first[group[0]]), first[group[0]]),
		in.firstCall("first call that repeats it", group[0]),
		in.solverEvidence("repeated analyses while the first analysis still existed", float64(alive), "calls", f.Symbol),
	}}
	if !apart {
		x.Cost = nil
		x.Title = fmt.Sprintf("%s analyses %s again in %d of its %d calls; the trace does not say how much of their time, %s, is analysis", f.Symbol, what, len(group), calls, units.Duration(ns))
		x.Evidence[1].Text = "time of these calls, with all that they do"
	}
	return x
}

// bySample returns the words that say that hashes are from samples, if they are.
func bySample(list solverCalls, flag solvers.CallFlags) string {
	for _, c := range list {
		if c.Has(flag) {
			return ", by a sample of the matrix"
		}
	}
	return ""
}

// analysesFreed returns when each analysis was freed, ns.
func (in *Input) analysesFreed() map[int32]int64 {
	freed := map[int32]int64{}
	for k := range in.Solvers.Calls {
		if c := &in.Solvers.Calls[k]; c.Has(solvers.Frees) && c.Analysis != 0 {
			freed[c.Analysis] = c.Begin
		}
	}
	return freed
}

// keepAnalysis says how a program keeps the analysis of a function.
func keepAnalysis(f *solvers.Function) []string {
	again := "analyse again only when positions of entries change"
	switch base, ends := withoutEnding(f.Symbol, "analyze", "analyze_given", "qsymbolic", "symbolic", "analyze_p"); {
	case f.Library == "klu" && ends:
		return []string{fmt.Sprintf("keep the symbolic object of the first %s, and pass it to %sfactor and %srefactor", f.Symbol, base, base), again}
	case f.Library == "umfpack" && ends:
		return []string{fmt.Sprintf("keep the object Symbolic of the first %s, and pass it to each %snumeric", f.Symbol, base), again}
	case f.Library == "cholmod" && ends:
		return []string{fmt.Sprintf("keep the factor of the first %s, and call %sfactorize with it for each new matrix", f.Symbol, base), again}
	}
	switch {
	case f.Library == "mumps":
		return []string{"call MUMPS with JOB = 1 once per pattern, and then with JOB = 2 and JOB = 3 (or 5) for each matrix, instead of JOB = 4 or 6", again}
	case f.Library == "superlu" || f.Library == "superlu_dist":
		return []string{"set options.Fact to SamePattern after the first factorisation, and keep perm_c and etree", again}
	case f.Library == "pardiso" || f.Library == "mkl":
		return []string{"call PARDISO with phase 11 once per pattern, and then with phase 23 for each matrix", again}
	case f.Library == "cudss":
		return []string{"call cudssExecute with CUDSS_PHASE_ANALYSIS once per pattern, and then with CUDSS_PHASE_REFACTORIZATION", again}
	case strings.HasPrefix(f.Symbol, "Mat"):
		return []string{"keep the Mat with its positions of entries, and assemble new values into it: PETSc then reuses the symbolic factorisation", again}
	}
	return []string{fmt.Sprintf("keep what the first %s returns, and use it for each matrix with the same positions of entries", f.Symbol), again}
}
