package analysis

import (
	"context"

	"github.com/nrkit/nrkit/ordering/named"
)

// A count is what an ordering by minimum degree knows of its factors while it
// eliminates: upper bounds for the columns that are done. They are compared with
// those of another ordering, which are as loose.
type count named.Count

// A limit is what an ordering may reach before it is stopped. The zero value
// stops nothing.
type limit struct {
	entries float64 // of L and U, the diagonal of both, and between blocks
	flops   float64
}

// A watch follows an ordering while it runs, and stops it. The zero value lets
// everything run to its end.
type watch struct {
	ctx     context.Context // nil: never cancelled
	expired func() bool     // reports that the time is up; nil: never
	settled func() bool     // reports that nothing can win any more; nil: never
	unpaid  func() bool     // reports that the ordering cannot pay for itself; nil: never
	limit   limit
	paying  limit // beyond which it cannot pay for itself
	between int64 // entries between diagonal blocks
	workers int   // goroutines that the ordering may use; 0 means 1

	columns int    // of the blocks that are ordered
	done    count  // of these
	reached count  // when it was stopped
	reason  reason // why it was stopped, "" when it was not
}

// A reason says why an ordering did not finish.
type reason string

const (
	overLimit reason = "limit"
	overTime  reason = "time"
	cancelled reason = "cancelled"
	nothing   reason = "nothing to gain"
	unpaid    reason = "does not pay"
)

// stop reports whether to end an ordering that has counted c so far in the
// matrix, or the block, that it is at.
func (w *watch) stop(c count) bool {
	c = w.done.plus(c)
	switch {
	case w.ctx != nil && w.ctx.Err() != nil:
		w.reason = cancelled
	case w.expired != nil && w.expired():
		w.reason = overTime
	case w.settled != nil && w.settled():
		w.reason = nothing
	case w.unpaid != nil && w.unpaid():
		w.reason = unpaid
	case w.limit.exceeded(c, w.between):
		w.reason = overLimit
	case w.paying.exceeded(c, w.between):
		w.reason = unpaid
	default:
		return false
	}
	w.reached = c
	return true
}

// finished adds the counts of a matrix, or a block, of n columns.
func (w *watch) finished(n int, c count) {
	w.columns += n
	w.done = w.done.plus(c)
}

// total returns the counts of all n columns: those in blocks that were too small
// to be ordered have their diagonal at least.
func (w *watch) total(n int) count { return w.done.plus(count{NNZL: int64(n - w.columns)}) }

func (c count) plus(d count) count { return count{c.NNZL + d.NNZL, c.FlopsLU + d.FlopsLU} }

// entries returns what a limit compares.
func (c count) entries(between int64) float64 { return 2*float64(c.NNZL) + float64(between) }

// exceeded reports whether c is beyond the limit in both figures: with fewer
// entries, or with fewer flops, an ordering may still win.
func (l limit) exceeded(c count, between int64) bool {
	return l.flops > 0 && c.entries(between) > l.entries && c.FlopsLU > l.flops
}
