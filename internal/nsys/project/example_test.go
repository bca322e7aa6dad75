package project_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/nsys/project"
	"github.com/nrkit/nrkit/nsys"
)

// What the GPU did for each Newton iteration, and how often the host waited.
func ExampleCapture_Iterations() {
	e, err := nsys.Open("../../../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	c, err := project.Read(e)
	if err != nil {
		log.Fatal(err)
	}
	isIteration := func(i int) bool { return e.Text(c.Text(i)) == "nr_iteration" }
	waits := c.Waiting(func(name nsys.String) bool { return project.IsWait(e.Text(name)) })
	for k, it := range c.Iterations(isIteration, waits) {
		fmt.Println("iteration", k, "busy", it.Busy, "ns, operations", it.Ops, "waits", it.Waits)
	}
	// Output:
	// iteration 0 busy 349100 ns, operations 9 waits 1
	// iteration 1 busy 349100 ns, operations 9 waits 1
	// iteration 2 busy 349100 ns, operations 9 waits 1
	// iteration 3 busy 349100 ns, operations 9 waits 1
	// iteration 4 busy 349100 ns, operations 9 waits 1
	// iteration 5 busy 349100 ns, operations 9 waits 1
}
