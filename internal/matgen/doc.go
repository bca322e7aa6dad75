// Package matgen makes matrices for tests and benchmarks.
//
// Every generator is a pure function of its arguments. A generator that uses chance
// takes a seed, and one seed gives one matrix on every machine. Patterns are
// canonical. Square patterns of graphs ([Grid2D], [Grid3D], [Arrow], [Circuit], …)
// are structurally symmetric with a full diagonal; sparsity.Symmetrize removes the
// diagonal.
//
// [Values] and [Dominant] give values to any pattern.
package matgen
