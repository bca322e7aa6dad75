package solvers

// PhaseUnknown is the phase of a call whose function is in no table.
const PhaseUnknown Phase = 0

// Analyzes says whether a call of the phase makes an analysis.
func (p Phase) Analyzes() bool { return p.Does(PhaseAnalyze) }

// Factors says whether a call of the phase factors a matrix, with new pivots or
// with the pivots of an earlier factorisation.
func (p Phase) Factors() bool { return p.Does(PhaseFactor) || p == PhaseRefactor }

// Solves says whether a call of the phase solves a linear system.
func (p Phase) Solves() bool { return p.Does(PhaseSolve) || p == PhaseLinear }

// OfSolver says whether time in the phase is time of the linear solver. Time of the
// phases newton, integrate, function evaluation, jacobian evaluation and other is not.
func (p Phase) OfSolver() bool {
	switch p {
	case PhaseUnknown, PhaseNewton, PhaseIntegrate, PhaseFunction, PhaseJacobian, PhaseOther:
		return false
	}
	return p.valid()
}
