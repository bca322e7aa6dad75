package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/solvers"
)

// From these figures on, pivots count as stale: half of the digits of a double can be
// lost. A stable factorisation leaves a backward error of some rounding errors.
const (
	staleGrowth   = 1e-8
	staleBackward = 1e-8
	freshTimes    = 1000 // new pivots must be so much better
)

// stalePivots finds refactorisations whose pivots no longer fit the values.
func stalePivots() Rule {
	return Rule{
		ID:      "stale-pivots",
		Meaning: "A refactorisation uses pivots that probably no longer fit the values. The solutions that follow can have lost digits",
		Needs:   needsSolvers + ", and either calls that ask for the growth of pivots (klu_rgrowth), or captured matrices with right-hand sides and solutions (--matrices changed)",
		Check:   checkStalePivots,
	}
}

// keepsPivots says whether a call factors with the pivots of an earlier factorisation.
// CHOLMOD factors again without pivots.
func (in *Input) keepsPivots(c *solvers.Call) bool {
	return c.Phase == solvers.PhaseRefactor && in.solverFunction(c).Library != "cholmod"
}

// A staleness is what is known about solutions after refactorisations.
type staleness struct {
	checked  int              // refactorisations about which something is known
	growth   []stalePoint     // refactorisations with a small reciprocal growth
	residual []stalePoint     // solves after refactorisations with a large backward error
	singular []stalePoint     // refactorisations that say that the matrix is singular
	fresh    float64          // largest backward error after a factorisation with new pivots; negative without any
	worst    map[bool]float64 // least reciprocal growth, by whether pivots were new
}

// A stalePoint is a refactorisation with the figure that shows what it did.
type stalePoint struct {
	refactor *solvers.Call
	shows    *solvers.Call
	value    float64
	file     string
}

func checkStalePivots(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	refactors := in.solverCallsWith(func(c *solvers.Call) bool { return in.keepsPivots(c) })
	if len(refactors) == 0 {
		return Abstain("no call of the trace refactors with old pivots")
	}
	s := in.staleness()
	var findings []Finding
	if len(s.residual) > 0 {
		findings = append(findings, in.staleResidual(s))
	} else if len(s.growth) > 0 {
		findings = append(findings, in.staleGrowth(s))
	}
	if len(s.singular) > 0 {
		findings = append(findings, in.staleSingular(s))
	}
	switch {
	case len(findings) > 0:
		return Found(findings...)
	case s.checked == 0:
		return Abstain("nothing says whether pivots fit: the program does not ask for the growth of pivots, and no matrices with right-hand sides were captured")
	}
	return Clear(fmt.Sprintf("in %s of %s that were checked, neither the growth of pivots nor the residual shows that the old pivots are worse than new pivots", units.Integer(s.checked), units.Plural(len(refactors), "refactorisation")))
}

// staleness goes through the calls in the order of time.
func (in *Input) staleness() *staleness {
	s := &staleness{fresh: -1, worst: map[bool]float64{true: 2, false: 2}}
	last := map[int32]*solvers.Call{} // of each factorisation, the call that set its values
	checked := map[*solvers.Call]bool{}
	for k := range in.Solvers.Calls {
		c := &in.Solvers.Calls[k]
		if c.Factors == 0 || c.Has(solvers.Repeats) {
			continue
		}
		p := last[c.Factors]
		switch {
		case c.Phase.Factors():
			last[c.Factors] = c
			if c.Phase == solvers.PhaseRefactor && in.solverFunction(c).Library == "klu" && c.Status == 1 {
				s.singular = append(s.singular, stalePoint{c, c, 1, ""})
			}
		case c.Phase == solvers.PhaseQuery && p != nil && said(c).RGrowth >= 0:
			old := p.Phase == solvers.PhaseRefactor
			s.worst[!old] = min(s.worst[!old], said(c).RGrowth)
			if old {
				checked[p] = true
			}
			if old && said(c).RGrowth < staleGrowth {
				s.growth = append(s.growth, stalePoint{p, c, said(c).RGrowth, ""})
			}
		}
	}
	s.growth = in.usedStale(s.growth)
	if s.worst[true] < staleGrowth*freshTimes {
		s.growth = nil // new pivots are no better
	}
	in.staleResiduals(s, checked)
	s.checked = len(checked)
	return s
}

// usedStale keeps the refactorisations with which the program then solved.
func (in *Input) usedStale(list []stalePoint) (used []stalePoint) {
	open := map[int32]*stalePoint{}
	next := 0
	for k := range in.Solvers.Calls {
		c := &in.Solvers.Calls[k]
		if next < len(list) && c == list[next].shows {
			open[c.Factors] = &list[next]
			next++
		}
		x := open[c.Factors]
		if c.Factors == 0 || x == nil || c.Has(solvers.Repeats) {
			continue
		}
		if c.Phase.Factors() {
			delete(open, c.Factors)
		} else if c.Phase.Solves() {
			used = append(used, *x)
			delete(open, c.Factors)
		}
	}
	return used
}

// staleResiduals adds what the residuals show.
func (in *Input) staleResiduals(s *staleness, checked map[*solvers.Call]bool) {
	if in.Captured == nil {
		return
	}
	calls := in.Solvers.Calls
	var bad []stalePoint
	for _, r := range in.Captured.Residuals {
		factor := &calls[r.Factor]
		if !in.keepsPivots(factor) {
			s.fresh = max(s.fresh, r.Backward)
			continue
		}
		checked[factor] = true
		if r.Backward > staleBackward {
			bad = append(bad, stalePoint{factor, &calls[r.Solve], r.Backward, r.File})
		}
	}
	for _, x := range bad {
		// The rule stale-analysis finds another pattern than the factored one.
		if f := x.refactor.Factors; f != 0 && in.Solvers.Factorisations[f-1].Pattern == x.refactor.Pattern && !(s.fresh*freshTimes > x.value) {
			s.residual = append(s.residual, x)
		}
	}
}

// worstPoint returns the point that is worst, by less.
func worstPoint(list []stalePoint, worse func(a, b float64) bool) stalePoint {
	w := list[0]
	for _, x := range list {
		if worse(x.value, w.value) {
			w = x
		}
	}
	return w
}

// tryPivots says what to do about pivots of the function of a call.
func (in *Input) tryPivots(c *solvers.Call) []string {
	f := in.solverFunction(c)
	base, _ := withoutEnding(f.Symbol, "refactor")
	if f.Library != "klu" {
		return []string{"factor with new pivots when the residual of a solution is large"}
	}
	return []string{fmt.Sprintf("call %srgrowth after each %s, and %sfactor if the result is below 1e-8", base, f.Symbol, base),
		"compute the residual of the solution, and factor with new pivots if it is large"}
}

func (in *Input) staleResidual(s *staleness) Finding {
	first, worst := s.residual[0], worstPoint(s.residual, func(a, b float64) bool { return a > b })
	f := in.solverFunction(first.refactor)
	x := Finding{Severity: Error, Try: in.tryPivots(first.refactor),
		Title: fmt.Sprintf("%s after %s with old pivots: backward errors up to %.2g", units.Count(len(s.residual), "solution is inaccurate", "solutions are inaccurate"), f.Symbol, worst.value),
		Evidence: []Evidence{
			{Text: "solutions after a refactorisation with a backward error above 1e-8", Value: float64(len(s.residual)), Unit: "solutions", Source: in.Captured.Source},
			{Text: fmt.Sprintf("largest backward error, ‖b−Ax‖ / (‖A‖·‖x‖ + ‖b‖): %s", in.solverCallName(worst.shows)), Value: worst.value, Unit: UnitRatio, Source: in.Captured.Source + "/" + worst.file},
			in.firstCall("first refactorisation with such a solution", first.refactor),
		}}
	if s.fresh >= 0 {
		x.Evidence = append(x.Evidence, Evidence{Text: "largest backward error after a factorisation with new pivots", Value: s.fresh, Unit: UnitRatio, Source: in.Captured.Source})
	}
	if len(s.growth) > 0 {
		x.Evidence = append(x.Evidence, in.growthEvidence(s))
	}
	return x
}

func (in *Input) growthEvidence(s *staleness) Evidence {
	w := worstPoint(s.growth, func(a, b float64) bool { return a < b })
	return in.solverEvidence("least reciprocal growth of pivots after a refactorisation, with which the program then solves: "+in.solverCallName(w.shows), w.value, UnitRatio, in.solverFunction(w.shows).Symbol)
}

func (in *Input) staleGrowth(s *staleness) Finding {
	first := s.growth[0]
	x := Finding{Severity: Warning, Try: in.tryPivots(first.refactor),
		Title: fmt.Sprintf("The pivots of %s may no longer fit in %s with which the program then solves: their reciprocal growth is below 1e-8",
			in.solverFunction(first.refactor).Symbol, units.Plural(len(s.growth), "call")),
		Evidence: []Evidence{in.growthEvidence(s), in.firstCall("first such refactorisation", first.refactor)}}
	if g := s.worst[true]; g <= 1 {
		x.Evidence = append(x.Evidence, in.solverEvidence("least reciprocal growth after a factorisation with new pivots", g, UnitRatio, in.solverFunction(first.shows).Symbol))
	}
	return x
}

func (in *Input) staleSingular(s *staleness) Finding {
	first := s.singular[0]
	f := in.solverFunction(first.refactor)
	return Finding{Severity: Error, Try: in.tryPivots(first.refactor),
		Title: fmt.Sprintf("%s reports a pivot of zero in %s (status 1)", f.Symbol, units.Plural(int64(len(s.singular)), "call")),
		Evidence: []Evidence{in.solverEvidence("calls with status 1", float64(len(s.singular)), "calls", f.Symbol),
			in.firstCall("first of them", first.refactor)}}
}
