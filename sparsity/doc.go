// Package sparsity holds sparse matrices in compressed column form and the
// elementary operations on their patterns.
//
// A [Pattern] says where the entries are and has no values. A [Matrix] is a pattern
// with values. Symbolic analysis takes patterns only, so it cannot depend on a value
// by accident: a stored entry is an entry, also when its value is zero.
//
// # Conventions, used by every package of the module
//
// Rows and columns are numbered from 0; -1 means none. Row indices take 32 bits and
// column pointers 64. A [Perm] maps new to old: p[k] is the original index that is
// placed k-th. The opposite direction is another type, [Inverse].
//
// A pattern is canonical if the rows of each column ascend strictly. Readers and the
// functions of this package return canonical patterns. A kernel that needs a
// canonical pattern says so.
//
// The package computes with one goroutine unless a function says otherwise.
package sparsity
