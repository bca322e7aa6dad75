package prediction

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/supernode"
	"github.com/nrkit/nrkit/symbolic"
)

// DefaultEntries is the default of Options.Entries.
const DefaultEntries = 50_000_000

// Options say how Of counts.
type Options struct {
	// Entries is the most entries of L and U for which the exact structure of an
	// unsymmetric matrix is computed. Above, upper bounds are used. Default
	// DefaultEntries; negative: always bounds.
	Entries int64

	// Stop is asked now and then whether to give up the exact structure and to follow UMFPACK
	// no further; nil never stops.
	Stop func() bool

	// Solvers are those whose times will be asked for. Counts that only the others need are 0,
	// unless they cost little, and the others have no times [Model.Time]. Nil means all.
	Solvers []Solver

	// Shared, unless nil, keeps counts between the orderings of one matrix. The features
	// do not depend on it.
	Shared *Shared
}

// limit returns the most entries of an exact structure, 0 for none.
func (o Options) limit() int64 {
	if o.Entries == 0 {
		return DefaultEntries
	}
	return max(0, o.Entries)
}

// Of returns the features of the matrix with pattern a under the ordering of x, which
// is an analysis of a.
//
// Method: if the pattern of the diagonal blocks is symmetric, the counts of the
// elimination tree are exact. Otherwise L and U are formed for pivots from the
// diagonal [symbolic.StructureOf].
//
// Shapes: a is square and canonical. x may have the column tree and may be made under
// [symbolic.Options.Costs]. Nothing is modified.
//
// Cost: the time of [symbolic.StructureOf], for an unsymmetric pattern up to three times
// (the blocks, the whole matrix, the supernodes of SuperLU), and 4 bytes for each entry
// of L and U. With negative Entries, O(|a| log n), the counts of two elimination trees, three
// hundred thousand updates at most, whose lengths are foreseen or not, and a million visits at most
// of the factorization by UMFPACK [multifrontal.Follow].
//
// It panics if a is not square.
func Of(a *sparsity.Pattern, x *symbolic.Analysis, o Options) *Features {
	if !a.Square() {
		panic("prediction: pattern not square")
	}
	f := &Features{Rows: int64(a.Cols), Entries: int64(a.NNZ())}
	if o.Solvers != nil {
		f.leave(o.Solvers)
	}
	if x.Tree == symbolic.SymmetricTree {
		if f.counts(UMFPACK) {
			f.AnyPivots = symbolic.AnyPivots(a, x.Order)
		}
	} else {
		f.AnyPivots = x.NNZU
		ord := x.Order
		ord.Tree = symbolic.SymmetricTree
		x = symbolic.Analyze(a, ord, symbolic.Options{Counts: true})
	}
	f.addBlocks(x.Order.BlockPtr)
	f.addFar(a, x.Order.Cols)
	if o.Shared != nil && o.Shared.a == a {
		f.takeRows(o.Shared.rows())
	} else {
		f.addRows(a)
	}
	rows := x.Order.Rows
	if rows == nil {
		rows = x.Order.Cols
	}
	f.addJumps(rows, x.Order.Cols)
	f.addTree(x)
	f.addPanels(x)
	p := &parts{a: a, ord: x.Order, joint: o.Shared.of(a, x.Order)}
	steps := f.addFactors(p, x, o)
	if f.counts(UMFPACK) || f.counts(SuperLU) {
		steps = f.addWhole(p, steps, o)
	}
	if f.counts(UMFPACK) {
		f.addFronts(p, steps, o)
	}
	if f.counts(SuperLU) {
		f.addSuperLU(p, o)
	}
	return f
}

// addBlocks counts the diagonal blocks.
func (f *Features) addBlocks(ptr []int32) {
	if len(ptr) == 0 {
		ptr = []int32{0, int32(f.Rows)}
	}
	for b := 1; b < len(ptr); b++ {
		size := int64(ptr[b] - ptr[b-1])
		f.Blocks++
		f.LargestBlock = max(f.LargestBlock, size)
		if size == 1 {
			f.Singletons++
		}
	}
}

// addFar counts columns that a solver finds far from the column before.
func (f *Features) addFar(a *sparsity.Pattern, order sparsity.Perm) {
	const far = 256 << 10 / 12 // entries
	last := int64(0)
	for _, j := range order {
		at := int64(a.ColPtr[j])
		if at-last > far || last-at > far {
			f.Far++
		}
		last = at
	}
}

// addSquares adds up the squared entries of the rows.
func (f *Features) addSquares(a *sparsity.Pattern) {
	rows := make([]float64, a.Rows)
	for _, i := range a.RowIdx {
		rows[i]++
	}
	for _, x := range rows {
		f.Squares += x * x
	}
}

// split returns the permuted matrix and its diagonal blocks.
func split(a *sparsity.Pattern, ord symbolic.Order) (whole, inside *sparsity.Pattern) {
	p := sparsity.Permute(a, ord.Rows, ord.Cols)
	if ord.Rows == nil {
		p = sparsity.Permute(a, ord.Cols, ord.Cols)
	}
	first := make([]int32, p.Cols) // of the block of each column
	for b := 1; b < len(ord.BlockPtr); b++ {
		for j := ord.BlockPtr[b-1]; j < ord.BlockPtr[b]; j++ {
			first[j] = ord.BlockPtr[b-1]
		}
	}
	inside = &sparsity.Pattern{Rows: p.Rows, Cols: p.Cols, ColPtr: make([]int64, 1, p.Cols+1)}
	for j := range p.Cols {
		for _, i := range p.RowIdx[p.ColPtr[j]:p.ColPtr[j+1]] {
			if i >= first[j] {
				inside.RowIdx = append(inside.RowIdx, i)
			}
		}
		inside.ColPtr = append(inside.ColPtr, int64(len(inside.RowIdx)))
	}
	return p, inside
}

// addTree takes the figures of the graph of A+Aᵀ.
func (f *Features) addTree(x *symbolic.Analysis) {
	f.Height, f.SymmetricFlops = int64(x.Height), x.Flops
	for _, c := range x.Counts {
		f.SymmetricL += int64(c)
		f.CholeskyFlops += float64(c) * float64(c)
	}
}

// addPanels counts relaxed supernodes as CHOLMOD and UMFPACK form them.
func (f *Features) addPanels(x *symbolic.Analysis) {
	post := x.Etree.PostorderBy(x.Counts)
	tree, counts := inPostorder(x.Etree, x.Counts, post)
	p := supernode.Relaxed(tree, counts, supernode.RelaxOptions{})
	f.Panels = int64(p.Len())
	for s := range p.Len() {
		w, r := float64(p.Width(s)), float64(p.Rows[s])
		f.PanelEntries += p.Entries(s)
		f.PanelFlops += denseFlops(r) - denseFlops(r-w)
		f.Assembled += (r - w) * (r - w)
	}
}

// denseFlops returns the flops of the LU of a dense matrix of n rows: the sum over k
// below n of 2k²+k.
func denseFlops(n float64) float64 { return (n-1)*n*(2*n-1)/3 + n*(n-1)/2 }

// inPostorder numbers tree and counts by the postorder.
func inPostorder(t etree.Tree, counts []int32, post sparsity.Perm) (etree.Tree, []int32) {
	place := make([]int32, len(post))
	for k, j := range post {
		place[j] = int32(k)
	}
	parent, c := make([]int32, len(post)), make([]int32, len(post))
	for k, j := range post {
		c[k], parent[k] = counts[j], -1
		if q := t.Parent[j]; q >= 0 {
			parent[k] = place[q]
		}
	}
	return etree.Tree{Parent: parent}, c
}

// WithCounts returns a copy of f with the counts of a real factorization: entries of L
// and U with the diagonal, entries outside of the blocks, and flops. The updates and their
// surprises grow as U does. If there are more entries, because rows were interchanged, the counts of
// other solvers grow with the entries or the flops: they fill at least as much.
func (f *Features) WithCounts(l, u, off int64, flops float64) *Features {
	g := *f
	if above := f.U - f.Rows; above > 0 {
		growth := float64(u-f.Rows) / float64(above)
		g.Updates, g.Surprises = int64(float64(f.Updates)*growth), int64(float64(f.Surprises)*growth)
	}
	g.grow(max(1, float64(l+u)/float64(max(1, f.L+f.U))), max(1, flops/max(1, f.Flops)))
	g.L, g.U, g.OffBlock, g.Flops, g.Bound = l, u, off, flops, false
	return &g
}

// Scale returns a copy of f in which the factors have a share of the entries, updates,
// panels and flops, in all solvers.
func (f *Features) Scale(share float64) *Features {
	g := *f
	g.grow(share, share)
	for _, n := range []*int64{&g.L, &g.U, &g.Updates, &g.Surprises, &g.AnyPivots, &g.Panels, &g.SuperLU.Supernodes} {
		*n = int64(share * float64(*n))
	}
	g.Flops *= share
	return &g
}

// grow multiplies the counts of panels, of the whole matrix, and of the factors of
// SuperLU and UMFPACK by the growth of the entries or of the flops.
func (f *Features) grow(entries, flops float64) {
	for _, n := range []*int64{&f.SymmetricL, &f.PanelEntries, &f.Whole.L, &f.Whole.U, &f.Whole.Updates,
		&f.RowSurprises, &f.SuperLU.L, &f.SuperLU.U, &f.SuperLU.Segments} {
		*n = int64(float64(*n) * entries)
	}
	for _, x := range []*float64{&f.SymmetricFlops, &f.CholeskyFlops, &f.PanelFlops, &f.Whole.Flops, &f.SuperLU.Flops} {
		*x *= flops
	}
	f.Assembled *= entries
	f.UMFPACK.grow(entries, flops)
}
