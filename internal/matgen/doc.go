// Package matgen makes matrices for tests and benchmarks.
//
// Every generator is a pure function of its arguments: where there is chance
// it takes a seed, and one seed gives one matrix on every machine. Patterns
// are canonical. Square patterns of graphs ([Grid2D], [Grid3D], [Arrow],
// [Circuit], …) are structurally symmetric with a full diagonal;
// sparsity.Symmetrize takes the diagonal out again.
//
// [Values] and [Dominant] lay values on any pattern.
package matgen
