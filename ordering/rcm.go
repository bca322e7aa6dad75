package ordering

import "github.com/nrkit/nrkit/sparsity"

// RCM returns a reverse Cuthill–McKee ordering of the graph g: it gathers the
// entries near the diagonal, for a small bandwidth and a small profile.
//
// Components follow each other by their lowest node. Each component is numbered
// breadth first from a node at one of its ends, the new neighbours of a node in
// ascending order of degree [1], equal degrees in the order of g. The numbering is
// then reversed, which does not change the bandwidth and makes the envelope no
// larger [2].
//
// Method: for an end, breadth-first searches are repeated, each from a node of
// least degree in the last level of the one before, until the number of levels
// no longer grows (George and Liu [2, 3]); the first one starts at the lowest
// node. Every search is a Cuthill–McKee ordering and gives its bandwidth for
// nothing, so the one of least bandwidth is kept, the first one among equals,
// whichever end it started from. It is not compared with the order of g: the
// result is an RCM ordering also where that has a larger bandwidth.
//
// Shapes: g is n×n, structurally symmetric, canonical, without diagonal: what
// [sparsity.Symmetrize] returns. g is not modified and shares no memory with
// the result.
//
// Cost: O(|g| + d log d) for each search, where d is the number of nodes of
// degree 255 and more; there are two to four searches of a component in
// practice. 6n words of 32 bits.
//
// It panics if g is not square.
//
// [1] E. Cuthill, J. McKee, Proc. 24th ACM National Conference, 157–172, 1969.
// [2] A. George, J. W. H. Liu, Computer Solution of Large Sparse Positive
// Definite Systems, Prentice-Hall, 1981.
// [3] the same, ACM TOMS 5(3):284–295, 1979.
func RCM(g *sparsity.Pattern) sparsity.Perm {
	if !g.Square() {
		panic(errNotSquare)
	}
	s := newRCM(g)
	p := make(sparsity.Perm, 0, g.Cols)
	for root := range int32(g.Cols) {
		if s.seen[root] != 0 {
			continue
		}
		if s.degree[root] == 0 {
			p = append(p, root)
			continue
		}
		order := s.component(root, g.Cols-len(p))
		for k := len(order) - 1; k >= 0; k-- {
			p = append(p, order[k])
		}
	}
	return p
}

// An rcm is the state of [RCM].
type rcm struct {
	g      *sparsity.Pattern
	degree []int32
	sparse bool // expandSparse is the faster one

	// seen counts the searches that have reached a node. All nodes of a
	// component have the same count between searches.
	seen []uint8

	// Two orders, of the best search of the component and of the last one.
	// Each has room for one element more than there are nodes.
	best, last []int32
	ends       []int32 // where what each node of the level has found ends

	// Where the neighbours of some nodes of the level are; see touch.
	from, to [ahead]int64
	touched  int32

	bins [radix + 1]int32 // scratch of sortByDegree: where each degree goes
	copy []int32          // scratch of sortByDegree
}

// maxSearches bounds the searches of a component, so that seen fits a byte.
const maxSearches = 250

func newRCM(g *sparsity.Pattern) *rcm {
	n := g.Cols
	s := &rcm{g: g, sparse: 2*g.NNZ() < 7*n, degree: make([]int32, n), seen: make([]uint8, n+1), ends: make([]int32, n+1),
		best: make([]int32, n+1), last: make([]int32, n+1)}
	for j := range s.degree {
		s.degree[j] = int32(g.ColPtr[j+1] - g.ColPtr[j])
	}
	return s
}

// component returns a Cuthill–McKee order of the component of root, which has
// at most most nodes. It is good until the next call.
func (s *rcm) component(root int32, most int) []int32 {
	best := s.search(root, s.best, most)
	levels, size := best.levels, best.size
	start := s.leastDegree(s.best[best.lastLevel:size])
	for range maxSearches - 1 {
		r := s.search(start, s.last, size)
		start = s.leastDegree(s.last[r.lastLevel:size])
		if r.bandwidth < best.bandwidth {
			best = r
			s.best, s.last = s.last, s.best
		}
		if r.levels <= levels {
			break
		}
		levels = r.levels
	}
	return s.best[:size]
}

// leastDegree returns the first of the nodes that have the least degree.
func (s *rcm) leastDegree(nodes []int32) int32 {
	best := nodes[0]
	for _, v := range nodes[1:] {
		if s.degree[v] < s.degree[best] {
			best = v
		}
	}
	return best
}
