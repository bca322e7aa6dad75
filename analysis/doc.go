// Package analysis runs every part of the symbolic analysis on a matrix and says
// what the figures mean.
//
// [Run] takes one file, or several files that are iterations of one Newton solve. It
// returns a [Document] with these parts:
//
//   - the structure of the matrix
//   - each ordering with its elimination tree, fill and parallelism
//   - the exact fill of a numeric LU
//   - whether the iterations share one pattern
//   - a verdict in sentences
//
// The document is the JSON of schema analyze/v1. docs/formats.md describes each key.
//
// # Which ordering is recommended
//
// A candidate is an ordering that may win. Candidates are compared by criteria, and
// [Winners] has one key per criterion: entries, flops, time on many workers.
// Predictions are compared first. Numeric LUs of the candidates then decide which
// candidate is recommended. [FindWinners] does the comparison alone. A [Portfolio]
// runs candidates at the same time and stops the candidates that cannot win.
//
// # Determinism
//
// The same input gives the same document, byte for byte, whatever the number of
// workers. Work is therefore limited by counts of operations and bytes, see
// [Budget]. A limit in seconds and the times of [Document.Timings] are options. With
// them, two documents of the same input may differ.
//
// What is not computed is absent from the document, and a warning gives the reason.
package analysis
