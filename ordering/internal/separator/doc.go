// Package separator finds small vertex separators of graphs.
//
// A separator is a set of vertices without which the graph falls into two sides that
// no edge joins. [Work.Find] looks for a light separator that leaves sides of about
// the same weight. Nested dissection divides a matrix by such separators.
//
// # Method
//
// The method is multilevel graph partitioning [1, 2]. The graph is made smaller in
// steps: vertices are joined in pairs, the ends of a heavy edge or two neighbours of
// the same vertex, until about a hundred vertices are left. Several separators of
// the small graph are tried, each grown from one vertex. The best is
// taken back step by step to the full graph and improved after each step: first by
// moving single vertices [3], then by the lightest separator within two steps,
// which a maximum flow finds [4, 5]. A large graph gets several tries from a 32nd
// of its size on. If that graph is large too, each of these tries consists of several.
//
//	match.go     which vertices are joined
//	contract.go  the smaller graph
//	pieces.go    graphs of several components need no separator
//	grow.go      the first sides
//	refine.go    moves of single vertices
//	band.go      the graph around a separator
//	flow.go      maximum flows and minimum cuts of this graph
//	bend.go      a separator is replaced by a minimum cut
//	find.go      the steps down and up
//
// Everything is deterministic for a seed, and uses one goroutine.
//
// [1] G. Karypis, V. Kumar, SIAM J. Sci. Comput. 20(1):359–392, 1998. [2] B.
// Hendrickson, E. Rothberg, SIAM J. Sci. Comput. 20(2):468–489, 1998. [3] C. M.
// Fiduccia, R. M. Mattheyses, 19th Design Automation Conference, 175–181, 1982. [4]
// C. Ashcraft, J. W. H. Liu, SIAM J. Matrix Anal. Appl. 19(2):325–354, 1998. [5] P.
// Sanders, C. Schulz, 19th European Symposium on Algorithms, 469–480, 2011.
package separator
