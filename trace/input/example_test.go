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

// Two files are two ranks of one run, which start at once.
func ExampleOpenAll() {
	path := filepath.Join("..", "..", "testdata", "nsys", "newton.sqlite")
	s, err := input.OpenAll([]string{path, path}, input.Options{}, input.Alignment{Align: input.AlignStart})
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	fmt.Println("ranks:", s.Ranks)
	for _, p := range trace.Summarize(s.Trace, trace.SummaryOptions{}).Phases[:3] {
		fmt.Println(p.Name, p.Count)
	}
	// Output:
	// ranks: [0 1]
	// transient 2
	// timestep 4
	// nr_iteration 12
}
