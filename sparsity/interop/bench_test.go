package interop

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// BenchmarkConvert times the conversions of a 300×300 grid, 449 k entries.
func BenchmarkConvert(b *testing.B) {
	p := matgen.Grid2D(300, 300)
	m := &sparsity.Matrix{Pattern: p, Values: make([]float64, p.NNZ())}
	csr, err := ToCSR(m)
	if err != nil {
		b.Fatal(err)
	}
	csc, err := ToCSC(m)
	if err != nil {
		b.Fatal(err)
	}
	coo, err := ToCOO(m)
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, f func() error) {
		b.Run("matrix=grid300/op="+name, func(b *testing.B) {
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(p.NNZ()), "ns/nnz")
		})
	}
	run("FromCSR", func() error { _, _, err := FromCSR(csr); return err })
	run("FromCSC", func() error { _, _, err := FromCSC(csc); return err })
	run("FromCOO", func() error { _, _, err := FromCOO(coo); return err })
	run("ToCSR", func() error { _, err := ToCSR(m); return err })
	run("ToCSC", func() error { _, err := ToCSC(m); return err })
}
