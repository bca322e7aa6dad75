package equivalent_test

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/internal/equivalent"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// BenchmarkReorder has the order itself beside what betters it.
func BenchmarkReorder(b *testing.B) {
	for name, a := range map[string]*sparsity.Pattern{
		"grid":    matgen.Grid2D(300, 300),
		"circuit": matgen.Circuit(30_000, 1),
	} {
		g := sparsity.Symmetrize(a)
		p, _ := ordering.AMD(g, ordering.AMDOptions{})
		run := func(what string, f func()) {
			b.Run(fmt.Sprintf("matrix=%s/n=%d/%s", name, g.Cols, what), func(b *testing.B) {
				for range b.N {
					f()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.NNZ()), "ns/nnz")
			})
		}
		run("amd", func() { ordering.AMD(g, ordering.AMDOptions{}) })
		run("lower", func() { equivalent.Lower(g, p, equivalent.Options{}) })
		run("shorten", func() { equivalent.Shorten(g, p, equivalent.Options{}) })
	}
}
