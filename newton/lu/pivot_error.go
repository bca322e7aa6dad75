package lu

import (
	"errors"
	"fmt"
	"math"
)

// Sentinels of a [Solver].
var (
	ErrPivot    = errors.New("pivot too small")
	ErrTooLarge = errors.New("more than 2147483646 entries in the matrix or a factor")
)

// A PivotError says that with new values a pivot is too small for its column.
// It is an [ErrPivot]. The matrix need not be singular: other pivots may do.
type PivotError struct {
	Row, Column int     // of the pivot, in the matrix as given
	Pivot       float64 // its value in the scaled matrix
	Largest     float64 // largest absolute value in its column on and below the diagonal
	Tolerance   float64 // share of Largest that the pivot must have
}

func (e *PivotError) Error() string {
	return fmt.Sprintf("pivot in row %d of column %d is %g: want at least %g times %g, the largest value on and below the diagonal",
		e.Row, e.Column, e.Pivot, e.Tolerance, e.Largest)
}

// Is reports whether target is ErrPivot.
func (e *PivotError) Is(target error) bool { return target == ErrPivot }

// failed returns the error for column k, whose pivot does not do: the first
// value that is not finite, or else overflow, or else the pivot.
func (s *Solver) failed(values []float64, k int, pivot, largest float64) error {
	p := &s.plan
	stats := Stats{N: s.N(), Columns: k}
	for j := range s.N() {
		for q := p.a.ColPtr[j]; q < p.a.ColPtr[j+1]; q++ {
			if nonFinite(values[q]) != 0 {
				return &FiniteError{Row: int(p.a.RowIdx[q]), Column: j, Stats: stats}
			}
		}
	}
	column := int(p.f.Col[k])
	if nonFinite(pivot) != 0 || nonFinite(largest) != 0 {
		return &FiniteError{Row: none, Column: column, Overflow: true, Stats: stats}
	}
	return &PivotError{Row: int(p.f.Row[k]), Column: column, Pivot: pivot,
		Largest: math.Max(largest, math.Abs(pivot)), Tolerance: s.tolerance()}
}
