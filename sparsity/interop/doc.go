// Package interop converts between the matrices of package sparsity and those
// of gonum.org/v1/gonum/mat and github.com/james-bowman/sparse.
//
// # What is an entry
//
// A pattern holds what is stored, so the source decides:
//
//   - CSR, CSC, COO, DOK, and every other [mat.NonZeroDoer]: each element the
//     source stores, also when its value is zero. (The banded and triangular
//     types of gonum skip their zeros themselves.)
//   - Everything else, dense matrices first: the elements whose value is not
//     zero. NaN is not zero; a negative zero is.
//
// On the way out every entry is stored, explicit zeros included, except in a
// dense matrix, which cannot tell them from the rest.
//
// # Duplicates
//
// The sources may list a position more than once. The values are summed in the
// order in which the source lists them, the position becomes one entry, and
// the surplus is counted. For a COO that is what its At method says. A CSR or
// CSC with duplicates contradicts itself: its At method finds the first, its
// products use the sum. It is the sum here.
//
// # What has no counterpart
//
// The types of james-bowman/sparse and the real types of gonum hold float64.
// A complex matrix goes to them with [ErrComplex] and one without values with
// [ErrNoValues]: neither an imaginary part nor a value is ever made up or
// dropped. [FromCMatrix] and [ToCDense] are the complex side.
package interop
