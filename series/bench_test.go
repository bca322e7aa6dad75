package series

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// BenchmarkAccumulator times one more matrix of a fixed pattern, one that
// lacks a column of entries, and the result; a 300×300 grid, 449 k entries.
func BenchmarkAccumulator(b *testing.B) {
	p := matgen.Grid2D(300, 300)
	n := p.NNZ()
	full := [2]*sparsity.Matrix{}
	for k := range full {
		full[k] = &sparsity.Matrix{Pattern: p.Clone(), Values: make([]float64, n)}
		for x := range full[k].Values {
			full[k].Values[x] = float64(1 + (x+k*x*7919)%1000)
		}
	}
	part := &sparsity.Matrix{Pattern: p.Clone(), Values: full[0].Values[:n-3]}
	part.Pattern.ColPtr[p.Cols] -= 3
	part.Pattern.RowIdx = part.Pattern.RowIdx[:n-3]

	run := func(name string, f func(a *Accumulator, k int)) {
		b.Run("matrix=grid300/op="+name, func(b *testing.B) {
			var a Accumulator
			a.Add("a", full[0])
			a.Add("b", full[1])
			k := 0
			for b.Loop() {
				f(&a, k)
				k++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/nnz")
		})
	}
	run("fixed", func(a *Accumulator, k int) { a.Add("x", full[k%2]) })
	run("part", func(a *Accumulator, k int) { a.Add("x", part) })
	run("result", func(a *Accumulator, k int) { a.Result() })
}
