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

// Exact is the result of a numeric LU with threshold partial pivoting. Entries count
// by structure, even if elimination made them zero.
type Exact struct {
	Method string `json:"method"` // ordering of the columns, and of the preferred pivots

	// a diagonal entry is the pivot if its magnitude is at least this share of the
	// largest in its column. Otherwise the pivot is an entry in a short row, with
	// a share of at least 0.1 and at least this threshold
	PivotThreshold float64 `json:"pivot_threshold"`

	NNZL         int64   `json:"nnz_l"`          // entries of L, including its unit diagonal
	NNZU         int64   `json:"nnz_u"`          // entries of U, including its diagonal
	NNZLU        int64   `json:"nnz_lu"`         // entries of L and U, the diagonal counted once
	NNZOffBlocks int64   `json:"nnz_off_blocks"` // entries between diagonal blocks
	NNZTotal     int64   `json:"nnz_total"`      // `nnz_lu` + `nnz_off_blocks`: all entries that a solver stores
	FillRatio    float64 `json:"fill_ratio"`     // `nnz_total` divided by the number of matrix entries
	FillIn       int64   `json:"fill_in"`        // `nnz_total` minus the number of matrix entries

	// flops of the LU: one per division, two per multiplication with subtraction.
	// Complex operations count as real operations
	Flops float64 `json:"flops"`

	PeakBytes int64 `json:"peak_bytes"` // largest memory that the factorization held at one time

	OffDiagonalPivots int `json:"off_diagonal_pivots"` // number of pivots that are not the diagonal entry

	// levels of the forward substitution within the diagonal blocks, with the
	// actual pivots
	LevelsL symbolic.LevelSets `json:"levels_l"`

	LevelsU symbolic.LevelSets `json:"levels_u"` // levels of the backward substitution within the diagonal blocks

	// levels of the whole triangular solve, in which diagonal blocks wait for each
	// other: see docs/lu-levels.md#the-whole-triangular-solve. Each row counts as
	// two operations
	LevelsSolve symbolic.LevelSets `json:"levels_solve"`

	FactorNS int64 `json:"factor_ns,omitempty"` // time of the LU; absent without `--timings`

	positive bool // all pivots are real and positive
}

// exact adds to the document what the numeric LU of the winner of t found, and
// what numeric LUs of the orderings that were asked for by name find. Its error is
// the error of the context.
func (r *runner) exact(t *trial) error {
	for _, o := range r.doc.Orderings {
		w := t.winner
		switch {
		case w != nil && o.Method == w.Method && w.exact != nil:
			r.doc.Exact = append(r.doc.Exact, w.exact)
		case r.costs:
		case slices.Contains(r.opt.Exact, "all") || slices.Contains(r.opt.Exact, o.Method):
			if err := r.factorOne(o, t); err != nil {
				return err
			}
		}
	}
	if w := t.winner; w != nil { // a fill that was asked for may be less than what the budget let others find
		r.doc.Winners.Recommended, r.doc.Winners.Criterion, r.doc.Winners.Unverified = w.Method, CriterionExact, ""
	}
	return nil
}

// WithoutExact reports whether a warning says why there is no exact fill.
func WithoutExact(w Warning) bool { return w.Code == exactAbsent || w.Code == numericallySingular }

// factorOne adds the exact fill of o to the document, or a warning. Its error
// is that of the context.
func (r *runner) factorOne(o *Ordering, t *trial) error {
	c := t.find(o)
	switch {
	case c != nil && c.State == Failed:
		if c != t.list[0] { // of which there is a warning
			r.warnFailed(o.Method, c.err)
		}
		return nil
	case c != nil && c.State == Factored:
		r.doc.Exact = append(r.doc.Exact, c.exact)
		return nil
	}
	if c == nil {
		c = r.newAttempt(method{}, o)
	}
	if why := c.tooLarge(); why != nil {
		r.warnFailed(o.Method, why)
		return nil
	}
	e, _, err := r.factor(r.ctx, o, lu.Options{MaxFlops: r.opt.Budget.Flops})
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if err != nil {
		r.warnFailed(o.Method, err)
		return nil
	}
	r.doc.Exact = append(r.doc.Exact, e)
	t.found(c, e)
	return nil
}

// warnFailed adds the warning that a numeric LU did not end.
func (r *runner) warnFailed(method string, err error) {
	code := exactAbsent
	if errors.Is(err, lu.ErrSingular) {
		code = numericallySingular
	}
	r.doc.warn(code, "no exact fill for "+method+": "+r.explain(err))
}

// entries returns what the factors hold, the entries between blocks included.
func (e *Exact) entries() int64 { return e.NNZLU + e.NNZOffBlocks }

// unfactorable returns why the matrix has no LU under any ordering, or "".
func (r *runner) unfactorable() string {
	a := r.subject.pattern
	switch {
	case !a.Square():
		return fmt.Sprintf("the matrix is %s, and an LU needs a square matrix", shape(a.Rows, a.Cols))
	case !r.subject.matrix.HasValues():
		return "the file has no values"
	case r.subject.singular():
		return fmt.Sprintf("the matrix is structurally singular: its rank is at most %s of %s",
			units.Integer(r.subject.matching().Size), units.Integer(a.Cols))
	}
	return ""
}

// tooLarge returns why the numeric LU of a candidate is not worth starting, nil
// where it is.
func (c *attempt) tooLarge() error {
	limit := c.in.opt.Budget.Flops
	if limit > 0 && c.FlopsPredicted > limit && c.certain {
		return fmt.Errorf("%s are predicted, above the budget of %s; --exact-budget raises the budget", units.Flops(c.FlopsPredicted), units.Flops(limit))
	}
	return nil
}

// factor runs the numeric LU under the order of o, within the limits and the
// budgets of memory and time. The statistics are there where it fails too.
func (r *runner) factor(ctx context.Context, o *Ordering, opt lu.Options) (*Exact, lu.Stats, error) {
	if r.opt.Budget.Time > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, r.opt.Budget.Time)
		defer stop()
	}
	plan := lu.Plan{Row: o.Order.Rows, Col: o.Order.Cols, BlockPtr: o.Order.BlockPtr}
	opt.Threshold, opt.MaxBytes = r.opt.PivotThreshold, r.opt.Budget.Bytes
	opt.Expect = CostOf(o).NNZ/2 + int64(r.subject.pattern.Cols)
	if certain, _ := r.certainty(&o.Order); !certain {
		opt.Expect = min(opt.Expect, 4*int64(r.subject.pattern.NNZ()))
	}
	if opt.MaxEntries > 0 {
		opt.Expect = min(opt.Expect, opt.MaxEntries/2+int64(r.subject.pattern.Cols))
	}
	start := time.Now()
	e := &Exact{Method: o.Method, PivotThreshold: opt.Threshold}
	m := r.subject.matrix
	var stats lu.Stats
	var err error
	if m.Complex() {
		stats, err = fillExact(ctx, e, m.Pattern, lu.Complex(m), plan, opt)
	} else {
		stats, err = fillExact(ctx, e, m.Pattern, m.Values, plan, opt)
	}
	if r.opt.Timings {
		e.FactorNS = time.Since(start).Nanoseconds()
	}
	return e, stats, err
}

// fillExact factors the matrix and takes the figures.
func fillExact[T lu.Scalar](ctx context.Context, e *Exact, a *sparsity.Pattern, values []T, plan lu.Plan, opt lu.Options) (lu.Stats, error) {
	f, err := lu.Factor(ctx, a, values, plan, opt)
	if err != nil {
		return statsOf(err), err
	}
	s := f.Stats
	e.NNZL, e.NNZU, e.NNZOffBlocks = s.L, s.U, s.Off
	e.NNZLU = s.L + s.U - int64(s.N)
	e.NNZTotal = e.NNZLU + s.Off
	e.FillIn = e.NNZLU + s.Off - int64(a.NNZ())
	if a.NNZ() > 0 {
		e.FillRatio = float64(e.NNZLU+s.Off) / float64(a.NNZ())
	}
	e.Flops, e.PeakBytes, e.OffDiagonalPivots = s.Flops, s.Bytes, s.OffDiagonal
	e.positive = allPositive(f.Diag)
	e.LevelsL = symbolic.SolveLevels(f.L.Pattern)
	e.LevelsU = symbolic.SolveLevelsUpper(f.U.Pattern)
	e.LevelsSolve = symbolic.SolveLevelsWhole(f.L.Pattern, f.U.Pattern, f.Off.Pattern, f.BlockPtr)
	return s, nil
}

// statsOf returns what a numeric LU had done when it failed.
func statsOf(err error) (s lu.Stats) {
	var budget *lu.BudgetError
	var singular *lu.SingularError
	var finite *lu.FiniteError
	switch {
	case errors.As(err, &budget):
		s = budget.Stats
	case errors.As(err, &singular):
		s = singular.Stats
	case errors.As(err, &finite):
		s = finite.Stats
	}
	return s
}

// explain puts the failure of a numeric LU into words.
func (r *runner) explain(err error) string {
	var budget *lu.BudgetError
	var singular *lu.SingularError
	var finite *lu.FiniteError
	switch {
	case errors.As(err, &budget):
		return fmt.Sprintf("the budget of %s stopped the numeric LU after %s of %s columns, with %s entries in the factors; --exact-budget raises the budget",
			budget.Budget, units.Integer(budget.Stats.Columns), units.Integer(budget.Stats.N), units.Integer(budget.Stats.L+budget.Stats.U))
	case errors.As(err, &singular):
		return fmt.Sprintf("the matrix is numerically singular: %s has no pivot after %s of %s columns",
			r.column(singular.Column), units.Integer(singular.Stats.Columns), units.Integer(singular.Stats.N))
	case errors.As(err, &finite) && finite.Overflow:
		return fmt.Sprintf("elimination overflows in %s", r.column(finite.Column))
	case errors.As(err, &finite):
		return fmt.Sprintf("the value in %s of %s is not finite", r.row(r.moved(finite.Row)), r.column(finite.Column))
	}
	return err.Error()
}
