// Package equivalent reorders a matrix that has been ordered already, without
// adding fill: the elimination tree becomes lower, or its critical path shorter,
// and L keeps its number of entries. Where the order given fills more than it
// has to, L can lose some.
//
// [Lower] goes for the height of the elimination tree, [Shorten] for the time on
// unlimited workers when a column takes as long as its flops. The two differ: the
// lowest tree can have a longer critical path than the tree given, and the tree
// with the shortest one can be higher. Where a worker takes a relaxed supernode
// at a time, which waits for all that its first column and its last wait for,
// neither is sure to gain. [Near] comes close to Shorten for less work.
//
// # Why it works
//
// The filled graph, that of L+Lᵀ, is chordal. The orders that give no fill
// outside of it are its perfect elimination orders: those in which each vertex,
// when its turn comes, is simplicial, that is, its neighbours that are left are
// all joined. A vertex is simplicial exactly when a single maximal clique of
// what is left holds it. Jess and Kees (IEEE Trans. Comput. C-31(3):231–239,
// 1982) eliminate in each step one simplicial vertex of each clique that has any;
// Liu (SIAM J. Sci. Stat. Comput. 9(3):424–444, 1988) shows that no equivalent
// order takes fewer steps. Lin and Chen (SIAM J. Matrix Anal. Appl. 27(1):24–45,
// 2005) show the like of a greedy order for costs of a vertex that differ.
//
// The filled graph is not formed. What is needed of it are its maximal cliques
// and the tree that they form (Lewis, Peyton and Pothen, SIAM J. Sci. Stat.
// Comput. 10(6):1146–1173, 1989): as many numbers as a supernodal factor has
// row indices.
package equivalent
