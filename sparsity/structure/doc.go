// Package structure takes the statistics of a sparse matrix that need no
// ordering: shape, bandwidth, envelope, degrees, symmetry, diagonal, dominance,
// structural rank, and the components and blocks it falls into.
//
// Structure is what is stored: an entry counts also when its value is zero.
// Values enter in the symmetry of values, the diagonal and its dominance only.
//
// A figure that does not apply to a matrix is nil, and [Stats.Absent] says why.
package structure
