// Package transversal puts large entries on the diagonal of a sparse matrix.
//
// Product pairs rows and columns so that the entries of the pairs have the
// largest product of magnitudes. Package btf pairs them so that the diagonal
// has entries at all; here values decide which. With the pairs come scale
// factors for rows and columns that make every chosen entry 1 in magnitude and
// no other larger: so scaled, a factorisation that keeps its pivots on the
// diagonal is stable far more often, and zeros on the diagonal, which voltage
// sources leave in the equations of circuits, are gone before it begins.
//
// A Transversal holds a btf.Matching. Its method BlockTriangular gives the
// block triangular form with these entries on the diagonal:
//
//	t, err := transversal.Product(m)
//	form := t.Matching.BlockTriangular(m.Pattern)
//
// An entry whose value is zero is never chosen, so that the number of pairs is
// the structural rank of the matrix without its stored zeros.
//
// Every result depends on the matrix alone and is the same in each run.
package transversal
