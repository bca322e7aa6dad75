// Package solvers reads what a capture says about the calls of sparse solver libraries.
//
// [Read] returns the calls of a trace: what each call did, its matrix, and which analysis
// and factorisation it used.
package solvers
