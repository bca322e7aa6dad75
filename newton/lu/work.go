package lu

import (
	"context"
	"math"
)

// pollEvery is the flops between two looks at the context: about a
// millisecond of work.
const pollEvery = 1 << 20

// pollColumns is the columns between two looks at the context, for matrices
// that take little arithmetic. It is a power of two.
const pollColumns = 1 << 10

// work counts flops and knows at which count something has to be checked.
type work struct {
	ctx   context.Context
	done  int64 // of the columns that are done
	limit int64 // of the budget
	stop  int64 // check when the count passes this
}

func newWork(ctx context.Context, maxFlops float64) work {
	w := work{ctx: ctx, limit: math.MaxInt64}
	if maxFlops > 0 && maxFlops < math.MaxInt64 {
		w.limit = int64(maxFlops)
	}
	return w
}

// check returns the error of the budget that does not allow flops more than
// what is done, without statistics, and else sets stop anew.
func (w *work) check(flops int64) *BudgetError {
	if flops > w.limit-w.done {
		return &BudgetError{Budget: Flops}
	}
	if err := w.ctx.Err(); err != nil {
		return &BudgetError{Budget: Time, Cause: context.Cause(w.ctx)}
	}
	w.stop = w.limit
	if w.limit-w.done-flops > pollEvery {
		w.stop = w.done + flops + pollEvery
	}
	return nil
}
