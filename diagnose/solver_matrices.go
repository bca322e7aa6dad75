package diagnose

import "github.com/nrkit/nrkit/solvers"

// SolverMatrices is what the captured matrices of solver calls show. The pattern of a
// matrix is its positions with a stored entry, in any order.
type SolverMatrices struct {
	Source      string              // name of the folder, for evidence
	Patterns    []SolverPattern     // patterns of which a matrix was captured
	Differences []PatternDifference // of patterns that one object was used for
	Residuals   []SolverResidual    // of solves whose matrix, right-hand side and solution were captured; by time
	Dense       []SolverDense       // matrices that went to dense solvers
	Pivots      []PivotCheck        // of calls that choose pivots for another matrix
	Skipped     []string            // what was not computed, and why
}

// A SolverPattern is a pattern with the costs of its factorisation.
type SolverPattern struct {
	Pattern   int32            // number of the pattern: solvers.Run.Patterns[Pattern-1]
	File      string           // matrix with the pattern
	N, NNZ    int64            // columns, entries
	Symmetric bool             // each entry has an entry on the other side of the diagonal
	Orderings []SolverOrdering // orderings that were tried; empty if none
}

// A SolverOrdering is the predicted cost of a factorisation.
type SolverOrdering struct {
	Method    string  // as analyze --ordering takes it
	Entries   float64 // of L and U, the diagonal counted once
	Flops     float64
	AnyPivots bool // upper bounds for any row pivots; otherwise for pivots from the diagonal
}

// A PatternDifference says how two patterns differ.
type PatternDifference struct {
	Old, New int32 // numbers of the patterns
	Added    int64 // positions of the new one that the old one lacks
	Removed  int64 // positions of the old one that the new one lacks
}

// A SolverResidual is how well a solution fits its matrix and right-hand side.
type SolverResidual struct {
	Solve    int32   // index in solvers.Run.Calls of the call that solves
	Factor   int32   // index of the last call that factored the matrix
	Backward float64 // ‖b−Ax‖ / (‖A‖·‖x‖ + ‖b‖), all in the maximum norm; 1 if x is not finite
	File     string  // of the matrix
}

// A PivotCheck says whether a call that chooses pivots for a captured matrix could have
// kept older pivots. Older pivots were chosen for an earlier captured matrix of the same
// process, analysis and pattern, under an ordering of analyze. They are kept as long as
// the backward error of a solution is at most 1e-8.
type PivotCheck struct {
	Call   int32  // index in solvers.Run.Calls
	Method string // the ordering
	File   string // the matrix of the call

	// Held: the older pivots hold for this matrix, and for the captured matrices that
	// are refactored up to the next choice of pivots.
	Held bool

	Backward float64 // componentwise backward error with the older pivots, if they hold
}

// pivotChecks returns the checks by the calls that they are about.
func (in *Input) pivotChecks() map[*solvers.Call]PivotCheck {
	if in.Captured == nil {
		return nil
	}
	checks := map[*solvers.Call]PivotCheck{}
	for _, p := range in.Captured.Pivots {
		checks[&in.Solvers.Calls[p.Call]] = p
	}
	return checks
}

// A SolverDense is a matrix that went to a dense solver.
type SolverDense struct {
	Call    int32 // index in solvers.Run.Calls
	File    string
	N       int64
	Nonzero int64          // entries that are not zero
	Sparse  SolverOrdering // of the matrix without its zeros
}

// difference returns how two patterns differ; nil if it was not computed.
func (m *SolverMatrices) difference(old, next int32) *PatternDifference {
	if m == nil {
		return nil
	}
	for k := range m.Differences {
		if d := &m.Differences[k]; d.Old == old && d.New == next {
			return d
		}
	}
	return nil
}
