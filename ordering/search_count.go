package ordering

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// columnsUnder returns the entries of each column of L for the graph g in the
// order p.
func columnsUnder(g *sparsity.Pattern, p sparsity.Perm) []int32 {
	b := etree.Permuted(g, p)
	tree := etree.Symmetric(b)
	return etree.LowerCounts(b, tree, tree.Postorder())
}

// entriesUnder returns the entries of L.
func entriesUnder(g *sparsity.Pattern, p sparsity.Perm) int64 {
	sum := int64(0)
	for _, c := range columnsUnder(g, p) {
		sum += int64(c)
	}
	return sum
}

// flopsUnder returns the flops of an LU without pivoting.
func flopsUnder(g *sparsity.Pattern, p sparsity.Perm) float64 {
	sum := 0.0
	for _, c := range columnsUnder(g, p) {
		sum += etree.LUFlops(c)
	}
	return sum
}
