// Package symbolic predicts the cost and the parallelism of a factorization for one
// ordering of a matrix, without numerical values.
//
// [Analyze] takes a pattern and an [Order] and runs the stages permute → tree →
// postorder → counts → supernodes. From the stages it computes fill, flops, memory,
// level sets, critical path, a schedule on a number of workers, and the levels of
// the triangular solves, within diagonal blocks and of the whole.
//
// # Which tree, and what its figures are
//
// An order names one of two trees.
//
// [SymmetricTree], "A+AT", is LU that takes its pivots from the diagonal of the
// permuted matrix. L and U are counted as the Cholesky factor of A+Aᵀ and its
// transpose. If the pattern is symmetric, the count is exact, except for entries
// that cancel. Otherwise it is an upper bound. If a matrix is in block triangular
// form, only its diagonal blocks are factorised: the analysis then runs on the
// blocks alone, and the entries between blocks are counted separately.
//
// [ColumnTree], "ATA", is LU with any choice of row pivots, or QR. U is counted as R
// of A = QR and L as the Householder vectors V, which hold the structure of every L
// and U that row interchanges can give (George and Ng, SIAM J. Sci. Stat. Comput.
// 8(6):877–898, 1987). Column by column the counts are upper bounds. For U and a
// matrix with the strong Hall property, no smaller bounds hold for all values, entry
// by entry. The bounds can still be far above the counts of a real factorization: a
// single row with d entries puts d(d+1)/2 entries into R. [NoPivoting] gives the
// figures of the first tree under the same order.
//
// # Exact structure
//
// Solvers that refactorise without pivoting, on a GPU or on threads, run the columns
// in levels of a graph that follows from the structure of L and U. [LULevelsOf]
// computes the levels, also exactly if the pattern is unsymmetric, under the rules
// of NICSLU, GLU 2.0 and GLU 3.0. An analysis has them if [Options] asks for them.
//
// # Task models
//
// How parallel a factorization can be depends on what a task is. [TaskModels] has
// figures for columns, for pipelined columns and for panels in two dimensions, each
// with its work T1, its critical path T∞ and schedules. T1/T∞ limits the speed-up
// within its model only.
//
// # Units
//
// Work is floating-point operations, as float64: see [etree.LUFlops]. Entries are
// int64. Heights and levels are counted in columns. Rows and columns are numbered
// from 0.
//
// Everything here runs on one goroutine, and is a function of its arguments.
package symbolic
