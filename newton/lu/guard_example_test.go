package lu_test

import (
	"context"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// A switch opens: its conductance, the first pivot, falls by twelve orders of magnitude.
// The guard chooses new pivots where the old ones would cost too many digits.
func ExampleGuarded() {
	var g *lu.Guarded
	for _, conductance := range []float64{1, 1e-4, 1e-8, 1e-12, 1} {
		entries := &sparsity.Triplets{Rows: 3, Cols: 3, Row: []int32{0, 1, 0, 1, 2, 1, 2}, Col: []int32{0, 0, 1, 1, 1, 2, 2},
			Values: []float64{conductance, 1, 1, 0.3, 0.7, 0.2, 1}}
		m, _ := entries.Compress()
		if g == nil {
			g = lu.NewGuarded(m.Pattern, lu.Plan{}, lu.GuardOptions{})
		}
		if err := g.Refactor(context.Background(), m.Values); err != nil {
			log.Fatal(err)
		}
		b := []float64{1, 2, 3}
		x := append([]float64(nil), b...)
		g.Solve(x)
		fmt.Printf("%g: accurate %v, pivots chosen %d times\n", conductance,
			lu.Backward(m.Pattern, m.Values, x, b).Componentwise < lu.DefaultLimit, g.Stats.Factors)
	}
	// Output:
	// 1: accurate true, pivots chosen 1 times
	// 0.0001: accurate true, pivots chosen 1 times
	// 1e-08: accurate true, pivots chosen 1 times
	// 1e-12: accurate true, pivots chosen 2 times
	// 1: accurate true, pivots chosen 2 times
}
