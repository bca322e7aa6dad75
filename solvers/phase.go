package solvers

import (
	"fmt"
	"strings"
)

// A Phase is what a function does, as one number of the table.
type Phase uint8

// The phases. A function that does several things in one call has a phase of its own.
const (
	PhaseAnalyze            Phase = iota + 1 // ordering and symbolic factorisation
	PhaseFactor                              // numeric factorisation that chooses pivots
	PhaseRefactor                            // numeric factorisation with the pivots of an earlier one
	PhaseSolve                               // triangular solves with a factorisation
	PhaseAnalyzeFactor                       // analyze and factor
	PhaseFactorSolve                         // factor and solve
	PhaseAnalyzeFactorSolve                  // analyze, factor and solve
	PhaseFree                                // releases an object
	PhaseSetup                               // prepares a solver or preconditioner
	PhaseNewton                              // one nonlinear solution
	PhaseIntegrate                           // a time stepper: one or several steps
	PhaseFunction                            // evaluates the residual or right-hand side
	PhaseJacobian                            // evaluates the Jacobian
	PhaseQuery                               // estimates a condition number, counts flops
	PhaseLinear                              // solves a linear system by any method
	PhaseOther                               // any other function
)

var phaseNames = [...]string{
	PhaseAnalyze: "analyze", PhaseFactor: "factor", PhaseRefactor: "refactor", PhaseSolve: "solve",
	PhaseAnalyzeFactor: "analyze+factor", PhaseFactorSolve: "factor+solve",
	PhaseAnalyzeFactorSolve: "analyze+factor+solve", PhaseFree: "free", PhaseSetup: "setup",
	PhaseNewton: "newton", PhaseIntegrate: "integrate", PhaseFunction: "function evaluation",
	PhaseJacobian: "jacobian evaluation", PhaseQuery: "query", PhaseLinear: "linear solve", PhaseOther: "other",
}

// String returns the name of the phase in documents: "analyze", "function evaluation".
// The phase 0 is "unknown".
func (p Phase) String() string {
	if p == 0 {
		return "unknown"
	}
	if !p.valid() {
		return fmt.Sprintf("phase %d", uint8(p))
	}
	return phaseNames[p]
}

func (p Phase) valid() bool { return p >= PhaseAnalyze && int(p) < len(phaseNames) }

// Does reports whether a function of phase p does what phase q stands for: the phase
// factor+solve does factor and solve.
func (p Phase) Does(q Phase) bool {
	switch p {
	case q:
		return true
	case PhaseAnalyzeFactor:
		return q == PhaseAnalyze || q == PhaseFactor
	case PhaseFactorSolve:
		return q == PhaseFactor || q == PhaseSolve
	case PhaseAnalyzeFactorSolve:
		return q == PhaseAnalyze || q == PhaseFactor || q == PhaseSolve || q == PhaseAnalyzeFactor || q == PhaseFactorSolve
	}
	return false
}

// ParsePhase returns the phase with a name. Hyphens may stand for the blanks of the
// name, as in lists. The error for another name lists the names.
func ParsePhase(name string) (Phase, error) {
	plain := strings.ReplaceAll(name, "-", " ")
	for p := PhaseAnalyze; p.valid(); p++ {
		if phaseNames[p] == plain {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown phase %q; the phases are %s", name, strings.Join(PhaseNames(), ", "))
}

// PhaseNames returns the names of all phases as lists write them, without blanks.
func PhaseNames() []string {
	var names []string
	for p := PhaseAnalyze; p.valid(); p++ {
		names = append(names, strings.ReplaceAll(phaseNames[p], " ", "-"))
	}
	return names
}
