// Package multifrontal follows a factorization by UMFPACK on the pattern of the matrix: which
// frontal matrices it forms, which elements it assembles, how many instructions that takes,
// and how many of its loops a processor does not foresee.
//
// The columns have a fixed order, and the pivots come from the diagonal: this is what
// umfpack_di_qsymbolic and umfpack_di_numeric do with the symmetric strategy if the
// diagonal is large enough. UMFPACK then looks for no singletons.
//
// A frontal matrix, or front, is the dense matrix of the rows and columns that a pivot changes. The
// part of a front that its pivots leave is an element. The columns of the matrix are elements,
// too, and so are its dense rows. A front takes up an element as soon as it covers all its rows or all its columns.
//
//	c := multifrontal.Follow(permuted, multifrontal.Options{})
//	fmt.Println(c.Extended, c.Instructions)
package multifrontal
