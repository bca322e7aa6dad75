// Package btf finds what the pattern of a matrix alone says about solving with the
// matrix: its structural rank and the pieces into which it falls.
//
//	MaximumMatching    entries of which no two share a row or a column, as many as possible
//	StrongComponents   the diagonal blocks that a symmetric permutation can reach
//	BlockTriangular    the blocks that any row and column permutations can reach; square
//	DulmageMendelsohn  under-, well- and overdetermined parts; any shape
//	WeakComponents     pieces without an entry between them
//
// Diagonal blocks are factorised one by one, without fill between them. A reducible
// matrix should therefore be brought into block triangular form before an ordering
// is chosen inside its blocks.
//
// Every result depends on the pattern alone, is the same in each run, and shares no
// memory with its argument.
package btf
