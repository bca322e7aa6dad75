package newton

import (
	"context"
	"errors"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// SparseLU is the linear solver of package lu: one ordering for the pattern, a
// factorisation with threshold pivoting when the pivots have to be found, and
// refactorisations. The zero value is ready. It serves one engine.
type SparseLU struct {
	// Order finds the plan of the factorisation. nil means DefaultOrder.
	Order func(*sparsity.Pattern) lu.Plan

	Threshold float64 // of lu.Options

	pattern *sparsity.Pattern
	plan    lu.Plan
	solver  *lu.Solver
}

// Analyze orders the pattern.
func (s *SparseLU) Analyze(a *sparsity.Pattern) error {
	order := s.Order
	if order == nil {
		order = DefaultOrder
	}
	s.pattern, s.plan, s.solver = a, order(a), nil
	return nil
}

// Factor factorises by [lu.Factor]. Besides [*SingularError], it returns the errors
// of lu.Factor and of [lu.NewSolver].
func (s *SparseLU) Factor(ctx context.Context, values []float64) (Factorisation, error) {
	f, err := lu.Factor(ctx, s.pattern, values, s.plan, lu.Options{Threshold: s.Threshold})
	var singular *lu.SingularError
	switch {
	case errors.As(err, &singular):
		return Factorisation{}, &SingularError{Column: singular.Column, Err: err}
	case err != nil:
		return Factorisation{}, err
	}
	if s.solver, err = lu.NewSolver(f, s.pattern); err != nil {
		return Factorisation{}, err
	}
	t := f.Stats
	return Factorisation{Blocks: max(len(s.plan.BlockPtr)-1, 1), NNZL: t.L, NNZU: t.U, NNZ: t.L + t.U - int64(t.N) + t.Off,
		Flops: t.Flops, OffDiagonal: t.OffDiagonal}, nil
}

// Refactor factorises by [lu.Solver.Refactor].
func (s *SparseLU) Refactor(values []float64) error { return s.solver.Refactor(values) }

// Solve solves by [lu.Solver.Solve].
func (s *SparseLU) Solve(x []float64) { s.solver.Solve(x) }
