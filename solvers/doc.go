// Package solvers describes the calls of a program into its sparse solver libraries.
//
// Lists name the functions of a library: the phase of each function, and where its
// arguments, structures and results hold the size of the matrix, its arrays, the
// status and the statistics of the library. [Lists] returns the lists of this package,
// [Parse] reads a list, [Select] takes the functions of libraries by name, and [Wrap]
// describes a single function by its symbol and phase.
//
// A [Table] is the binary form of such functions. The library that watches a program
// maps the table, and captures contain it. docs/formats-solver-lists.md
// describes lists, and docs/formats-solvers.md the table.
//
// [Read] returns the calls in a trace that such a library recorded: a [Run] says what each
// call did, which matrix it got, and which analysis and factorisation it used.
// [Summarize] adds the calls up.
package solvers
