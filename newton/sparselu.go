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

	// Guard, if it is not nil, watches the pivots by [lu.Guarded]: Refactor fails when
	// solutions are inaccurate, and Solve may choose new pivots. Otherwise Refactor fails
	// when a pivot is below lu.DefaultTolerance times the largest entry of its column.
	// Threshold takes the place of the threshold in it, unless Threshold is 0.
	//
	// Pivots that Solve chooses count in GuardStats only. They do not appear in Stats or
	// in a recorded Factorisation, and their time counts as solve. The end of the context
	// does not cancel them.
	Guard *lu.GuardOptions

	// Workers is the number of goroutines of Refactor, by [lu.Solver.SetWorkers]. 0 means
	// 1. A negative number means lu.Auto. With a Guard, it takes the place of the number
	// in it, unless Workers is 0.
	Workers int

	// Machine has the times that lu.Auto predicts from, by [lu.Solver.SetMachine]. With a
	// Guard, it takes the place of the machine in it, unless it is the zero value.
	Machine lu.Machine

	guarded *lu.Guarded
	pattern *sparsity.Pattern
	plan    lu.Plan
	solver  *lu.Solver
	turn    uint // refactorisations since the last factorisation
}

// Analyze orders the pattern.
func (s *SparseLU) Analyze(a *sparsity.Pattern) error {
	order := s.Order
	if order == nil {
		order = DefaultOrder
	}
	s.pattern, s.plan, s.solver, s.guarded = a, order(a), nil, nil
	return nil
}

// Factor factorises by [lu.Factor]. Besides [*SingularError], it returns the errors
// of lu.Factor and of [lu.NewSolver].
func (s *SparseLU) Factor(ctx context.Context, values []float64) (Factorisation, error) {
	t, err := s.factor(ctx, values)
	var singular *lu.SingularError
	switch {
	case errors.As(err, &singular):
		return Factorisation{}, &SingularError{Column: singular.Column, Err: err}
	case err != nil:
		return Factorisation{}, err
	}
	return Factorisation{Blocks: max(len(s.plan.BlockPtr)-1, 1), NNZL: t.L, NNZU: t.U, NNZ: t.L + t.U - int64(t.N) + t.Off,
		Flops: t.Flops, OffDiagonal: t.OffDiagonal}, nil
}

// factor factorises with new pivots.
func (s *SparseLU) factor(ctx context.Context, values []float64) (lu.Stats, error) {
	if s.Guard != nil {
		return s.guard(ctx, values)
	}
	f, err := lu.Factor(ctx, s.pattern, values, s.plan, lu.Options{Threshold: s.Threshold})
	if err != nil {
		return lu.Stats{}, err
	}
	before := s.solver
	s.solver, err = lu.NewSolver(f, s.pattern)
	s.turn = 0
	if err == nil && s.Workers != 0 {
		s.solver.SetMachine(s.Machine)
		s.solver.SetWorkers(max(s.Workers, lu.Auto))
		s.solver.LearnFrom(before)
	}
	return f.Stats, err
}

// guard is factor with a guarded solver.
func (s *SparseLU) guard(ctx context.Context, values []float64) (lu.Stats, error) {
	if s.guarded == nil {
		opt := *s.Guard
		if s.Threshold != 0 {
			opt.Factor.Threshold = s.Threshold
		}
		if s.Workers != 0 {
			opt.Workers = s.Workers
		}
		if s.Machine != (lu.Machine{}) {
			opt.Machine = s.Machine
		}
		s.guarded = lu.NewGuarded(s.pattern, s.plan, opt)
	}
	if err := s.guarded.Factor(ctx, values); err != nil {
		return lu.Stats{}, err
	}
	return s.guarded.FactorStats(), nil
}

// GuardStats returns what the guard did; the zero value without one.
func (s *SparseLU) GuardStats() lu.GuardStats {
	if s.guarded == nil {
		return lu.GuardStats{}
	}
	return s.guarded.Stats
}

// Refactor factorises by [lu.Solver.Refactor], with a Guard by [lu.Guarded.Keep]. Without
// a Guard, the row scales are found anew every 16th time, and when a pivot is too small:
// from one iteration to the next, few rows change much. Until then, a pivot that has become
// too small for its row may pass, if an entry of the row has grown a lot. A Guard finds it.
func (s *SparseLU) Refactor(values []float64) error {
	if s.guarded != nil {
		return s.guarded.Keep(values)
	}
	s.solver.KeepScale = s.turn%scaleEvery != 0
	s.turn++
	err := s.solver.Refactor(values)
	if err != nil && s.solver.KeepScale {
		s.solver.KeepScale = false
		err = s.solver.Refactor(values)
	}
	return err
}

// scaleEvery is how many refactorisations have the same row scales.
const scaleEvery = 16

// Solve solves by [lu.Solver.Solve], with a Guard by [lu.Guarded.Solve].
func (s *SparseLU) Solve(x []float64) {
	if s.guarded != nil {
		s.guarded.Solve(x)
		return
	}
	s.solver.Solve(x)
}
