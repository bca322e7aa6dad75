package structure_test

import (
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/structure"
)

func BenchmarkOf(b *testing.B) {
	for _, c := range []struct {
		name string
		a    *sparsity.Pattern
	}{
		{"circuit", matgen.Circuit(25_000, 1)},
		{"grid", matgen.Grid2D(300, 300)},
		{"unsymmetric", matgen.RandomSquare(50_000, 3, 2)},
	} {
		for _, values := range []bool{false, true} {
			m := &sparsity.Matrix{Pattern: c.a}
			if values {
				m = matgen.Values(c.a, 3)
			}
			b.Run(fmt.Sprintf("matrix=%s/n=%d/values=%t", c.name, c.a.Cols, values), func(b *testing.B) {
				for b.Loop() {
					structure.Of(m, structure.Source{})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(c.a.NNZ()), "ns/nnz")
			})
		}
	}
}
