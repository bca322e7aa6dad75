// Package sparseio reads and writes files of sparse matrices.
//
// [Open] and [Read] find the format from the first bytes of the input. If the bytes
// do not decide, the name of the file does. The formats are Matrix Market,
// Rutherford-Boeing and Harwell-Boeing, SciPy's npz, binary matrices of PETSc, and
// MATLAB's MAT-files, each also compressed.
//
// # What a reader returns
//
// A [File] holds the whole matrix in compressed column form. Symmetric,
// skew-symmetric and Hermitian storage is expanded. Duplicates are summed and
// counted. A stored zero is an entry like any other. What a format forbids is a
// [*SyntaxError] with a position. What a format merely discourages, or what can be
// read in two ways, is a [Warning] beside the result.
//
// # Limits
//
// A reader allocates in proportion to the bytes it has read, never to the size that
// a header claims.
package sparseio
