// Package pivots answers how long the pivots of a factorization hold in a series of
// matrices, such as the Jacobians of Newton iterations.
//
// It factors the first matrix and factors the others with the same pivots. As soon as a
// solution with these pivots is inaccurate, it chooses new pivots, and goes on with
// them.
//
// # What counts
//
// Pivots hold if the componentwise backward error of a solution is at most the limit,
// 1e-8 by default: see [lu.BackwardError]. The right-hand side is A·x for a vector x
// with elements ±1 in no regular order. Pivot growth and pivot sizes are reported
// beside the backward error, and decide nothing: [Result] counts how often the rule
// "rgrowth < √ε" of KLU users errs.
package pivots
