// Package lu factorises square sparse matrices, real or complex, by Gaussian
// elimination with threshold partial pivoting.
//
// The method is the left-looking method of Gilbert and Peierls, column by column. A
// depth-first search over the finished columns of L finds where the new column can
// be nonzero, so that the time is proportional to the arithmetic. The caller gives
// the order of the columns in a [Plan], with a block upper triangular form if there
// is one. Then only the diagonal blocks are factorised, and the entries above them
// are kept as they are.
//
//	f, err := lu.Factor(ctx, pattern, values, lu.Plan{Col: order}, lu.Options{})
//
// For real matrices that differ in their values only, a [Solver] repeats the
// factorisation with the same pivots, several times faster and without allocation.
// It reports when these pivots are no longer good. [Solver.SetWorkers] divides each
// refactorisation among goroutines: first subtrees of the elimination tree, which need
// nothing from each other, and then the columns above them. A column above the
// subtrees waits for the columns that it needs. The results are the same bits for any
// number of goroutines.
//
// # What is an entry
//
// Structure follows from the pattern of the matrix and the pivots alone. A stored
// zero is an entry, and an entry that elimination makes zero stays an entry. Counts
// therefore do not depend on cancellation, and a factorisation of other values with
// the same pivots has the same structure. Programs that drop such zeros when they
// return their factors report smaller counts.
//
// # Failures a caller may act upon
//
//   - [ErrPivot]: the pivots of a [Solver] are no longer good. A [Guarded] chooses new ones.
//   - [ErrBudget]: a budget ended the work.
//   - [ErrSingular]: a column has no nonzero pivot.
//   - [ErrNotFinite]: infinities or NaN in the matrix, or overflow.
//
// Each comes as a type with the position and with the [Stats] of the work done
// before.
package lu
