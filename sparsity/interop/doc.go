// Package interop converts between the matrices of package sparsity and the matrices
// of gonum.org/v1/gonum/mat and github.com/james-bowman/sparse.
//
// # What is an entry
//
// A pattern holds what is stored, so the source decides:
//
//   - CSR, CSC, COO, DOK, and every other [mat.NonZeroDoer]: each element the source
//     stores, also when its value is zero. (The banded and triangular types of gonum
//     skip their zeros themselves.)
//   - All other matrices, such as dense matrices: the elements whose value is not
//     zero. NaN is not zero; a negative zero is zero.
//
// On the way out every entry is stored, explicit zeros included. The exception is a
// dense matrix, in which zeros and absent entries look the same.
//
// # Duplicates
//
// The sources may list a position more than once. The values are summed in the order
// in which the source lists them, the position becomes one entry, and the surplus is
// counted. For a COO the sum is what its At method returns. A CSR or CSC with
// duplicates contradicts itself: its At method returns the first value, but its
// products use the sum. Here the sum is used.
//
// # What has no counterpart
//
// The types of james-bowman/sparse and the real types of gonum hold float64. The
// conversion of a complex matrix to them returns [ErrComplex], and the conversion of
// a matrix without values returns [ErrNoValues]: no imaginary part and no value is
// ever made up or dropped. For complex matrices there are [FromCMatrix] and
// [ToCDense].
package interop
