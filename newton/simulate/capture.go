package simulate

import (
	"context"
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/sparsity"
)

// A Jacobian is the linear system of one iteration, J·δ = RHS. Its pattern is
// shared by all of a run, and stored zeros are kept.
//
// RHS is −f, and J and f are evaluated at X, the iterate before this iteration;
// the iterate after it is X + δ.
type Jacobian struct {
	Name   string // such as "c6288_it000800"
	Number int64  // of the iteration
	Time   float64
	Matrix *sparsity.Matrix
	RHS    []float64
	X      []float64
	Names  []string // of the unknowns and their equations: rows and columns; shared by all of a run
}

// errEnough ends a run whose selected iterations have all been seen.
var errEnough = errors.New("simulate: all iterations captured")

// Capture runs the circuit until the last selected iteration and returns the
// Jacobians of those that are selected. A run that fails after the first of them
// returns what there is with the [*newton.Failure], and so does one that ctx
// ends, with the error of ctx.
func Capture(ctx context.Context, c *Circuit, cfg Config, sel Selection) ([]Jacobian, error) {
	var list []Jacobian
	names := c.names()
	cfg.Watch = func(it newton.Iteration) error {
		if sel.Has(it.Number) {
			list = append(list, jacobian(c, it, names))
		}
		if it.Number >= sel.Last() {
			return errEnough
		}
		return nil
	}
	rep, err := Run(ctx, c, cfg)
	if errors.Is(err, errEnough) {
		err = nil
	} else if err == nil && rep.Stop == StopInterrupted {
		err = ctx.Err()
	}
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s ended before the first requested iteration", c.Name)
	}
	return list, err
}

func jacobian(c *Circuit, it newton.Iteration, names []string) Jacobian {
	return Jacobian{Name: fmt.Sprintf("%s_it%06d", c.Name, it.Number), Number: it.Number, Time: it.Time,
		Matrix: &sparsity.Matrix{Pattern: it.Pattern, Values: append([]float64(nil), it.Values...)},
		RHS:    append([]float64(nil), it.RHS...), X: append([]float64(nil), it.X...), Names: names}
}
