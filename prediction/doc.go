// Package prediction predicts how long sparse direct solvers take for one matrix
// under one ordering: analysis, factorization, refactorization and solve of
// newton/lu, KLU, UMFPACK, SuperLU and CHOLMOD on one core.
//
//	f := prediction.Of(pattern, analysis, prediction.Options{})
//	t, ok := prediction.Default().Time(prediction.KLU, prediction.Refactor, f, machine)
//
// # The model
//
// The time of a phase is a sum of few terms. Each term is a count of the symbolic
// analysis, times the time that one such operation takes on the machine, times a
// coefficient that is not negative. For the refactorization of KLU the counts are
// multiply-adds, updates of a column by a column, entries and columns.
//
// Few terms know where the data lie. A load from the matrix out of order has the latency
// of the level of memory that holds the matrix; a jump in a vector has the latency of the
// vector. Factors that half of the last cache cannot hold add loads from memory.
// Multiply-adds and updates have the times of the L1 cache, whatever the size of the
// factors.
//
// A processor learns the lengths of short loops if the same matrix is factorised again
// and again: updates beyond ten thousand cost more than the first. Surprises are loops whose
// lengths a small branch predictor does not foresee from the lengths before: a band has none, a
// tree has many. They are counted for factorizations by columns, for the rows of CHOLMOD's
// simplicial method, and for the fronts of UMFPACK.
//
// UMFPACK and SuperLU are counted by their own rules. SuperLU merges subtrees of up to
// 10 columns at the leaves of the column elimination tree into supernodes. Without
// interchanges of rows, it stores 1.00 to 1.013 times the counted entries on the matrices
// of the fit. UMFPACK is followed step by step: which pivots extend a front, which elements
// the front takes up, and how many instructions that takes. KLU's own analysis searches for a matching; the same search counts its visits.
//
// # Coefficients
//
// The coefficients are embedded in the package. scripts/fit-prediction measures the
// real libraries on matrices of several families on two computers (AMD Zen 4 and Intel
// Emerald Rapids), and fits the coefficients so that the relative errors are small.
// A count such as the updates may have two terms: one with the time of a short column,
// which is mostly a mispredicted branch, and one with the time of an update. bench/RESULTS-prediction.md has the errors on
// families that were left out of the fit. UMFPACK, SuperLU and CHOLMOD were measured
// with the reference BLAS.
//
// All times are of repeated work with warm caches.
//
// # Intervals
//
// An interval holds 80 % of the times measured on families left out, over all families;
// within one family it holds more or less. On a microarchitecture of the fit, it is from
// the errors there. Elsewhere, it reaches from the least to the greatest end of these
// intervals. It is wider for
// factors that half of the last cache cannot hold. It is also wider unless the machine was
// calibrated and has a microarchitecture of the fit. How much wider was measured: each
// computer was predicted from the coefficients of the other. Beyond the largest matrices of the fit
// [Model.Extrapolates] is true, and intervals are three times as wide, which is an
// assumption.
//
// No prediction is shorter than reading the factors takes at the rate measured on the
// machine.
//
// # What the model cannot know
//
// The counts assume pivots from the diagonal. A solver that interchanges rows for
// numerical reasons can have more entries than predicted.
package prediction
