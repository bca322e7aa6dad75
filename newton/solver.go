package newton

import (
	"context"
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// A LinearSolver solves the linear systems of an [Engine], whose matrices have one
// pattern. [SparseLU] is the default.
//
// The engine calls Analyze once, before all other methods, and then Factor. For each
// new matrix it calls Refactor. If Refactor fails, the engine calls Factor again.
// Solve follows each successful Factor or Refactor. Only one goroutine calls at a
// time.
type LinearSolver interface {
	// Analyze prepares for matrices of the pattern a, which is canonical and does not
	// change. Its time belongs to the first factorisation.
	Analyze(a *sparsity.Pattern) error

	// Factor factorises the matrix with these values, which are in the order of the
	// pattern, and chooses its pivots. The end of ctx may end it.
	//
	// If the matrix has no pivot in some column, the error is, or wraps, a
	// [*SingularError]: the engine names the unknown of that column.
	Factor(ctx context.Context, values []float64) (Factorisation, error)

	// Refactor factorises with the pivots of the last Factor. It fails if these
	// pivots no longer do.
	Refactor(values []float64) error

	// Solve overwrites x, which holds b, with the solution of A·x = b.
	Solve(x []float64)
}

// A Factorisation describes the result of a [LinearSolver] for a matrix.
type Factorisation struct {
	Blocks      int     // diagonal blocks; 1 if the solver knows none
	NNZL, NNZU  int64   // entries of L and of U, each with the diagonal
	NNZ         int64   // of both, the diagonal once, and of what is above the blocks
	Flops       float64 // of the factorisation
	OffDiagonal int     // pivots that are not on the diagonal that the solver wanted
}

// A SingularError says that a matrix has no pivot in a column.
type SingularError struct {
	Column int   // of the matrix as given
	Err    error // what the solver says; nil if it says no more
}

func (e *SingularError) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return fmt.Sprintf("matrix is singular: no pivot in column %d", e.Column)
}

func (e *SingularError) Unwrap() error { return e.Err }

// singular returns the column of a matrix that has no pivot, or -1 when err is
// another error.
func singular(err error) int {
	var s *SingularError
	if errors.As(err, &s) {
		return s.Column
	}
	return -1
}

// linear is the linear solver of an engine and how far it is.
type linear struct {
	solver   LinearSolver
	pattern  *sparsity.Pattern
	analyzed bool
	factored bool          // there are pivots
	last     Factorisation // of the last Factor
	stats    *Stats
}

// refactor factorises with the pivots there are, and says whether they are
// still good.
func (l *linear) refactor(values []float64) bool {
	if err := l.solver.Refactor(values); err != nil {
		l.stats.PivotFailures++
		return false
	}
	l.stats.Refactors++
	return true
}

// factor finds pivots anew. Besides a singular matrix, ctx may end it.
func (l *linear) factor(ctx context.Context, values []float64) (err error) {
	l.factored = false
	if !l.analyzed {
		if err := l.solver.Analyze(l.pattern); err != nil {
			return err
		}
		l.analyzed = true
	}
	l.stats.Factors++
	l.last, err = l.solver.Factor(ctx, values)
	l.factored = err == nil
	return err
}
