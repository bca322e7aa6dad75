// Package symbolic says what a factorization will cost and how parallel it can
// be, for one ordering of a matrix, before any number is touched.
//
// [Analyze] takes a pattern and an [Order] and runs the stages permute → tree →
// postorder → counts → supernodes, from which it reads fill, flops, memory,
// level sets, critical path, a schedule on a number of workers, and the levels
// of the triangular solves, within diagonal blocks and of the whole.
//
// # Which tree, and what its figures are
//
// An order names one of two trees.
//
// [SymmetricTree], "A+AT", is LU that takes its pivots from the diagonal of the
// permuted matrix. L and U are counted as the Cholesky factor of A+Aᵀ and its
// transpose. Where the pattern is symmetric that is exact, but for entries that
// cancel; otherwise it is an upper bound. A matrix in block triangular form has
// only its diagonal blocks factorised: the analysis then runs on them alone,
// and the entries between blocks are counted beside it.
//
// [ColumnTree], "ATA", is LU with any choice of row pivots, or QR. U is counted
// as R of A = QR and L as the Householder vectors V, which hold the structure
// of every L and U that row interchanges can give (George and Ng, SIAM J. Sci.
// Stat. Comput. 8(6):877–898, 1987). Column by column the counts are upper
// bounds. For U and a matrix with the strong Hall property no smaller ones hold
// for all values, entry by entry; yet they can be far from what a factorization
// meets: a row with d entries alone puts d(d+1)/2 entries into R. The figures
// of the first kind under the same order come with it, see [NoPivoting].
//
// # Exact structure
//
// Solvers that refactorise without pivoting, on a GPU or on threads, run the
// columns in levels of a graph that the structure of L and U gives. [LULevelsOf]
// computes it, exactly also where the pattern is unsymmetric, under the rules of
// NICSLU, GLU 2.0 and GLU 3.0; an analysis has it where [Options] ask for it.
//
// # Units
//
// Work is floating-point operations, as float64: see [etree.LUFlops]. Entries
// are int64. Heights and levels are counted in columns. Rows and columns are
// numbered from 0.
//
// Everything here runs on one goroutine, and is a function of its arguments.
package symbolic
