package symbolic_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// BenchmarkSpeedups schedules a million tasks on 1, 2, 4, … 1024 workers.
func BenchmarkSpeedups(b *testing.B) {
	const n = 1_000_000
	r := rand.New(rand.NewPCG(1, 1))
	star, random, comb := make([]int32, n), make([]int32, n), make([]int32, n)
	cost := make([]float64, n)
	for j := range n {
		star[j], random[j], comb[j] = n-1, int32(j+1+r.IntN(min(n-j, 1000))), int32(j+1)
		if j%2 == 0 {
			comb[j] = int32(min(j+3, n-1))
		}
		cost[j] = float64(r.IntN(10000))
	}
	star[n-1], comb[n-1], comb[n-2] = -1, -1, n-1
	for j := range random {
		if random[j] >= n {
			random[j] = -1
		}
	}
	for name, parent := range map[string][]int32{"star": star, "random": random, "comb": comb} {
		b.Run(fmt.Sprintf("tree=%s/n=%d", name, n), func(b *testing.B) {
			for range b.N {
				symbolic.Speedups(etree.Tree{Parent: parent}, cost, []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024})
			}
		})
	}
}

func BenchmarkAnalyze(b *testing.B) {
	for name, a := range map[string]*sparsity.Pattern{
		"grid":    matgen.Grid2D(300, 300),
		"circuit": matgen.Circuit(30_000, 1),
	} {
		for _, tree := range []string{symbolic.SymmetricTree, symbolic.ColumnTree} {
			b.Run(fmt.Sprintf("matrix=%s/n=%d/tree=%s", name, a.Cols, tree), func(b *testing.B) {
				ord := symbolic.Order{Tree: tree, Cols: matgen.RandomPerm(a.Cols, 1)}
				opt := symbolic.Options{Graph: sparsity.Symmetrize(a)}
				for range b.N {
					symbolic.Analyze(a, ord, opt)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(a.NNZ()), "ns/nnz")
			})
		}
	}
}
