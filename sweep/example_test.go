package sweep_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/sweep"
)

// Two orderings, each run once with a cold cache and twice with a warm one, in an
// order that is drawn anew for each round.
func ExampleNewPlan() {
	d, err := sweep.Parse("orderings.yaml", []byte(`
repeat: 2
matrix:
  ordering: [amd, btf+amd]
args: [--ordering, "{ordering}"]
`))
	if err != nil {
		log.Fatal(err)
	}
	p, err := sweep.NewPlan(d, []string{"nrprof", "run", "c6288", "-o", "{capture}"})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range p.Runs {
		fmt.Println("run", r.Number, "round", r.Round, d.Configurations[r.Configuration].Name, "cold", r.Cold)
	}
	// Output:
	// run 1 round 0 amd cold true
	// run 2 round 0 btf+amd cold true
	// run 3 round 1 btf+amd cold false
	// run 4 round 1 amd cold false
	// run 5 round 2 btf+amd cold false
	// run 6 round 2 amd cold false
}
