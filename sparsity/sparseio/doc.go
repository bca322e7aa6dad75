// Package sparseio reads and writes files of sparse matrices.
//
// [Open] and [Read] find the format from the first bytes of the input, and
// from its name where those do not tell: Matrix Market, Rutherford-Boeing and
// Harwell-Boeing, SciPy's npz, binary matrices of PETSc, and MATLAB's MAT-files,
// each also compressed.
//
// # What a reader returns
//
// A [File] holds the whole matrix in compressed column form: symmetric,
// skew-symmetric and Hermitian storage is expanded, duplicates are summed and
// counted, and a stored zero is an entry like any other. What a format
// forbids is a [*SyntaxError] with a position; what it merely discourages, or
// what can be read in two ways, is a [Warning] beside the result.
//
// # Limits
//
// A reader allocates in proportion to the bytes it has seen, never to what a
// header claims.
package sparseio
