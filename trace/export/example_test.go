package export_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/trace/export"
)

// The name of a file says in which format a trace is written.
func ExampleByName() {
	for _, name := range []string{"run.json", "run.pb.gz", "run.bench.txt"} {
		f, err := export.ByName(name)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(name, "is", f.Name)
	}
	// Output:
	// run.json is Chrome JSON
	// run.pb.gz is pprof
	// run.bench.txt is Go benchmark format
}
