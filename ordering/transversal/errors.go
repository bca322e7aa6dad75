package transversal

import "fmt"

// Messages of the panics that broken preconditions cause.
const (
	errNoValues = "transversal: matrix without values"
	errShape    = "transversal: matrix of another shape"
)

// A FiniteError says that a value is infinite or not a number, so that no entry
// is the largest.
type FiniteError struct {
	Row, Column int
}

func (e *FiniteError) Error() string {
	return fmt.Sprintf("value in row %d of column %d is not finite", e.Row, e.Column)
}
