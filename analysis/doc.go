// Package analysis runs every part of the symbolic analysis on a matrix and
// says what the figures mean.
//
// [Run] takes one file, or several that are iterations of one Newton solve,
// and returns a [Document]: the structure of the matrix, each ordering with
// its elimination tree, fill and parallelism, the exact fill of a numeric LU,
// whether the iterations share one pattern, and a verdict in sentences. The
// document is the JSON of schema analyze/v1, described key by key in
// docs/formats.md.
//
// # Who wins
//
// A candidate is an ordering that may win. Candidates are compared by criteria, one
// for each key of [Winners]: entries, flops, time on many workers. At first
// predictions are compared; then numeric LUs, which are attempts with candidates,
// decide which one is recommended. [FindWinners] does only that. A [Portfolio] is
// a race of candidates, in which those that cannot win are stopped.
//
// # Determinism
//
// The same input gives the same document, byte for byte, whatever the number
// of workers. Work is therefore limited by counts of operations and bytes,
// see [Budget]; a limit in seconds and the times of [Document.Timings] are
// there for who asks for them, and give up that promise.
//
// What is not computed is absent from the document, and a warning says why.
package analysis
