package overhead_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/nsys/overhead"
	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/nsys"
)

// What the profiler took for itself is known before rules look at a run. This
// export has no such table.
func ExampleAdd() {
	e, err := nsys.Open("../../../testdata/nsys/newton.sqlite")
	if err != nil {
		log.Fatal(err)
	}
	defer e.Close()
	t, _, err := timeline.Read(e, timeline.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	in := diagnose.NewInput(t, "newton.sqlite")
	var space spill.Space
	defer space.Close()
	if err := overhead.Add(in, e, &space); err != nil {
		log.Fatal(err)
	}
	fmt.Println("known:", in.Profiler != nil)
	// Output:
	// known: false
}
