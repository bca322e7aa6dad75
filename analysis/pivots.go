package analysis

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// pivotMethod names the ordering under which pivots are followed through a series. It
// is one fixed ordering, because the recommended one is known only after all files are
// read.
const pivotMethod = "btf+amd"

// pivotBudget is how many budgets of a numeric LU the factorizations and solutions of a
// series may take together.
const pivotBudget = 4

// A pivotTask follows the pivots through the series. nil does nothing.
type pivotTask struct {
	tracker *pivots.Tracker
	err     error         // that ended the series
	took    time.Duration // so far
}

// newPivotTask returns nil where numeric LUs are turned off.
func (r *runner) newPivotTask() *pivotTask {
	if r.opt.Budget.Off || slices.Contains(r.opt.Exact, "none") || len(r.rest) == 0 {
		return nil
	}
	b := r.opt.Budget
	return &pivotTask{tracker: PivotTracker(pivots.Options{MaxFlops: pivotBudget * b.Flops,
		Factor:  lu.Options{Threshold: r.opt.PivotThreshold, MaxFlops: b.Flops, MaxBytes: b.Bytes},
		Explain: r.explainPivots})}
}

// PivotTracker returns the tracker that [Run] uses for a series: the options given, with
// minimum degree inside the blocks of the block triangular form as ordering.
func PivotTracker(opt pivots.Options) *pivots.Tracker {
	opt.Order, opt.Method = pivotOrder, pivotMethod
	return pivots.New(opt)
}

// explainPivots says why a series of pivots ended.
func (r *runner) explainPivots(err error) string {
	limit := ""
	var factor *lu.BudgetError
	switch {
	case errors.As(err, &factor):
	case errors.Is(err, pivots.ErrBudget):
		limit = units.Flops(pivotBudget * r.opt.Budget.Flops)
	case errors.Is(err, context.DeadlineExceeded):
		limit = (pivotBudget * r.opt.Budget.Time).String()
	}
	if limit != "" {
		return "together, the matrices would take more than " + limit + ". A larger --exact-budget raises this limit"
	}
	return r.explain(err)
}

// add takes the next file. An error of the context is reported elsewhere.
func (t *pivotTask) add(r *runner, f *sparseio.File) {
	if t == nil {
		return
	}
	ctx := r.ctx
	if most := r.opt.Budget.Time; most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, min(most, pivotBudget*most-t.took))
		defer cancel()
	}
	begin := time.Now()
	t.err = t.tracker.Add(ctx, f.Name, f.Matrix)
	t.took += time.Since(begin)
}

// addPivots adds the result to the document, or a warning.
func (r *runner) addPivots() {
	t := r.pivots
	if t == nil {
		return
	}
	r.doc.Pivots = t.tracker.Result()
	if r.doc.Pivots == nil && t.err != nil {
		r.doc.warn(pivotsAbsent, "how long pivots hold is unknown: "+r.explainPivots(t.err))
	}
}

// pivotOrder is minimum degree in each block of the block triangular form.
func pivotOrder(a *sparsity.Pattern) lu.Plan {
	f := btf.BlockTriangular(a)
	rows, cols := ordering.WithinBlocks(a, f, func(block *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(block), ordering.AMDOptions{})
		return p
	})
	return lu.Plan{Row: rows, Col: cols, BlockPtr: f.BlockPtr}
}
