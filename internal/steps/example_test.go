package steps_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/steps"
	"github.com/nrkit/nrkit/nsys"
)

// Every iteration of a run, and how much of it the linear solver took.
func ExampleEach() {
	e, err := nsys.Open("../../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	t, _, err := timeline.Read(e, timeline.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	steps.Each(t, func(r *steps.Row) bool {
		if r.IsStep {
			fmt.Println("step", r.Step, "took", r.NS, "ns and", r.Its, "iterations")
		} else {
			fmt.Println("iteration", r.Iteration, "took", r.NS, "ns, of which the linear solver", r.Solve)
		}
		return true
	})
	// Output:
	// iteration 0 took 364400 ns, of which the linear solver 24300
	// iteration 1 took 364400 ns, of which the linear solver 24300
	// iteration 2 took 364400 ns, of which the linear solver 24300
	// step 0 took 1094100 ns and 3 iterations
	// iteration 3 took 364400 ns, of which the linear solver 24300
	// iteration 4 took 364400 ns, of which the linear solver 24300
	// iteration 5 took 364400 ns, of which the linear solver 24300
	// step 1 took 1094100 ns and 3 iterations
}
