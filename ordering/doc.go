// Package ordering finds fill-reducing permutations of sparse matrices.
//
// An ordering is a [sparsity.Perm] p: p[k] is the original index that is eliminated
// k-th. The matrix to factor is A(p,p), or A(:,p) if only columns are ordered.
//
//	Natural      the order of the file
//	RCM          reverse Cuthill–McKee, for bandwidth and profile
//	BorderedRCM  RCM with hubs behind the band, for the profile
//	AMD          approximate minimum degree of A+Aᵀ, for fill
//	AMF          minimum fill of A+Aᵀ, estimated or counted, for less fill than AMD
//	ND           nested dissection of A+Aᵀ, for little fill and a low tree
//	Search       the best of several orderings by fill, improved part by part
//	Tune         orders improved part by part, for factorizations by columns
//	COLAMD       approximate minimum degree of AᵀA without forming it
//
// [WithinBlocks] applies an ordering inside each diagonal block of a block
// triangular form. [Bandwidth] and [Envelope] measure an order. Package
// ordering/named has the table of the orderings that programs take by name, package
// ordering/btf has the block triangular form, and package ordering/transversal puts
// large entries on the diagonal.
//
// All orderings but COLAMD take the adjacency graph of A+Aᵀ, which
// [sparsity.Symmetrize] returns. COLAMD takes the matrix itself, and Natural the
// number of rows. Every function is deterministic, does not modify its argument and
// uses one goroutine, except ND and Tune, which take as many goroutines as their options say.
package ordering
