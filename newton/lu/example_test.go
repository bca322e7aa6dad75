package lu_test

import (
	"context"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// A Newton solver factors the first Jacobian once and then refactors: same pivots,
// other values.
func ExampleSolver() {
	var s *lu.Solver
	for _, name := range []string{"mul4_it1.mtx", "mul4_it2.mtx", "mul4_it3.mtx"} {
		file, err := sparseio.Open("../../testdata/"+name, sparseio.Options{})
		if err != nil {
			log.Fatal(err)
		}
		a, values := file.Matrix.Pattern, file.Matrix.Values
		if s == nil {
			order, _ := ordering.AMD(sparsity.Symmetrize(a), ordering.AMDOptions{})
			f, err := lu.Factor(context.Background(), a, values, lu.Plan{Col: order}, lu.Options{})
			if err != nil {
				log.Fatal(err)
			}
			if s, err = lu.NewSolver(f, a); err != nil {
				log.Fatal(err)
			}
			fmt.Println(f.Stats.L, "entries in L,", f.Stats.U, "in U")
		} else if err := s.Refactor(values); err != nil {
			log.Fatal(err) // the pivots are no longer good: factor anew
		}
		x := make([]float64, s.N())
		x[100] = 1
		s.Solve(x)
		fmt.Printf("%s: x[100] = %.4g, residual below 1e-12: %v\n", name, x[100], s.Factors().Residual(a, values).Relative < 1e-12)
	}
	// Output:
	// 1761 entries in L, 2062 in U
	// mul4_it1.mtx: x[100] = -4.675e-05, residual below 1e-12: true
	// mul4_it2.mtx: x[100] = -4.311e-05, residual below 1e-12: true
	// mul4_it3.mtx: x[100] = -4.203e-05, residual below 1e-12: true
}
