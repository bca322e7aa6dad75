package diagnose_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/nsys"
)

// What is wrong with a run of a Newton solver on a GPU, the largest cost first.
func ExampleRun() {
	e, err := nsys.Open("../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	t, _, err := timeline.Read(e, timeline.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	r := diagnose.Run(diagnose.NewInput(t, "newton.sqlite"), diagnose.Rules())
	for _, f := range r.Findings {
		fmt.Println(f.Severity, f.Rule)
		if f.Cost != nil {
			fmt.Println("\tcosts", *f.Cost, "ns at most")
		}
	}
	// Output:
	// info build-versus-solve
	// 	costs 1362000 ns at most
}
