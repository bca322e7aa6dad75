package ordering

import "github.com/nrkit/nrkit/sparsity"

// NDOptions are the knobs of [ND]. The zero value is the default.
type NDOptions struct {
	// Seed chooses among equals.
	Seed uint64

	// Workers is the most goroutines to use; 0 means 1. The result does not
	// depend on it.
	Workers int

	// Dense decides which rows are hubs: those with more than
	// max(16, Dense·√n) off-diagonal entries are taken out of the graph and
	// ordered last. 0 means 10. A negative value keeps all rows but those that
	// touch every other one.
	Dense float64

	// Leaf is the largest number of vertices of a part that is not divided. 0 means
	// 150, and 400 if vertices have fewer than 5 neighbours on average.
	Leaf int

	// Divided keeps every division. By default a part is ordered by minimum degree
	// as a whole if that is better.
	Divided bool

	// Stop is called after each part, and repeatedly within parts, with the sums
	// over the columns ordered so far. If it returns true, the ordering stops. Calls
	// come from several goroutines, but not at the same time. nil never stops.
	Stop func(NDStats) bool
}

// NDStats says what [ND] found. The bounds are mostly tight, and leave out the
// columns and rows of hubs.
type NDStats struct {
	NNZL      int64   // upper bound of nnz(L), diagonal included
	FlopsLU   float64 // upper bound of the flops of an LU without pivoting
	Hubs      int     // rows taken out at the start
	Fringe    int     // vertices placed first because they have at most one neighbour
	Joined    int     // vertices that are indistinguishable from one before them
	Divisions int     // separators found
	Whole     int     // divided parts that were ordered as a whole after all
	Leaves    int     // parts that were not divided
	Separator int     // vertices of the largest separator
}

// ND returns a nested dissection ordering of the graph g. It reduces the fill of the
// Cholesky factor of a matrix with pattern g, and of an LU factorisation that pivots
// on the diagonal. It also makes the elimination tree low, so that much of the work
// can be done at the same time.
//
// Hubs come last, and vertices with at most one neighbour first. The other vertices
// follow a postorder of their elimination tree, or are close to it.
//
// Method: George [1]. Hubs and a fringe of single vertices are set apart, and
// vertices with the same neighbours are joined. A small vertex separator (see
// package ordering/internal/separator) divides each component into two parts. The
// parts are divided in turn, down to leaves of at most 150 or 400 vertices. Leaves
// are ordered by approximate minimum degree with the vertices next to them as the
// halo, whose degrees count though they are not eliminated [2, 3]. A separator is
// ordered the same way, in the graph in which each component of what it separates
// has become a single vertex that is eliminated first. Some parts of 1200 vertices
// and more are also ordered by minimum degree as a whole: whole components, and each
// part that is four times as large as the last such part, as long as dissection wins
// by little. The better of both orders is kept: the order with less fill, unless it
// has a longer critical path. Where vertices have 8 neighbours and more in the mean,
// the left half of a part tells for the right one. A component that looks chordal is
// ordered as a whole before, and not divided where that fills hardly anything and
// leaves a short critical path. At last an equivalent order with a shorter critical
// path is taken, see package internal/equivalent.
//
// Shapes: g is n×n, structurally symmetric, canonical, without diagonal: what
// [sparsity.Symmetrize] returns. g is not modified and shares no memory with
// the result.
//
// Cost: O(|g| log n) in practice, on circuits, power grids and meshes 2 to 30 times
// the time of AMD, 10 in the geometric mean; some 9·|g| + 30n words of 32 bits, and
// half as many for each further worker.
//
// If opt.Stop says so, the permutation is nil and the statistics cover the parts
// ordered until then.
//
// It panics if g is not square, or if |g| + n exceeds 2³¹ - 17.
//
// [1] A. George, SIAM J. Numer. Anal. 10(2):345–363, 1973. [2] C. Ashcraft,
// J. W. H. Liu, SIAM J. Matrix Anal. Appl. 19(3):816–832, 1998. [3] F.
// Pellegrini, J. Roman, P. Amestoy, Concurrency: Pract. Exper. 12(2–3):69–84,
// 2000.
func ND(g *sparsity.Pattern, opt NDOptions) (sparsity.Perm, NDStats) {
	if !g.Square() {
		panic(errNotSquare)
	}
	if g.NNZ()+g.Cols > maxWork {
		panic(errTooLarge)
	}
	d := newDissection(g, opt)
	hubs := d.takeHubs()
	fringe := d.takeFringe()
	d.fringe = cost{fill: d.stats.NNZL, flops: d.stats.FlopsLU}
	if fringe+len(hubs) < g.Cols {
		d.forest(fringe, len(hubs))
	}
	if d.stopped.Load() {
		return nil, d.stats
	}
	d.shorten(fringe, g.Cols-len(hubs))
	copy(d.p[g.Cols-len(hubs):], hubs)
	return d.p, d.stats
}
