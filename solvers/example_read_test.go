package solvers_test

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
)

func ExampleRead() {
	t, err := solvertest.Capture(solvertest.Backslash(3)) // trace.Open opens a capture of nrprof record
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := solvers.Read(t)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range run.Calls[:3] {
		fmt.Println(run.Functions[c.Function].Symbol, c.Phase, "of pattern", c.Pattern, "with values", c.Values)
	}
	s := solvers.Summarize(run)
	fmt.Println(s.Reuse.Analyses, "analyses of", s.Reuse.Patterns, "pattern")
	// Output:
	// umfpack_di_symbolic analyze of pattern 1 with values 0
	// umfpack_di_numeric factor of pattern 1 with values 1
	// umfpack_di_solve solve of pattern 1 with values 1
	// 3 analyses of 1 pattern
}
