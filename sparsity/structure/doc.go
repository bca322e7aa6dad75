// Package structure computes the statistics of a sparse matrix that need no
// ordering: shape, bandwidth, envelope, degrees, symmetry, diagonal, dominance,
// structural rank, and the components and blocks into which the matrix falls.
//
// Structure is what is stored: an entry counts also when its value is zero. Values
// matter only for the symmetry of values, the diagonal and its dominance.
//
// A figure that does not apply to a matrix is nil, and [Stats.Absent] gives the
// reason.
package structure
