// Package lu factorises square sparse matrices, real or complex, by Gaussian
// elimination with threshold partial pivoting.
//
// The method is the left-looking one of Gilbert and Peierls: column by column,
// a depth-first search over the columns of L that are done finds where the new
// column can be nonzero, so that the time is proportional to the arithmetic.
// The package takes the order of the columns from outside, in a [Plan], with a
// block upper triangular form where there is one: then only the diagonal blocks
// are factorised and what lies above them is kept as it is.
//
//	f, err := lu.Factor(ctx, pattern, values, lu.Plan{Col: order}, lu.Options{})
//
// For real matrices that differ in their values only, a [Solver] repeats the
// factorisation with the same pivots, several times faster and without
// allocation, and says when these pivots are no longer good.
//
// # What is an entry
//
// Structure follows the pattern of the matrix and the pivots alone. A stored
// zero is an entry, and an entry that elimination makes zero stays one, so that
// counts do not depend on cancellation and a factorisation of other values with
// the same pivots has the same structure. Programs that drop such zeros when
// they hand out their factors report smaller counts.
//
// # Failures a caller may act upon
//
// [ErrPivot] when the pivots of a [Solver] no longer do, [ErrBudget] when a budget ended the work, [ErrSingular] when a column has no
// nonzero pivot, [ErrNotFinite] for infinities and NaN in the matrix or by
// overflow. Each comes as a type with the position and with the [Stats] of what
// was done before.
package lu
