package timeline_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// An export becomes a trace, whose summary has the phases of the solver with the
// work on the GPU that each launched.
func ExampleRead() {
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
	for _, p := range trace.Summarize(t, trace.SummaryOptions{}).Paths {
		fmt.Println(p.Path, p.Count, "times,", p.Total, "ns, GPU", *p.GPU, "ns")
	}
	// Output:
	// transient 1 times, 2188900 ns, GPU 2094600 ns
	// transient/timestep 2 times, 2188200 ns, GPU 2094600 ns
	// transient/timestep/nr_iteration 6 times, 2186400 ns, GPU 2094600 ns
	// transient/timestep/nr_iteration/build_system 6 times, 57000 ns, GPU 690000 ns
	// transient/timestep/nr_iteration/linear_solve 6 times, 145800 ns, GPU 1362000 ns
	// transient/timestep/nr_iteration/linear_solve/refactor 6 times, 84600 ns, GPU 810000 ns
	// transient/timestep/nr_iteration/linear_solve/solve 6 times, 57000 ns, GPU 552000 ns
	// transient/timestep/nr_iteration/convergence 6 times, 1978200 ns, GPU 42600 ns
}
