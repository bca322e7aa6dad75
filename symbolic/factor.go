package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// A factor is the structure of L and U as far as the counts tell, in the
// numbering of the permuted matrix.
type factor struct {
	tree  etree.Tree
	upper []int32 // entries of each row of U, with the diagonal
	lower []int32 // entries of each column of L, with the diagonal; may be upper itself
	off   int64   // entries of the matrix between diagonal blocks
	nnz   int64   // entries of the matrix

	graph   *sparsity.Pattern // the permuted graph of A+Aᵀ, nil for the column tree
	columns *sparsity.Pattern // the permuted columns, nil for the tree of A+Aᵀ
}

// symmetricFactor counts L and U with pivots from the diagonal.
func symmetricFactor(a *sparsity.Pattern, ord Order, opt Options) *factor {
	g, off := permutedGraph(a, ord, opt)
	f := &factor{tree: etree.Symmetric(g), off: off, nnz: int64(a.NNZ()), graph: g}
	f.upper = etree.LowerCounts(g, f.tree, f.tree.Postorder())
	f.lower = f.upper
	return f
}

// columnFactor counts R and V.
func columnFactor(a *sparsity.Pattern, ord Order) *factor {
	b, off := permutedColumns(a, ord)
	f := &factor{tree: etree.Column(b), off: off, nnz: int64(a.NNZ()), columns: b}
	f.upper = etree.ColumnCounts(b, f.tree, f.tree.Postorder())
	f.lower, _ = etree.HouseholderCounts(b, f.tree)
	return f
}

// work returns the flops of each column: those of its divisions, and a
// multiplication and an addition for each pair of an entry of L below and an
// entry of U right of the diagonal.
func (f *factor) work() []float64 {
	w := make([]float64, len(f.upper))
	for j, u := range f.upper {
		l := float64(f.lower[j]) - 1
		w[j] = 2*l*(float64(u)-1) + l
	}
	return w
}

// inPostorder returns the tree, the counts of U and the work by column in the
// numbering of the postorder post. Counts and work are memory of mem.
func (f *factor) inPostorder(post sparsity.Perm, work []float64, mem *Scratch) (etree.Tree, []int32, []float64) {
	mem.counts, mem.work = zeroed(mem.counts, len(post)), zeroed(mem.work, len(post))
	for k, j := range post {
		mem.counts[k], mem.work[k] = f.upper[j], work[j]
	}
	return f.tree.Relabel(post), mem.counts, mem.work
}

// total returns the sum of counts.
func total(counts []int32) int64 {
	sum := int64(0)
	for _, c := range counts {
		sum += int64(c)
	}
	return sum
}

// sum returns the sum of work.
func sum(work []float64) float64 {
	all := 0.0
	for _, w := range work {
		all += w
	}
	return all
}
