package matgen

import "github.com/nrkit/nrkit/sparsity"

// Random returns a rows×cols pattern with about perCol random entries in each
// column; fewer where they coincide. The diagonal is as random as the rest.
func Random(rows, cols, perCol int, seed uint64) *sparsity.Pattern {
	r := generator(seed)
	return columns(rows, cols, func(dst []int32, _ int) []int32 {
		for range perCol {
			if rows > 0 {
				dst = append(dst, r.Int32N(int32(rows)))
			}
		}
		return dst
	})
}

// RandomSquare returns [Random] of n×n with a full diagonal, so that it is
// structurally nonsingular; it is not symmetric.
func RandomSquare(n, perCol int, seed uint64) *sparsity.Pattern {
	r := generator(seed)
	return columns(n, n, func(dst []int32, j int) []int32 {
		for range perCol {
			dst = append(dst, r.Int32N(int32(n)))
		}
		return append(dst, int32(j))
	})
}

// RandomSymmetric returns the pattern of a graph of n vertices and n·degree/2
// random edges, of which a few may coincide, with a full diagonal.
func RandomSymmetric(n, degree int, seed uint64) *sparsity.Pattern {
	if n == 0 {
		return sparsity.NewPattern(0, 0)
	}
	r := generator(seed)
	edges := make([]edge, n*degree/2)
	for k := range edges {
		edges[k] = edge{r.Int32N(int32(n)), r.Int32N(int32(n))}
	}
	return graph(n, edges)
}

// Tree returns the pattern of a random tree of n vertices with a full
// diagonal. Some orders of it have no fill.
func Tree(n int, seed uint64) *sparsity.Pattern { return KTree(n, 1, seed) }

// KTree returns the pattern of a random k-tree of n vertices with a full
// diagonal, its vertices shuffled: a chordal graph, so some orders of it have
// no fill, and a minimum degree order is one of them.
//
// Method: each vertex after the first k+1 is joined to k of the k+1 members
// of a clique made before.
func KTree(n, k int, seed uint64) *sparsity.Pattern {
	r := generator(seed)
	var edges []edge
	var cliques [][]int32
	for v := range int32(n) {
		var c []int32
		if int(v) <= k {
			for u := range v {
				c = append(c, u)
			}
		} else {
			old := cliques[r.IntN(len(cliques))]
			drop := r.IntN(len(old))
			c = append(append(c, old[:drop]...), old[drop+1:]...)
		}
		for _, u := range c {
			edges = append(edges, edge{u, v})
		}
		if int(v) >= k {
			cliques = append(cliques, append(c, v))
		}
	}
	return Shuffle(graph(n, edges), seed+1)
}

// Reducible returns a square pattern with a full transversal that consists of
// strongly connected diagonal blocks of the size given, of entries between
// them on one side of the diagonal only, and is then hidden by random row and
// column permutations that differ. Its block triangular form has exactly
// blocks diagonal blocks.
//
// Each block is a cycle with perCol further random entries in each column;
// each column has perCol random entries above its block.
func Reducible(blocks, size, perCol int, seed uint64) *sparsity.Pattern {
	n := blocks * size
	r := generator(seed)
	a := columns(n, n, func(dst []int32, j int) []int32 {
		first := j / size * size
		dst = append(dst, int32(j), int32(first+(j-first+1)%size))
		for range perCol {
			dst = append(dst, int32(first+r.IntN(size)))
			if first > 0 {
				dst = append(dst, int32(r.IntN(first)))
			}
		}
		return dst
	})
	return sparsity.Permute(a, RandomPerm(n, seed+1), RandomPerm(n, seed+2))
}
