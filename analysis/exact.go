package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// Exact is what a numeric LU with threshold partial pivoting found. Entries
// count by structure, also where elimination made them zero.
type Exact struct {
	Method         string  `json:"method"`
	PivotThreshold float64 `json:"pivot_threshold"`

	NNZL         int64   `json:"nnz_l"`  // entries of L, with its diagonal
	NNZU         int64   `json:"nnz_u"`  // entries of U, with its diagonal
	NNZLU        int64   `json:"nnz_lu"` // of both, the diagonal once
	NNZOffBlocks int64   `json:"nnz_off_blocks"`
	FillRatio    float64 `json:"fill_ratio"` // with the entries between blocks, by the entries of the matrix
	FillIn       int64   `json:"fill_in"`
	Flops        float64 `json:"flops"`
	PeakBytes    int64   `json:"peak_bytes"` // largest memory held at a time

	OffDiagonalPivots int `json:"off_diagonal_pivots"`

	// Levels of the triangular solves within the diagonal blocks.
	LevelsL symbolic.LevelSets `json:"levels_l"`
	LevelsU symbolic.LevelSets `json:"levels_u"`

	FactorNS int64 `json:"factor_ns,omitempty"` // with Options.Timings
}

// exact runs the numeric LUs that were asked for. When nobody asked for any,
// it is that of the recommended ordering, and where pivoting spoils that one,
// those of the others.
func (r *runner) exact() error {
	defer func(start time.Time) { r.times.ExactNS = time.Since(start).Nanoseconds() }(time.Now())
	list := r.toFactor()
	if why := r.unfactorable(); why != "" && len(list) > 0 {
		r.doc.warn(exactAbsent, "no exact fill: "+why)
		list = nil
	}
	for k := 0; k < len(list); k++ {
		if err := r.factorOne(list[k]); err != nil {
			return err
		}
		if k == 0 && len(r.opt.Exact) == 0 && r.surprised() {
			list = append(list, r.others(list[0])...)
		}
	}
	r.step("exact")
	return nil
}

// WithoutExact reports whether a warning says why there is no exact fill.
func WithoutExact(w Warning) bool { return w.Code == exactAbsent || w.Code == numericallySingular }

// factorOne adds the exact fill of o to the document, or a warning. Its error
// is that of the context.
func (r *runner) factorOne(o *Ordering) error {
	if why := r.beyondBudget(o); why != "" {
		r.doc.warn(exactAbsent, "no exact fill for "+o.Method+": "+why)
		return nil
	}
	e, err := r.factor(o)
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if err != nil {
		code := exactAbsent
		if errors.Is(err, lu.ErrSingular) {
			code = numericallySingular
		}
		r.doc.warn(code, "no exact fill for "+o.Method+": "+r.explain(err))
		return nil
	}
	r.doc.Exact = append(r.doc.Exact, e)
	return nil
}

// surprise is how many times the entries that were predicted for pivots from
// the diagonal make it worth looking at other orderings.
const surprise = 2

// surprised reports whether the first exact fill is far above its prediction.
func (r *runner) surprised() bool {
	if len(r.doc.Exact) == 0 {
		return false
	}
	e := r.doc.Exact[0]
	return float64(e.entries()) > surprise*float64(CostOf(r.doc.Ordering(e.Method)).NNZ)
}

// others returns the orderings for fill besides o, but for those that have the
// fill of another one.
func (r *runner) others(o *Ordering) []*Ordering {
	var list []*Ordering
	for _, other := range r.doc.Orderings {
		if other != o && other.Method != "natural" && other.Method != "rcm" && other.Equivalent == nil {
			list = append(list, other)
		}
	}
	return list
}

// entries returns what the factors hold, the entries between blocks included.
func (e *Exact) entries() int64 { return e.NNZLU + e.NNZOffBlocks }

// toFactor returns the orderings to factor.
func (r *runner) toFactor() []*Ordering {
	names := r.opt.Exact
	if len(names) == 0 {
		names = []string{"best"}
	}
	if r.opt.Budget.Off || slices.Contains(names, "none") || r.doc.Best == nil {
		return nil
	}
	var list []*Ordering
	for _, o := range r.doc.Orderings {
		if slices.Contains(names, "all") || slices.Contains(names, o.Method) ||
			slices.Contains(names, "best") && o.Method == r.doc.Best.Recommended {
			list = append(list, o)
		}
	}
	return list
}

// certainSymmetry is the pattern symmetry from which on the counts for pivots
// from the diagonal are taken as what a factorization would meet.
const certainSymmetry = 0.99

// symmetry returns the pattern symmetry of the matrix that is factored.
func (r *runner) symmetry() float64 {
	if m := r.doc.Matching; m != nil {
		return m.PatternSymmetry
	}
	return r.doc.Structure.Symmetry.Pattern
}

// unfactorable returns why the matrix has no LU under any ordering, or "".
func (r *runner) unfactorable() string {
	a, s := r.subject.pattern, r.doc.Structure
	switch {
	case !a.Square():
		return fmt.Sprintf("the matrix is %s, and an LU needs a square one", shape(a.Rows, a.Cols))
	case !r.subject.matrix.HasValues():
		return "the file has no values"
	case s.StructuralRank < a.Cols:
		return fmt.Sprintf("the matrix is structurally singular, of rank %s of %s at most",
			units.Integer(s.StructuralRank), units.Integer(a.Cols))
	}
	return ""
}

// beyondBudget returns why the numeric LU under o is not worth starting, or "".
func (r *runner) beyondBudget(o *Ordering) string {
	flops, limit := CostOf(o).Flops, r.opt.Budget.Flops
	if limit > 0 && flops > limit && r.symmetry() >= certainSymmetry {
		return fmt.Sprintf("%s are predicted, above the budget of %s; --exact-budget raises it", units.Flops(flops), units.Flops(limit))
	}
	return ""
}

// factor runs the numeric LU under the order of o, within the budget.
func (r *runner) factor(o *Ordering) (*Exact, error) {
	ctx := r.ctx
	if r.opt.Budget.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, r.opt.Budget.Time)
		defer stop()
	}
	plan := lu.Plan{Row: o.Order.Rows, Col: o.Order.Cols, BlockPtr: o.Order.BlockPtr}
	opt := lu.Options{Threshold: r.opt.PivotThreshold, MaxFlops: r.opt.Budget.Flops, MaxBytes: r.opt.Budget.Bytes}
	if opt.Expect = CostOf(o).NNZ/2 + int64(r.subject.pattern.Cols); r.symmetry() < certainSymmetry {
		opt.Expect = min(opt.Expect, 4*int64(r.subject.pattern.NNZ()))
	}
	start := time.Now()
	e := &Exact{Method: o.Method, PivotThreshold: opt.Threshold}
	m := r.subject.matrix
	var err error
	if m.Complex() {
		err = fillExact(ctx, e, m.Pattern, lu.Complex(m), plan, opt)
	} else {
		err = fillExact(ctx, e, m.Pattern, m.Values, plan, opt)
	}
	if r.opt.Timings {
		e.FactorNS = time.Since(start).Nanoseconds()
	}
	return e, err
}

// fillExact factors the matrix and takes the figures.
func fillExact[T lu.Scalar](ctx context.Context, e *Exact, a *sparsity.Pattern, values []T, plan lu.Plan, opt lu.Options) error {
	f, err := lu.Factor(ctx, a, values, plan, opt)
	if err != nil {
		return err
	}
	s := f.Stats
	e.NNZL, e.NNZU, e.NNZOffBlocks = s.L, s.U, s.Off
	e.NNZLU = s.L + s.U - int64(s.N)
	e.FillIn = e.NNZLU + s.Off - int64(a.NNZ())
	if a.NNZ() > 0 {
		e.FillRatio = float64(e.NNZLU+s.Off) / float64(a.NNZ())
	}
	e.Flops, e.PeakBytes, e.OffDiagonalPivots = s.Flops, s.Bytes, s.OffDiagonal
	e.LevelsL = symbolic.SolveLevels(f.L.Pattern)
	e.LevelsU = symbolic.SolveLevelsUpper(f.U.Pattern)
	return nil
}

// explain puts the failure of a numeric LU into words.
func (r *runner) explain(err error) string {
	var budget *lu.BudgetError
	var singular *lu.SingularError
	var finite *lu.FiniteError
	switch {
	case errors.As(err, &budget):
		return fmt.Sprintf("the budget of %s ended it after %s of %s columns, with %s entries in the factors; --exact-budget raises it",
			budget.Budget, units.Integer(budget.Stats.Columns), units.Integer(budget.Stats.N), units.Integer(budget.Stats.L+budget.Stats.U))
	case errors.As(err, &singular):
		return fmt.Sprintf("the matrix is numerically singular: %s has no pivot after %s of %s",
			r.column(singular.Column), units.Integer(singular.Stats.Columns), units.Integer(singular.Stats.N))
	case errors.As(err, &finite) && finite.Overflow:
		return fmt.Sprintf("elimination overflows in %s", r.column(finite.Column))
	case errors.As(err, &finite):
		return fmt.Sprintf("the value in %s of %s is not finite", r.row(r.moved(finite.Row)), r.column(finite.Column))
	}
	return err.Error()
}
