package btf_test

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

func BenchmarkBTF(b *testing.B) {
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
	}{
		{"circuit", matgen.Circuit(25_000, 1)},
		{"grid", matgen.Grid2D(300, 300)},
		{"grid-scrambled", scramble(matgen.Grid2D(300, 300), 2)},
		{"random", matgen.Random(100_000, 100_000, 3, 5)},
		{"hidden-blocks", matgen.HiddenBlocks(300_000, 20_000, 230_000, 1)},
	} {
		for _, k := range []struct {
			name string
			run  func(*sparsity.Pattern)
		}{
			{"matching", func(a *sparsity.Pattern) { btf.MaximumMatching(a) }},
			{"strong", func(a *sparsity.Pattern) { btf.StrongComponents(a) }},
			{"weak", func(a *sparsity.Pattern) { btf.WeakComponents(a) }},
			{"form", func(a *sparsity.Pattern) { btf.BlockTriangular(a) }},
			{"coarse", func(a *sparsity.Pattern) { btf.DulmageMendelsohn(a) }},
		} {
			b.Run(fmt.Sprintf("%s/matrix=%s/n=%d", k.name, c.name, c.a.Cols), func(b *testing.B) {
				for b.Loop() {
					k.run(c.a)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.a.NNZ()), "ns/nnz")
			})
		}
	}
}
