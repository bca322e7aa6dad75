package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// smallRows prints how many bad solutions guards let pass where rows have small terms
// only. Entries of the factors do not grow there, and other pivots do not help.
func smallRows() error {
	const seeds, systems = 3, 10000
	guards := []struct {
		name string
		opt  lu.GuardOptions
	}{
		{"NoSolveCheck", lu.GuardOptions{NoSolveCheck: true}},
		{"default", lu.GuardOptions{}},
		{"CheckAll", lu.GuardOptions{CheckAll: true}},
	}
	fmt.Println("| spans of solutions | guard | systems | bad | worst | checks | refined |")
	fmt.Println("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
	for _, spans := range []struct {
		name        string
		least, most float64 // logarithms
	}{{"1 to 1e12", 0, 12}, {"1e10", 10, 10}} {
		for _, guard := range guards {
			bad, worst := 0, 0.0
			var stats lu.GuardStats
			for seed := range uint64(seeds) {
				var g *lu.Guarded
				r := rand.New(rand.NewPCG(seed, 7))
				for range systems {
					y := smallRow(r, math.Pow(10, spans.least+(spans.most-spans.least)*r.Float64()))
					if g == nil {
						g = lu.NewGuarded(y.a, newton.DefaultOrder(y.a), guard.opt)
					}
					x := slices.Clone(y.b)
					if err := g.Refactor(ctx, y.values); err != nil {
						return err
					}
					g.Solve(x)
					e := lu.Backward(y.a, y.values, x, y.b).Componentwise
					if worst = max(worst, e); e > limit {
						bad++
					}
				}
				stats.Checks, stats.Refined = stats.Checks+g.Stats.Checks, stats.Refined+g.Stats.Refined
			}
			fmt.Printf("| %s | %s | %d | %d | %.1e | %d | %d |\n", spans.name, guard.name, seeds*systems, bad, worst, stats.Checks, stats.Refined)
		}
	}
	return nil
}

// smallRow is a system with entries of 0.5 to 1.5 and a solution of about (1, 1, span).
// The second row has small terms only.
func smallRow(r *rand.Rand, span float64) system {
	u := func() float64 { return 0.5 + r.Float64() }
	a := &sparsity.Pattern{Rows: 3, Cols: 3, ColPtr: []int64{0, 2, 4, 6}, RowIdx: []int32{0, 1, 1, 2, 0, 2}}
	values, b := make([]float64, 6), make([]float64, 3)
	for q := range values {
		values[q] = u()
	}
	for j, x := range []float64{u(), u(), span * u()} {
		for q := a.ColPtr[j]; q < a.ColPtr[j+1]; q++ {
			b[a.RowIdx[q]] += values[q] * x
		}
	}
	return system{a, values, b}
}
