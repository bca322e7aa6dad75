package lu_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// benchmarks are matrices that a plan without ordering does not fill much:
// rails last, narrow bands, small grids.
func benchmarks() []problem {
	circuit := matgen.Circuit(500, 1)
	last := sparsity.Identity(circuit.Cols)
	for k := range last {
		last[k] = int32(circuit.Cols - 1 - k)
	}
	return []problem{
		{"circuit", matgen.Dominant(circuit, 1), lu.Plan{Col: last}},
		{"band", matgen.Values(matgen.Banded(50000, 4, 4), 1), lu.Plan{}},
		{"grid", matgen.Dominant(matgen.Grid2D(60, 60), 1), lu.Plan{}},
		{"arrow", matgen.Dominant(matgen.ArrowGood(100000, 2), 1), lu.Plan{}},
	}
}

func BenchmarkFactor(b *testing.B) {
	for _, p := range benchmarks() {
		b.Run(fmt.Sprintf("matrix=%s/n=%d/type=real", p.name, p.m.Pattern.Cols), func(b *testing.B) {
			benchmarkFactor(b, p, p.m.Values)
		})
		b.Run(fmt.Sprintf("matrix=%s/n=%d/type=complex", p.name, p.m.Pattern.Cols), func(b *testing.B) {
			benchmarkFactor(b, p, lu.Complex(p.m))
		})
	}
}

func benchmarkFactor[T lu.Scalar](b *testing.B, p problem, values []T) {
	var st lu.Stats
	b.ReportAllocs()
	for b.Loop() {
		f, err := lu.Factor(context.Background(), p.m.Pattern, values, p.plan, lu.Options{})
		if err != nil {
			b.Fatal(err)
		}
		st = f.Stats
	}
	perOp := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	b.ReportMetric(perOp/float64(st.L+st.U), "ns/nnz")
	b.ReportMetric(st.Flops, "flops/op")
	b.ReportMetric(float64(st.L+st.U)/float64(p.m.Pattern.NNZ()), "fill")
}

func BenchmarkSolve(b *testing.B) {
	for _, p := range benchmarks() {
		f, err := factor(p.m, p.plan, lu.Options{})
		if err != nil {
			b.Fatal(err)
		}
		x, work := make([]float64, f.N()), make([]float64, f.N())
		b.Run(fmt.Sprintf("matrix=%s/n=%d", p.name, f.N()), func(b *testing.B) {
			for b.Loop() {
				f.Solve(x, work)
			}
			perOp := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(perOp/float64(f.Stats.L+f.Stats.U+f.Stats.Off), "ns/nnz")
		})
	}
}
