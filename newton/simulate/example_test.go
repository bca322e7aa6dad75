package simulate_test

import (
	"context"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/newton/simulate"
)

// A built-in circuit is run for a hundred time points, and its work counted.
func ExampleRun() {
	c, err := simulate.Load("graetz")
	if err != nil {
		log.Fatal(err)
	}
	r, err := simulate.Run(context.Background(), c, simulate.Config{Steps: 100})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Circuit.Name, r.Circuit.Unknowns, "unknowns")
	fmt.Println(r.Counts.Accepted, "time points,", r.Counts.Iterations, "iterations")
	fmt.Println(r.Counts.Factors, "factorisations,", r.Counts.Refactors, "refactorisations")
	// Output:
	// graetz 9 unknowns
	// 101 time points, 209 iterations
	// 1 factorisations, 208 refactorisations
}

// The Jacobians of two iterations, as files for analyze would have them.
func ExampleCapture() {
	c, err := simulate.LoadFile("../../testdata/circuits/clipper.cir")
	if err != nil {
		log.Fatal(err)
	}
	which, err := simulate.ParseSelection("1,100")
	if err != nil {
		log.Fatal(err)
	}
	list, err := simulate.Capture(context.Background(), c, simulate.Config{}, which)
	if err != nil {
		log.Fatal(err)
	}
	for _, j := range list {
		fmt.Println(j.Name, j.Matrix.Pattern.NNZ(), "entries, unknowns", j.Names)
	}
	// Output:
	// clipper_it000001 20 entries, unknowns [v(in) v(a) v(b) v(c) v(d1#internal) v(d2#internal) i(v1) i(v2)]
	// clipper_it000100 20 entries, unknowns [v(in) v(a) v(b) v(c) v(d1#internal) v(d2#internal) i(v1) i(v2)]
}
