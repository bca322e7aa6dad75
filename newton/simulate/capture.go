package simulate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/mtx"
)

// A Jacobian is the linear system of one iteration, J·δ = RHS. Its pattern is
// shared by all of a run, and stored zeros are kept.
type Jacobian struct {
	Name   string // such as "c6288_it000800"
	Number int64  // of the iteration
	Time   float64
	Matrix *sparsity.Matrix
	RHS    []float64
}

// errEnough ends a run whose selected iterations have all been seen.
var errEnough = errors.New("simulate: all iterations captured")

// Capture runs the circuit until the last selected iteration and returns the
// Jacobians of those that are selected. A run that fails after the first of them
// returns what there is with the [*newton.Failure], and so does one that ctx
// ends, with the error of ctx.
func Capture(ctx context.Context, c *Circuit, cfg Config, sel Selection) ([]Jacobian, error) {
	var list []Jacobian
	cfg.Watch = func(it newton.Iteration) error {
		if sel.Has(it.Number) {
			list = append(list, jacobian(c, it))
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
		err = fmt.Errorf("%s ended before the first iteration asked for", c.Name)
	}
	return list, err
}

func jacobian(c *Circuit, it newton.Iteration) Jacobian {
	return Jacobian{Name: fmt.Sprintf("%s_it%06d", c.Name, it.Number), Number: it.Number, Time: it.Time,
		Matrix: &sparsity.Matrix{Pattern: it.Pattern, Values: append([]float64(nil), it.Values...)},
		RHS:    append([]float64(nil), it.RHS...)}
}

// Dump returns a Config.Watch that writes the selected Jacobians to dir as they
// come: NAME_itNNNNNN.mtx with every structural entry, and NAME_itNNNNNN_rhs.mtx
// with the right-hand side −f of J·δ = −f.
func Dump(dir string, c *Circuit, sel Selection) func(newton.Iteration) error {
	return func(it newton.Iteration) error {
		if !sel.Has(it.Number) {
			return nil
		}
		return jacobian(c, it).write(dir)
	}
}

func (j Jacobian) write(dir string) error {
	err := atomicfile.WriteFile(filepath.Join(dir, j.Name+".mtx"), func(w io.Writer) error {
		return mtx.Write(w, j.Matrix, mtx.Options{})
	})
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, j.Name+"_rhs.mtx"), func(w io.Writer) error {
		return writeVector(w, j.RHS)
	})
}

// writeVector writes a vector as a dense Matrix Market array.
func writeVector(w io.Writer, v []float64) error {
	if _, err := fmt.Fprintf(w, "%%%%MatrixMarket matrix array real general\n%d 1\n", len(v)); err != nil {
		return err
	}
	for _, x := range v {
		if _, err := fmt.Fprintf(w, "%.17g\n", x); err != nil {
			return err
		}
	}
	return nil
}
