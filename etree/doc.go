// Package etree computes elimination trees and what can be read from them
// without forming a factor: postorders, the column and row counts of the
// Cholesky factor of A+Aᵀ and of the orthogonal factorization of A, level
// sets, subtree sizes and weighted critical paths.
//
// Two trees are offered. [Symmetric] is the tree of a square matrix that is
// factorised with pivots from the diagonal: its L and U lie inside the
// Cholesky factor of A+Aᵀ. [Column] is the tree of AᵀA, for any shape: it
// bounds LU with every choice of row pivots, and QR.
//
// # Numbering
//
// The functions take a pattern that is already permuted and know nothing of
// orderings; [Permuted] makes one of a graph and an order. A tree numbers its
// nodes as the columns of that pattern; a parent has a larger number than its
// children, so every sweep over a tree is one loop over an array, upwards for
// children first and downwards for parents first. A parent of -1 marks a root; a
// forest has several.
//
// A postorder is a [sparsity.Perm]: its k-th element is the node visited k-th.
// [Tree.Relabel] gives the tree with the nodes numbered that way.
//
// # Levels
//
// The height of a tree is counted in nodes: a single node has height 1, an
// empty tree 0. [Tree.Levels] puts a node as early as its children allow, leaves
// at 0; [Tree.DepthLevels] as late as its parent allows, roots at height-1.
package etree
