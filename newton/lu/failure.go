package lu

import (
	"errors"
	"fmt"
)

// Sentinels that errors.Is finds in the errors of this package.
var (
	ErrBudget    = errors.New("budget exhausted")
	ErrSingular  = errors.New("matrix is singular")
	ErrNotFinite = errors.New("value is not finite")
)

// A Budget names a limited resource of a factorisation.
type Budget string

// The budgets of [Options] and of the context.
const (
	Flops   Budget = "flops"   // Options.MaxFlops
	Bytes   Budget = "bytes"   // Options.MaxBytes
	Entries Budget = "entries" // Options.MaxEntries
	Time    Budget = "time"    // the context is done: its deadline, or a cancellation
)

// A BudgetError says that a budget ended a factorisation. It is an [ErrBudget]; if
// the budget is [Time], it also is the error of the context.
type BudgetError struct {
	Budget Budget
	Stats  Stats // of the columns that were done
	Cause  error // the error of the context, else nil
}

func (e *BudgetError) Error() string {
	s := fmt.Sprintf("%s budget exhausted after %d of %d columns with %d entries in the factors",
		e.Budget, e.Stats.Columns, e.Stats.N, e.Stats.L+e.Stats.U)
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Is reports whether target is ErrBudget.
func (e *BudgetError) Is(target error) bool { return target == ErrBudget }

// Unwrap returns the error of the context, if there is one.
func (e *BudgetError) Unwrap() error { return e.Cause }

// A SingularError says that a column has no nonzero entry left to pivot on.
// It is an [ErrSingular].
//
// Structural means that no remaining row has an entry in the column, whatever the
// values are. Otherwise the column has entries, and all are zero.
type SingularError struct {
	Column     int  // of the matrix as given
	Structural bool // no entries, not just no nonzero ones
	Stats      Stats
}

func (e *SingularError) Error() string {
	kind := "numerically"
	if e.Structural {
		kind = "structurally"
	}
	return fmt.Sprintf("matrix is %s singular: no pivot in column %d, after %d of %d columns",
		kind, e.Column, e.Stats.Columns, e.Stats.N)
}

// Is reports whether target is ErrSingular.
func (e *SingularError) Is(target error) bool { return target == ErrSingular }

// A FiniteError says that a value is infinite or not a number. It is an
// [ErrNotFinite].
type FiniteError struct {
	Row, Column int  // of the matrix as given; the row is -1 on overflow
	Overflow    bool // elimination overflowed: the matrix itself is finite
	Stats       Stats
}

func (e *FiniteError) Error() string {
	if e.Overflow {
		return fmt.Sprintf("overflow in column %d, after %d of %d columns", e.Column, e.Stats.Columns, e.Stats.N)
	}
	return fmt.Sprintf("value in row %d of column %d is not finite", e.Row, e.Column)
}

// Is reports whether target is ErrNotFinite.
func (e *FiniteError) Is(target error) bool { return target == ErrNotFinite }
