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
// The time of an operation depends on where its data lie. A machine has one time for
// each level of its memory, and [Machine.At] interpolates between the levels by the
// working set.
//
// Three effects count besides operations. A processor learns the lengths of short loops
// if the same matrix is factorised again and again: updates beyond ten thousand cost
// more than the first. Factors that half of the last cache cannot hold are read from
// memory. Columns of the matrix that are far apart in memory miss the caches.
//
// # Coefficients
//
// The coefficients are embedded in the package. scripts/fit-prediction measures the
// real libraries on matrices of several families, and fits the coefficients so that
// the relative errors are small. bench/RESULTS-prediction.md has the errors on
// families that were left out of the fit.
//
// # Intervals
//
// An interval holds the measured time in 80 of 100 cases. Its width is the spread of
// the errors on the families left out. The interval is wider if the machine was not
// calibrated, or if the counts are upper bounds.
//
// # What the model cannot know
//
// The counts assume pivots from the diagonal. A solver that interchanges rows for
// numerical reasons can have more entries than predicted.
package prediction
