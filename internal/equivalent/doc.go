// Package equivalent reorders a matrix that has been ordered already, without adding
// fill: the elimination tree becomes lower, or its critical path shorter, and L
// keeps its number of entries. If the given order fills more than necessary, L can
// lose some entries.
//
// [Lower] minimizes the height of the elimination tree. [Shorten] minimizes the time
// on unlimited workers when a column takes as long as its flops. The two differ: the
// lowest tree can have a longer critical path than the given tree, and the tree with
// the shortest critical path can be higher. If a worker takes one relaxed supernode
// at a time, the supernode waits for everything that its first and its last column
// wait for, and neither function is sure to gain. [Near] comes close to Shorten for
// less work.
//
// # Why it works
//
// The filled graph is the graph of L+Lᵀ. It is chordal. The orders that give no fill
// outside the filled graph are its perfect elimination orders. In such an order each
// vertex is simplicial when its turn comes: its remaining neighbours are all joined.
// A vertex is simplicial exactly when a single maximal clique of the remaining graph
// holds it. Jess and Kees (IEEE Trans. Comput. C-31(3):231–239, 1982) eliminate in
// each step one simplicial vertex of each clique that has any. Liu (SIAM J. Sci.
// Stat. Comput. 9(3):424–444, 1988) shows that no equivalent order takes fewer
// steps. Lin and Chen (SIAM J. Matrix Anal. Appl. 27(1):24–45, 2005) show a similar
// result for a greedy order if the costs of the vertices differ.
//
// The filled graph is not formed. The method needs only its maximal cliques and the
// tree that they form (Lewis, Peyton and Pothen, SIAM J. Sci. Stat. Comput.
// 10(6):1146–1173, 1989). These take as many numbers as a supernodal factor has row
// indices.
package equivalent
