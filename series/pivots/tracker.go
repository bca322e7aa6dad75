package pivots

import (
	"context"
	"errors"
	"math"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/sparsity"
)

// Options steer a [Tracker].
type Options struct {
	// Order finds the plan of a factorization. Method is its name in the result.
	Order  func(*sparsity.Pattern) lu.Plan
	Method string

	Factor lu.Options // of each factorization

	// Limit is the componentwise backward error above which pivots do not hold; 0 means
	// lu.DefaultLimit.
	Limit float64

	// MaxFlops ends the series before its factorizations and solutions take more flops
	// together. A solution counts 2 flops per entry of the factors, and a condition
	// estimate as many solutions as it can take at most. 0 means no limit.
	MaxFlops float64

	// Explain writes the error that ends the series into the result; nil means its
	// Error method.
	Explain func(error) string
}

// Reasons why matrices are not checked, besides the errors of package lu.
var (
	ErrValues = errors.New("the matrix has no real values")
	ErrShape  = errors.New("the matrix is not square, or has another order")
	ErrBudget = errors.New("the factorizations and solutions of the series take more flops than the limit")
)

// A Tracker takes the matrices of a series one after another. It keeps no values.
type Tracker struct {
	opt     Options
	pattern *sparsity.Pattern
	plan    lu.Plan
	solver  *lu.Solver
	flops   float64 // of one factorization
	solve   float64 // flops of one solution
	spent   float64

	list      []Iteration
	stopped   error
	unchecked int
}

// New returns a Tracker. opt.Order must be set.
func New(opt Options) *Tracker {
	if opt.Limit == 0 {
		opt.Limit = lu.DefaultLimit
	}
	if opt.Factor.Threshold == 0 {
		opt.Factor.Threshold = lu.DefaultThreshold
	}
	return &Tracker{opt: opt}
}

// Add checks the next matrix, whose pattern must be canonical. An error ends the series:
// the result describes the matrices before, and Add only counts this matrix and all
// later ones, with the same error.
//
// Cost: a factorization with known pivots, a solution, a condition estimate, and, where
// pivots do not hold, a factorization with new pivots and another solution.
//
// It fails with ErrValues, ErrShape, ErrBudget, and the errors of [lu.Factor] and
// [lu.NewSolver]. The end of ctx is its error, or an error of lu.Factor.
func (t *Tracker) Add(ctx context.Context, name string, m *sparsity.Matrix) error {
	if t.stopped == nil {
		t.stopped = t.add(ctx, name, m)
	}
	if t.stopped != nil {
		t.unchecked++
	}
	return t.stopped
}

// Flops returns the flops of all matrices so far, as MaxFlops counts them.
func (t *Tracker) Flops() float64 { return t.spent }

func (t *Tracker) add(ctx context.Context, name string, m *sparsity.Matrix) error {
	a := m.Pattern
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case !a.Square() || t.pattern != nil && a.Cols != t.pattern.Cols:
		return ErrShape
	case m.Complex() || !m.HasValues() && a.NNZ() > 0:
		return ErrValues
	case t.exhausted(t.flops + (1+conditionSolutions)*t.solve):
		return ErrBudget
	}
	it := Iteration{Name: name, PivotsOf: len(t.list)}
	values, err := t.check(ctx, &it, m)
	if err != nil {
		return err
	}
	if it.Why == "" {
		it.PivotsOf = t.list[len(t.list)-1].PivotsOf
	}
	if c := lu.Condition(t.solver.Factors(), t.pattern, values); c <= math.MaxFloat64 {
		it.Condition = c
	}
	t.spent += conditionSolutions * t.solve
	t.list = append(t.list, it)
	return nil
}

// conditionSolutions is the most solutions of a condition estimate.
const conditionSolutions = 11

// exhausted reports whether so many more flops exceed the limit.
func (t *Tracker) exhausted(flops float64) bool {
	return t.opt.MaxFlops > 0 && t.spent+flops > t.opt.MaxFlops
}

// check factors m with the old pivots, and with new ones if the old pivots do not hold.
// It returns the values of m in the order of the pattern in use.
func (t *Tracker) check(ctx context.Context, it *Iteration, m *sparsity.Matrix) (values []float64, err error) {
	if t.solver == nil {
		it.Why, t.pattern, values = WhyFirst, m.Pattern, m.Values
		t.plan = t.opt.Order(t.pattern)
	} else if values, err = series.Spread(t.pattern, m); err != nil {
		it.Why, t.pattern = WhyPattern, union(t.pattern, m.Pattern)
		t.plan = t.opt.Order(t.pattern)
		if values, err = series.Spread(t.pattern, m); err != nil {
			return nil, err
		}
	} else {
		it.Kept, it.Why = t.keep(values)
	}
	if it.Why == "" {
		return values, nil
	}
	if err := t.renew(ctx, values); err != nil {
		return nil, err
	}
	it.New = t.figures(values)
	return values, nil
}

// union returns the pattern that has the entries of both.
func union(a, b *sparsity.Pattern) *sparsity.Pattern {
	var u series.Accumulator
	u.Add("", &sparsity.Matrix{Pattern: a})
	u.Add("", &sparsity.Matrix{Pattern: b})
	return u.Union()
}

// anyPivot is a tolerance that only pivots fail that are zero for all purposes.
const anyPivot = 1e-250

// keep factors with the pivots there are. It returns why they do not hold, or "".
func (t *Tracker) keep(values []float64) (*Figures, string) {
	t.solver.Tolerance = anyPivot
	t.spent += t.flops
	if t.solver.Refactor(values) != nil {
		return nil, WhyZero
	}
	f := t.figures(values)
	if f.Componentwise > t.opt.Limit {
		return f, WhyError
	}
	return f, ""
}

// renew factors with new pivots, as far as the limit of the series allows.
func (t *Tracker) renew(ctx context.Context, values []float64) error {
	opt := t.opt.Factor
	left := t.opt.MaxFlops - t.spent
	whole := t.opt.MaxFlops > 0 && !(opt.MaxFlops > 0 && opt.MaxFlops <= left)
	if whole && left <= 0 {
		return ErrBudget
	} else if whole {
		opt.MaxFlops = left
	}
	f, err := lu.Factor(ctx, t.pattern, values, t.plan, opt)
	var budget *lu.BudgetError
	if errors.As(err, &budget) {
		t.spent += budget.Stats.Flops
	}
	if whole && budget != nil && budget.Budget == lu.Flops {
		return ErrBudget
	} else if err != nil {
		return err
	}
	t.flops, t.solve = f.Stats.Flops, 2*float64(f.Stats.L+f.Stats.U+f.Stats.Off)
	if t.spent += t.flops; t.exhausted((1 + conditionSolutions) * t.solve) {
		return ErrBudget
	}
	t.solver, err = lu.NewSolver(f, t.pattern)
	return err
}

// figures returns what the factors that the solver holds are worth.
func (t *Tracker) figures(values []float64) *Figures {
	f := t.solver.Factors()
	b := RightHandSide(t.pattern, values)
	x := append([]float64(nil), b...)
	t.solver.Solve(x)
	t.spent += t.solve
	e := lu.Backward(t.pattern, values, x, b)
	return &Figures{ReciprocalGrowth: f.ReciprocalGrowth(t.pattern, values), LeastPivot: f.LeastPivot(),
		Componentwise: e.Componentwise, Normwise: e.Normwise}
}

// RightHandSide returns the right-hand side with which a [Tracker] checks pivots: A·x,
// where the elements of x are ±1. The signs follow no regular order: they are the top
// bits of a linear congruential generator.
//
// It panics if a value is missing.
func RightHandSide(a *sparsity.Pattern, values []float64) []float64 {
	b := make([]float64, a.Rows)
	state := uint64(1)
	for j := range a.Cols {
		state = state*0x5851f42d4c957f2d + 0x14057b7ef767814f
		sign := 1.0
		if state>>63 == 1 {
			sign = -1
		}
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			b[a.RowIdx[q]] += sign * values[q]
		}
	}
	return b
}
