// Package structure takes the statistics of a sparse matrix that need no
// ordering: shape, bandwidth, envelope, degrees, symmetry, diagonal, dominance,
// and how it falls into components and blocks.
//
// Structure is what is stored: an entry counts also when its value is zero.
// Figures that do not apply to a matrix are nil.
package structure
