// Package transversal puts large entries on the diagonal of a sparse matrix.
//
// [Product] pairs rows and columns so that the product of the magnitudes of the
// paired entries is the largest possible. Package btf pairs rows and columns so that
// the diagonal has entries at all; here the values decide. Product also returns
// scale factors for rows and columns. They make every chosen entry 1 in magnitude
// and no other entry larger. A factorisation of the scaled matrix that keeps its
// pivots on the diagonal is stable far more often. Zeros on the diagonal, which
// voltage sources leave in the equations of circuits, are gone before the
// factorisation begins.
//
// A [Transversal] holds a [btf.Matching]. The method BlockTriangular of the matching
// gives the block triangular form with the chosen entries on the diagonal:
//
//	t, err := transversal.Product(m)
//	form := t.Matching.BlockTriangular(m.Pattern)
//
// An entry whose value is zero is never chosen. The number of pairs is therefore the
// structural rank of the matrix without its stored zeros.
//
// Every result depends on the matrix alone and is the same in each run.
package transversal
