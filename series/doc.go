// Package series compares matrices that follow one another, such as the
// Jacobians of consecutive Newton iterations: does the pattern stay, and how
// much do the values move?
//
// The answer decides whether ordering and symbolic factorization can be done
// once for all of them.
//
// # What counts
//
// An entry is what a matrix stores, also when its value is zero: a zero that a
// device leaves in one iteration and fills in the next is part of the pattern
// in both. Where some matrix stores zeros, a second view says what the answer
// would be without them; it is labelled as such, and nothing else looks at it.
//
// [Compare] takes a slice; an [Accumulator] takes one matrix at a time and
// keeps none of their values, so that a long series needs the memory of one.
package series
