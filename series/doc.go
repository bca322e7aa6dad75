// Package series compares matrices that follow one another, such as the Jacobians of
// consecutive Newton iterations. It answers two questions: does the pattern stay the
// same, and how much do the values change?
//
// If the pattern stays the same, ordering and symbolic factorization can be done
// once for all matrices.
//
// # What counts
//
// An entry is what a matrix stores, also when its value is zero. If a device leaves
// a zero in one iteration and fills it in the next iteration, the zero is part of
// the pattern in both. If some matrix stores zeros, a second view says what the
// answer would be without them. The second view is labelled, and nothing else uses
// it.
//
// [Compare] takes a slice. An [Accumulator] takes one matrix at a time and keeps no
// values, so that a long series needs the memory of one matrix.
package series
