package pivots

import (
	"context"
	"errors"
	"math"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// Options steer a [Tracker].
type Options struct {
	// Order finds the plan of a factorization. Method is its name in the result.
	Order  func(*sparsity.Pattern) lu.Plan
	Method string

	Factor lu.Options // of factorizations

	// Limit is the componentwise backward error above which pivots do not hold; 0 means
	// lu.DefaultLimit.
	Limit float64

	// MaxFlops ends the series before its factorizations take more flops together; 0
	// means no limit.
	MaxFlops float64
}

// Reasons why matrices are not checked, besides the errors of package lu.
var (
	ErrValues = errors.New("the matrix has no real values")
	ErrShape  = errors.New("the matrix is not square, or has another order")
	ErrBudget = errors.New("the factorizations take more flops than the limit")
)

// errStopped is the panic of a call after an error.
const errStopped = "pivots: Add after an error"

// A Tracker takes the matrices of a series one after another. It keeps no values.
type Tracker struct {
	opt     Options
	pattern *sparsity.Pattern
	plan    lu.Plan
	solver  *lu.Solver
	flops   float64 // of one factorization
	spent   float64
	list    []Iteration
	stopped error
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

// Add checks the next matrix, whose pattern must be canonical. After an error, Add must
// not be called again, and the result describes the matrices before.
//
// Cost: a factorization with known pivots, a solution, a condition estimate, and, where
// pivots do not hold, a factorization with new pivots.
//
// It fails with ErrValues, ErrShape, ErrBudget, and the errors of [lu.Factor] and
// [lu.NewSolver]. The end of ctx is an error of lu.Factor.
func (t *Tracker) Add(ctx context.Context, name string, m *sparsity.Matrix) error {
	if t.stopped != nil {
		panic(errStopped)
	}
	t.stopped = t.add(ctx, name, m)
	return t.stopped
}

func (t *Tracker) add(ctx context.Context, name string, m *sparsity.Matrix) error {
	a := m.Pattern
	switch {
	case !a.Square() || t.pattern != nil && a.Cols != t.pattern.Cols:
		return ErrShape
	case m.Complex() || !m.HasValues() && a.NNZ() > 0:
		return ErrValues
	case t.opt.MaxFlops > 0 && t.spent+t.flops > t.opt.MaxFlops:
		return ErrBudget
	}
	it := Iteration{Name: name, PivotsOf: len(t.list)}
	values, fits := t.fit(m)
	switch {
	case t.solver == nil:
		it.Why = WhyFirst
	case !fits:
		it.Why = WhyPattern
	default:
		it.Kept, it.Why = t.keep(values)
	}
	if it.Why != "" {
		if it.Why == WhyFirst || it.Why == WhyPattern {
			t.pattern, t.plan, values = a, t.opt.Order(a), m.Values
		}
		if err := t.renew(ctx, values); err != nil {
			return err
		}
		it.New = t.figures(values)
	} else {
		it.PivotsOf = t.list[len(t.list)-1].PivotsOf
	}
	if c := lu.Condition(t.solver.Factors(), t.pattern, values); c <= math.MaxFloat64 {
		it.Condition = c
	}
	t.spent += t.flops
	t.list = append(t.list, it)
	return nil
}

// fit returns the values of m in the order of the pattern in use, zero where m has no
// entry. It reports whether that has all entries of m.
func (t *Tracker) fit(m *sparsity.Matrix) (values []float64, fits bool) {
	a, p := t.pattern, m.Pattern
	if a == nil {
		return nil, false
	}
	if a.Equal(p) {
		return m.Values, true
	}
	values = make([]float64, a.NNZ())
	found := 0
	for j := range a.Cols {
		at, end := p.ColPtr[j], p.ColPtr[j+1]
		for q := a.ColPtr[j]; q < a.ColPtr[j+1] && at < end; q++ {
			if a.RowIdx[q] == p.RowIdx[at] {
				values[q] = m.Values[at]
				at, found = at+1, found+1
			}
		}
	}
	return values, found == p.NNZ()
}

// anyPivot is a tolerance that only pivots fail that are zero for all purposes.
const anyPivot = 1e-250

// keep factors with the pivots there are. It returns why they do not hold, or "".
func (t *Tracker) keep(values []float64) (*Figures, string) {
	t.solver.Tolerance = anyPivot
	if t.solver.Refactor(values) != nil {
		return nil, WhyZero
	}
	f := t.figures(values)
	if f.Componentwise > t.opt.Limit {
		return f, WhyError
	}
	return f, ""
}

// renew factors with new pivots.
func (t *Tracker) renew(ctx context.Context, values []float64) error {
	f, err := lu.Factor(ctx, t.pattern, values, t.plan, t.opt.Factor)
	if err != nil {
		return err
	}
	t.flops = f.Stats.Flops
	t.solver, err = lu.NewSolver(f, t.pattern)
	return err
}

// figures returns what the factors that the solver holds are worth.
func (t *Tracker) figures(values []float64) *Figures {
	f := t.solver.Factors()
	x := t.rightHandSide(values)
	b := append([]float64(nil), x...)
	t.solver.Solve(x)
	e := lu.Backward(t.pattern, values, x, b)
	return &Figures{ReciprocalGrowth: f.ReciprocalGrowth(t.pattern, values), LeastPivot: f.LeastPivot(),
		Componentwise: e.Componentwise, Normwise: e.Normwise}
}

// rightHandSide returns A·x, where the signs of x have no regular order: they are the top
// bits of a linear congruential generator.
func (t *Tracker) rightHandSide(values []float64) []float64 {
	b := make([]float64, t.pattern.Rows)
	state := uint64(1)
	for j := range t.pattern.Cols {
		state = state*0x5851f42d4c957f2d + 0x14057b7ef767814f
		sign := 1.0
		if state>>63 == 1 {
			sign = -1
		}
		for q := t.pattern.ColPtr[j]; q < t.pattern.ColPtr[j+1]; q++ {
			b[t.pattern.RowIdx[q]] += sign * values[q]
		}
	}
	return b
}
