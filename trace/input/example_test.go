package input_test

import (
	"fmt"
	"log"
	"path/filepath"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Any trace is read: here an SQLite export of Nsight Systems, whose phases are
// summed up.
func Example() {
	t, kind, err := input.Open(filepath.Join("..", "..", "testdata", "nsys", "newton.sqlite"), input.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer t.Close()
	fmt.Println(kind)
	for _, p := range trace.Summarize(t, trace.SummaryOptions{}).Phases[:3] {
		fmt.Println(p.Name, p.Count)
	}
	// Output:
	// an SQLite export of Nsight Systems
	// transient 1
	// timestep 2
	// nr_iteration 6
}
