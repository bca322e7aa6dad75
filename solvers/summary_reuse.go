package solvers

import (
	"cmp"
	"fmt"
	"slices"
)

// mostPatterns is how many patterns a summary lists.
const mostPatterns = 20

// add counts a call.
func (u *Work) add(c *Call) {
	for p, n := range [...]*int64{PhaseAnalyze: &u.Analyses, PhaseFactor: &u.Factorisations, PhaseRefactor: &u.Refactorisations, PhaseSolve: &u.Solves} {
		if n != nil && c.Counts(Phase(p)) {
			*n++
		}
	}
}

// PatternOf returns the number of the pattern that a call works on: the pattern of
// its matrix, of its factorisation or of its analysis; 0 if it is unknown.
func (r *Run) PatternOf(c *Call) int32 {
	switch {
	case c.Pattern > 0:
		return c.Pattern
	case c.Factors > 0 && r.Factorisations[c.Factors-1].Pattern > 0:
		return r.Factorisations[c.Factors-1].Pattern
	case c.Analysis > 0:
		return r.Analyses[c.Analysis-1].Pattern
	}
	return 0
}

// reuse counts what was computed, in all and for the patterns with the most time.
func (r *Run) reuse() (all Reuse, patterns []PatternUse) {
	patterns = make([]PatternUse, len(r.Patterns))
	type pair struct{ pattern, values int32 }
	seen := map[pair]bool{}
	for k, p := range r.Patterns {
		patterns[k] = PatternUse{Pattern: int64(k + 1), Hash: fmt.Sprintf("%016x", p.Hash), Sampled: p.Sampled, N: p.N, Rows: p.Rows, NNZ: p.NNZ}
	}
	all.Patterns, all.Values = int64(len(r.Patterns)), int64(r.Values)
	for k := range r.Calls {
		c := &r.Calls[k]
		all.add(c)
		number := r.PatternOf(c)
		if number == 0 {
			continue
		}
		p := &patterns[number-1]
		p.Work.add(c)
		if c.Phase.OfSolver() {
			p.Total += c.Exclusive
		}
		if id := (pair{c.Pattern, c.Values}); c.Pattern > 0 && c.Values > 0 && !seen[id] {
			seen[id] = true
			p.Values++
		}
	}
	slices.SortStableFunc(patterns, func(a, b PatternUse) int { return cmp.Compare(b.Total, a.Total) })
	return all, patterns[:min(len(patterns), mostPatterns)]
}

// iterationSummary counts the iterations; nil if there are none.
func (r *Run) iterationSummary() *IterationSummary {
	s := &IterationSummary{Count: int64(len(r.Iterations))}
	for k := range r.Calls {
		switch c := &r.Calls[k]; {
		case c.Has(Repeats):
		case c.Phase == PhaseNewton:
			s.Solutions++
		case c.Phase == PhaseIntegrate:
			s.Integrations++
		}
	}
	for k := range r.Iterations {
		x := &r.Iterations[k]
		if x.Inferred {
			s.Inferred++
		}
		s.Analyses += int64(x.Analyses)
		s.Factorisations += int64(x.Factors)
		s.Refactorisations += int64(x.Refactors)
		s.Solves += int64(x.Solves)
		s.Solver += x.Solver
	}
	if s.Count+s.Solutions+s.Integrations == 0 {
		return nil
	}
	return s
}
