package lu

import "github.com/nrkit/nrkit/sparsity"

// Scalar is the type of the values of a matrix.
type Scalar interface{ float64 | complex128 }

// Columns is an n×n sparse matrix with values: Values[k] belongs to entry k of
// Pattern. The rows of a column are in no particular order.
type Columns[T Scalar] struct {
	Pattern *sparsity.Pattern
	Values  []T
}

// Factors is a matrix A in factorised form,
//
//	R⁻¹·A (Row, Col) = L·U + Off,
//
// where R is the diagonal matrix of the row scales, L is block diagonal and
// unit lower triangular, U is block diagonal and upper triangular, and Off has
// the entries above the diagonal blocks. Rows of L, U and Off are numbered in
// pivot order. Treat it as read-only.
type Factors[T Scalar] struct {
	// L is strictly below the diagonal, which is 1 and not stored.
	L Columns[T]

	// U is strictly above the diagonal, which is Diag. The rows of each
	// column are in an order in which they can be eliminated: the update by
	// one changes only rows that come later.
	U    Columns[T]
	Diag []T

	// Off is above the diagonal blocks.
	Off Columns[T]

	// Row[k] is the row of A that is the k-th pivot, Col[k] the k-th column.
	// Both stay within the blocks that BlockPtr bounds.
	Row, Col sparsity.Perm
	BlockPtr []int32

	// Scale[i] is the number that row i of A was divided by, as a T whose
	// imaginary part is zero. nil when rows were not scaled.
	Scale []T

	Stats Stats

	owner *owner[T] // of what Release gives away
	turn  int       // of the owner, when these factors were made
}

// Stats counts the entries, operations and pivots of a factorisation.
type Stats struct {
	N       int // order of the matrix
	Columns int // columns done, each with a pivot: N unless it failed

	L   int64 // entries of L with its unit diagonal
	U   int64 // entries of U with its diagonal
	Off int64 // entries above the diagonal blocks

	// OffDiagonal counts the pivots that were not the entry on the diagonal.
	// When a column takes the pivot that is the diagonal of a later column,
	// the later one gets the diagonal of the former in exchange, and taking
	// that is not counted again. KLU counts the same way.
	OffDiagonal int

	// Flops counts a multiplication and a subtraction for each pair of an
	// entry of U above the diagonal and an entry of its column of L, and a
	// division for each entry of L below the diagonal; in complex arithmetic
	// each counts as one operation. Operations on zeros count.
	Flops float64

	Bytes int64 // largest memory held at a time
}

// N returns the order of the matrix.
func (f *Factors[T]) N() int { return len(f.Diag) }

// Complex returns the values of a complex matrix, or of a real one with zero
// imaginary parts, in the form [Factor] takes.
func Complex(m *sparsity.Matrix) []complex128 {
	v := make([]complex128, len(m.Values))
	for k, re := range m.Values {
		im := 0.0
		if m.Imag != nil {
			im = m.Imag[k]
		}
		v[k] = complex(re, im)
	}
	return v
}
