package xplane_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
)

// A profile of JAX becomes a trace, in which the work on the GPU belongs to the
// phases that the program named.
func ExampleRead() {
	profile := xplanetest.Newton{Iterations: 10, Path: "jit(f)/while/body/nr_iteration"}.Space()
	t, _, err := xplane.Read(bytes.NewReader(profile.Encode()), xplane.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range trace.Summarize(t, trace.SummaryOptions{}).Paths {
		fmt.Println(p.Path, p.Count, "times, GPU", *p.GPU, "ns")
	}
	// Output:
	// nr_iteration 10 times, GPU 87000 ns
	// nr_iteration/build_system 10 times, GPU 30000 ns
	// nr_iteration/linear_solve 10 times, GPU 50000 ns
	// nr_iteration/convergence 10 times, GPU 7000 ns
}
