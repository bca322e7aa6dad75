// Package etree computes elimination trees, and figures that follow from them
// without forming a factor: postorders, level sets, subtree sizes and weighted
// critical paths. It also computes row and column counts of the Cholesky factor of
// A+Aᵀ, and counts of the orthogonal factorization of A.
//
// The package has two kinds of trees. [Symmetric] returns the tree of a square
// matrix that is factorised with pivots from the diagonal: L and U of that matrix
// lie inside the Cholesky factor of A+Aᵀ. [Column] returns the tree of AᵀA, for any
// shape: it bounds QR, and LU with every choice of row pivots.
//
// # Numbering
//
// The functions take a pattern that is already permuted and know nothing of
// orderings. [Permuted] makes such a pattern from a graph and an order. A tree
// numbers its nodes as the columns of that pattern. A parent has a larger number
// than its children, so every sweep over a tree is one loop over an array: upwards
// visits children first, downwards visits parents first. A parent of -1 marks a
// root. A forest has several roots.
//
// A postorder is a [sparsity.Perm]: its k-th element is the node that is visited
// k-th. [Tree.Relabel] gives the tree with the nodes numbered in that order.
//
// # Levels
//
// The height of a tree is counted in nodes: a single node has height 1, an empty
// tree has height 0. [Tree.Levels] puts each node as early as its children allow,
// with leaves at 0. [Tree.DepthLevels] puts each node as late as its parent allows,
// with roots at height-1.
package etree
