package diagnose

// SolverMatrices is what the captured matrices of solver calls show. The pattern of a
// matrix is its positions with a stored entry, in any order.
type SolverMatrices struct {
	Source      string              // name of the folder, for evidence
	Patterns    []SolverPattern     // patterns of which a matrix was captured
	Differences []PatternDifference // of patterns that one object was used for
	Residuals   []SolverResidual    // of solves whose matrix, right-hand side and solution were captured; by time
	Dense       []SolverDense       // matrices that went to dense solvers
	Pivots      []SolverPivots      // of patterns with several matrices, whose pivots are chosen more than once
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

// A SolverPivots says whether one choice of pivots is enough for the captured matrices
// of a pattern. Pivots were chosen for the first matrix under an ordering of analyze,
// and kept as long as the backward error of a solution was at most 1e-8.
type SolverPivots struct {
	Pattern  int32   // number of the pattern: solvers.Run.Patterns[Pattern-1]
	Method   string  // the ordering
	File     string  // the first matrix
	Matrices int     // captured matrices that were factored
	Runs     int     // times that pivots were chosen: 1 if the first pivots held for all matrices
	Backward float64 // largest componentwise backward error with kept pivots
}

// pivots returns what is known about the pivots of a pattern; nil if nothing is.
func (m *SolverMatrices) pivots(pattern int32) *SolverPivots {
	if m == nil {
		return nil
	}
	for k := range m.Pivots {
		if p := &m.Pivots[k]; p.Pattern == pattern {
			return p
		}
	}
	return nil
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
