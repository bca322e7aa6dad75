package etree_test

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// BenchmarkKernels times each kernel on a mesh and on a circuit, in a random
// order.
func BenchmarkKernels(b *testing.B) {
	for name, a := range map[string]*sparsity.Pattern{
		"grid":    matgen.Shuffle(matgen.Grid2D(300, 300), 1),
		"circuit": matgen.Shuffle(matgen.Circuit(30_000, 1), 1),
	} {
		g := sparsity.Symmetrize(a)
		tree, column := etree.Symmetric(g), etree.Column(a)
		post, columnPost := tree.Postorder(), column.Postorder()
		counts := etree.LowerCounts(g, tree, post)
		for _, k := range []struct {
			name string
			f    func()
		}{
			{"symmetric", func() { etree.Symmetric(g) }},
			{"postorder", func() { tree.Postorder() }},
			{"postorder-by", func() { tree.PostorderBy(counts) }},
			{"counts", func() { etree.Counts(g, tree, post) }},
			{"lower-counts", func() { etree.LowerCounts(g, tree, post) }},
			{"row-counts", func() { etree.RowCounts(g, tree, post) }},
			{"column", func() { etree.Column(a) }},
			{"column-counts", func() { etree.ColumnCounts(a, column, columnPost) }},
			{"householder", func() { etree.HouseholderCounts(a, column) }},
		} {
			b.Run(fmt.Sprintf("kernel=%s/matrix=%s/n=%d", k.name, name, a.Cols), func(b *testing.B) {
				for range b.N {
					k.f()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(a.NNZ()), "ns/nnz")
			})
		}
	}
}
