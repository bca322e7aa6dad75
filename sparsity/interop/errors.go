package interop

import (
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// Causes that a caller may want to distinguish.
var (
	ErrComplex  = errors.New("matrix is complex, the target holds real values only")
	ErrNoValues = errors.New("matrix has no values, the target cannot be without")
	ErrTooLarge = errors.New("matrix too large for the target")
)

// realValued returns an error unless m has values and all are real.
func realValued(m *sparsity.Matrix) error {
	switch {
	case m.Complex():
		return ErrComplex
	case !m.HasValues() && m.Pattern.NNZ() > 0:
		return ErrNoValues
	}
	return nil
}

// checkDims returns an error if no pattern can have the dimensions.
func checkDims(rows, cols int) error {
	if rows < 0 || cols < 0 {
		return fmt.Errorf("dimensions %d×%d: want none negative", rows, cols)
	}
	if rows > sparsity.MaxDim || cols > sparsity.MaxDim {
		return fmt.Errorf("dimensions %d×%d: want at most %d: %w", rows, cols, sparsity.MaxDim, ErrTooLarge)
	}
	return nil
}
