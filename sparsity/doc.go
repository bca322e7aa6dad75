// Package sparsity holds sparse matrices in compressed column form and the
// elementary operations on their patterns.
//
// A [Pattern] is where the entries are and knows no values; a [Matrix] is
// values laid on a pattern. Symbolic analysis takes patterns only, so it
// cannot depend on a value by accident: an entry that is stored is an entry,
// also when its value is zero.
//
// # Conventions, used by every package of the module
//
// Rows and columns are numbered from 0; -1 means none. Row indices take 32
// bits and column pointers 64. A [Perm] maps new to old: p[k] is the original
// index that is placed k-th; the opposite direction is another type, [Inverse].
//
// A pattern is canonical when the rows of each column ascend strictly. Readers
// and the functions here return canonical patterns; kernels say when they
// need one.
//
// The package computes with one goroutine unless a function says otherwise.
package sparsity
