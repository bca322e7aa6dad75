// Package ordering finds fill-reducing permutations of sparse matrices.
//
// An ordering is a [sparsity.Perm] p: p[k] is the original index that is
// eliminated k-th, and the matrix to factor is A(p,p), or A(:,p) where only
// columns are ordered.
//
//	Natural      the order of the file
//	RCM          reverse Cuthill–McKee, for bandwidth and profile
//	BorderedRCM  the same with hubs behind the band, for the profile
//	AMD          approximate minimum degree of A+Aᵀ, for fill
//	AMF          minimum fill of A+Aᵀ, estimated or counted, for less of it
//	ND           nested dissection of A+Aᵀ, for little fill and a low tree
//	Search       the best of several of these for fill, improved part by part
//	COLAMD       approximate minimum degree of AᵀA without forming it
//
// [WithinBlocks] applies one of them inside each diagonal block of a block
// triangular form. Package named has the table of the orderings that programs take by name.
//
// All but COLAMD take the adjacency graph of A+Aᵀ, which is what
// [sparsity.Symmetrize] returns; COLAMD takes the matrix itself. Every
// function is deterministic, leaves its argument alone and uses one goroutine,
// except ND, which takes as many as its options say.
package ordering
