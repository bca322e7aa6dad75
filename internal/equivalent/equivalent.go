package equivalent

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// Options are limits of a reordering. The zero value has the defaults.
type Options struct {
	// MaxEntries is the most vertices that the maximal cliques may have
	// together, each of them 4 bytes. Default: 100,000,000.
	MaxEntries int64
}

// Stats says what a reordering has achieved. The figures after are those before
// where the order is returned as it was given.
type Stats struct {
	// entries of L, including its diagonal, in the order of the method before the
	// ending
	NNZLBefore int64 `json:"nnz_l_before"`

	NNZLAfter     int64   `json:"nnz_l_after"`                // entries of L in the new order; never more than `nnz_l_before`
	HeightBefore  int     `json:"height_before"`              // height of the elimination tree before, in columns
	HeightAfter   int     `json:"height_after"`               // height of the elimination tree after, in columns
	PathBefore    float64 `json:"critical_path_flops_before"` // `critical_path_flops` before
	PathAfter     float64 `json:"critical_path_flops_after"`  // `critical_path_flops` after
	Cliques       int     `json:"cliques"`                    // maximal cliques of the filled graph
	CliqueEntries int64   `json:"clique_entries"`             // columns of all cliques together; a column counts once per clique

	// true if the order changed; false if the height (`+lower`) or the critical
	// path (`+shorter`) did not decrease
	Changed bool `json:"changed"`

	// true if `clique_entries` exceeds the limit, so that no other order was
	// tried; absent otherwise
	TooLarge bool `json:"too_large,omitempty"`
}

// Lower returns an order that fills nothing that p does not fill, and whose
// elimination tree is at most as high as the lowest of all orders with the filled
// graph of p. Where p is as low already, p itself is returned.
//
// Method: Jess and Kees's order of the filled graph, computed on its maximal
// cliques, see the package comment, and again on the filled graph of the result
// while that has lost more than a thousandth of its entries; then a postorder in
// which the child with the longest column comes last.
//
// Shapes: g is n×n, structurally symmetric, canonical, without diagonal: what
// [sparsity.Symmetrize] returns; p nil is the identity. Neither is modified.
//
// Cost: O(|g| α(|g|, n) + k + n + q log q) for q maximal cliques with k entries
// together, of which L has no fewer; 0.8 to 2.1 times that of approximate minimum
// degree on the Jacobians of circuits. Memory: 2|g| + k + 15n + 16q words of 32
// bits.
//
// It panics if g is not square or the sizes differ.
func Lower(g *sparsity.Pattern, p sparsity.Perm, opt Options) (sparsity.Perm, Stats) {
	return reorder(g, p, opt, objective{oneStep, func(s Stats) (before, after float64) {
		return float64(s.HeightBefore), float64(s.HeightAfter)
	}})
}

// Shorten returns an order that fills nothing that p does not fill, and whose
// critical path has at most the flops of the shortest of all orders with the
// filled graph of p: the least time on unlimited workers where column after
// column is eliminated. The tree may become higher. Where the critical path does
// not become shorter, p itself is returned.
//
// Method: the greedy order of Lin and Chen, see the package comment: a vertex
// is taken as soon as it is simplicial and its clique is not busy with another,
// and takes [etree.LUFlops] of what is left of its clique. That depends on the
// size of the clique alone, which is what makes the greedy order optimal.
//
// Shapes, cost and failure as for [Lower].
func Shorten(g *sparsity.Pattern, p sparsity.Perm, opt Options) (sparsity.Perm, Stats) {
	return reorder(g, p, opt, objective{etree.LUFlops, func(s Stats) (before, after float64) {
		return s.PathBefore, s.PathAfter
	}})
}

// oneStep is the cost of a column where the height counts.
func oneStep(int32) float64 { return 1 }

// An objective is what [Lower] or [Shorten] is after.
type objective struct {
	cost    func(count int32) float64             // of a column
	figures func(s Stats) (before, after float64) // the cost of the longest path
}

// reorder is [Lower] or [Shorten].
func reorder(g *sparsity.Pattern, p sparsity.Perm, opt Options, o objective) (sparsity.Perm, Stats) {
	if !g.Square() {
		panic(errNotSquare)
	}
	if p == nil {
		p = sparsity.Identity(g.Cols)
	}
	if len(p) != g.Cols {
		panic(errPermLength)
	}
	if opt.MaxEntries == 0 {
		opt.MaxEntries = 100_000_000
	}
	f := fillOf(g, p)
	s := Stats{NNZLBefore: f.nnz, HeightBefore: f.tree.Height(), PathBefore: f.path(), Cliques: f.cliques, CliqueEntries: f.entries}
	s.NNZLAfter, s.HeightAfter, s.PathAfter = s.NNZLBefore, s.HeightBefore, s.PathBefore
	if before, _ := o.figures(s); before <= f.least(o.cost) {
		return p, s
	}
	if f.entries > opt.MaxEntries {
		s.TooLarge = true
		return p, s
	}

	// What is close in the tree shall be close in memory.
	q := p
	if post := f.tree.Postorder(); scattered(post) {
		q, f = q.Compose(post), f.relabel(post)
	}

	// Less fill leaves more orders to choose from: again, where it is worth it.
	for again := true; again && f.entries <= opt.MaxEntries; {
		order := f.eliminate(o.cost)
		q = q.Compose(order)
		next := fillOf(f.graph, order)
		again = f.nnz-next.nnz > f.nnz/1000
		f = next
	}
	s.NNZLAfter, s.HeightAfter, s.PathAfter, s.Changed = f.nnz, f.tree.Height(), f.path(), true
	if before, after := o.figures(s); after >= before {
		s.NNZLAfter, s.HeightAfter, s.PathAfter, s.Changed = s.NNZLBefore, s.HeightBefore, s.PathBefore, false
		return p, s
	}
	return q.Compose(f.tree.PostorderBy(f.counts)), s
}

// A fill is the structure of L under an order, as far as tree and counts tell.
type fill struct {
	graph     *sparsity.Pattern // in elimination order
	tree      etree.Tree
	counts    []int32
	nnz       int64   // entries of L
	cliques   int     // maximal ones
	entries   int64   // of these
	continues []int32 // see countCliques
}

// fillOf returns the structure of L for the graph g under p.
func fillOf(g *sparsity.Pattern, p sparsity.Perm) *fill {
	f := &fill{graph: etree.Permuted(g, p)}
	f.tree = etree.Symmetric(f.graph)
	f.counts = etree.LowerCounts(f.graph, f.tree, f.tree.Postorder())
	f.nnz = sumOf(f.counts)
	f.cliques, f.entries, f.continues = countCliques(f.tree, f.counts)
	return f
}

// relabel returns f with its columns in the postorder post of the tree.
func (f *fill) relabel(post sparsity.Perm) *fill {
	r := &fill{graph: etree.Permuted(f.graph, post), tree: f.tree.Relabel(post), counts: make([]int32, len(post)), nnz: f.nnz}
	for k, j := range post {
		r.counts[k] = f.counts[j]
	}
	r.cliques, r.entries, r.continues = countCliques(r.tree, r.counts)
	return r
}

// scattered reports whether a postorder moves columns further than a cache
// makes up for: 10,000 places in the mean.
func scattered(post sparsity.Perm) bool {
	moved := int64(0)
	for k, j := range post {
		moved += int64(max(k-int(j), int(j)-k))
	}
	return moved > 10_000*int64(len(post))
}

// least returns a cost that no order with this fill goes below: the vertices of
// the largest clique can only be eliminated one after the other.
func (f *fill) least(cost func(int32) float64) float64 {
	largest, sum := int32(0), 0.0
	for _, c := range f.counts {
		largest = max(largest, c)
	}
	for c := range largest {
		sum += cost(c + 1)
	}
	return sum
}

// eliminate returns the best order for the cost, in the numbering of f.
func (f *fill) eliminate(cost func(int32) float64) sparsity.Perm {
	c := findCliques(f.graph, f.tree, f.counts, f.continues, f.cliques, f.entries)
	order, counts, _ := eliminate(c, cost, nil)
	if len(order) != len(counts) || sumOf(counts) != f.nnz {
		panic(errFill)
	}
	return order
}

// sumOf returns the entries of all columns.
func sumOf(counts []int32) (sum int64) {
	for _, k := range counts {
		sum += int64(k)
	}
	return sum
}

// path returns the flops of the critical path.
func (f *fill) path() float64 {
	work := make([]float64, len(f.counts))
	for j, c := range f.counts {
		work[j] = etree.LUFlops(c)
	}
	return f.tree.CriticalPath(work)
}
