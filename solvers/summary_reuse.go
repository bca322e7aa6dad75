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

// patterns returns the number of the pattern on which each call works; 0 if unknown. A
// call in another call works on the pattern of the outer call, unless it has a pattern of
// another size: libraries pass one matrix on in other forms, and blocks of a matrix.
func (r *Run) patterns() []int32 {
	of := make([]int32, len(r.Calls))
	factored := make([]int32, len(r.Factorisations)+1) // by factorisation: the pattern that it has now
	analysed := make([]int32, len(r.Analyses)+1)
	for k := range r.Calls {
		c := &r.Calls[k]
		of[k] = cmp.Or(c.Pattern, factored[c.Factors], analysed[c.Analysis])
		if outer := max(c.Parent, 0); c.Parent >= 0 && c.Phase.OfSolver() && of[outer] > 0 && (of[k] == 0 || r.alike(of[k], of[outer])) {
			of[k] = of[outer]
		}
		if c.Phase.Factors() {
			factored[c.Factors] = of[k]
		}
		if c.Phase.Analyzes() {
			analysed[c.Analysis] = of[k]
		}
		factored[0], analysed[0] = 0, 0
	}
	return of
}

// alike says whether two patterns may be forms of one matrix.
func (r *Run) alike(a, b int32) bool {
	x, y := &r.Patterns[a-1], &r.Patterns[b-1]
	return x.N == y.N && (x.NNZ == y.NNZ || x.NNZ < 0 || y.NNZ < 0)
}

// reuse counts what was computed, in all and for the patterns with the most time.
func (r *Run) reuse() (all Reuse, patterns []PatternUse) {
	patterns = make([]PatternUse, len(r.Patterns))
	type pair struct{ pattern, values int32 }
	seen, values := map[pair]bool{}, map[int32]bool{}
	for k, p := range r.Patterns {
		patterns[k] = PatternUse{Pattern: int64(k + 1), Hash: fmt.Sprintf("%016x", p.Hash), Sampled: p.Sampled, N: p.N, Rows: p.Rows, NNZ: p.NNZ}
	}
	of := r.patterns()
	used := make([]bool, len(patterns))
	for k := range r.Calls {
		c := &r.Calls[k]
		all.add(c)
		if of[k] == 0 {
			continue
		}
		p := &patterns[of[k]-1]
		used[of[k]-1] = true
		p.Work.add(c)
		if c.Phase.OfSolver() {
			p.Total += c.Exclusive
		}
		if id := (pair{c.Pattern, c.Values}); c.Pattern == of[k] && c.Values > 0 && !seen[id] {
			seen[id], values[c.Values] = true, true
			p.Values++
		}
	}
	patterns = slices.DeleteFunc(patterns, func(p PatternUse) bool { return !used[p.Pattern-1] })
	all.Patterns, all.Values = int64(len(patterns)), int64(len(values))
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
