package newton

import (
	"context"
	"errors"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// linear is the linear solver of an engine: one analysis of the pattern, a
// factorisation when the pivots have to be found, and refactorisations.
type linear struct {
	opt     *Options
	pattern *sparsity.Pattern
	plan    *lu.Plan
	solver  *lu.Solver
	last    lu.Stats // of the last factorisation
	stats   *Stats
}

// refactor factorises with the pivots there are, and says whether they are
// still good.
func (l *linear) refactor(values []float64) bool {
	err := l.solver.Refactor(values)
	if err != nil {
		l.stats.PivotFailures++
		return false
	}
	l.stats.Refactors++
	return true
}

// factor finds pivots anew. Besides a singular matrix, ctx may end it.
func (l *linear) factor(ctx context.Context, values []float64) error {
	if l.plan == nil {
		p := l.opt.Order(l.pattern)
		l.plan = &p
	}
	l.stats.Factors++
	f, err := lu.Factor(ctx, l.pattern, values, *l.plan, lu.Options{Threshold: l.opt.PivotThreshold})
	if err != nil {
		l.solver = nil
		return err
	}
	l.last = f.Stats
	l.solver, err = lu.NewSolver(f, l.pattern)
	return err
}

// singular returns the column of a matrix that has no pivot, or -1 when err is
// another error.
func singular(err error) int {
	var s *lu.SingularError
	if errors.As(err, &s) {
		return s.Column
	}
	return -1
}
