//go:build unix

package startup_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/nrkit/nrkit/startup"
)

// A program says by lines what it does; it is started twice with empty caches and
// twice with those that the first left.
func ExampleMeasure() {
	const program = `
echo nrprof: begin load; echo nrprof: end
echo nrprof: begin run 1; echo nrprof: end
echo nrprof: begin run 2; echo nrprof: end`
	r, err := startup.Measure(context.Background(), startup.Options{
		Command: []string{"sh", "-c", program}, Environ: os.Environ(), Repeat: 2,
		Source: startup.Markers, Runs: startup.Runs{Names: []string{"run 1", "run 2"}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Cold.Processes, "cold processes,", r.Reload.Processes, "that reload")
	for _, p := range r.Cold.Phases {
		fmt.Println("phase", p.Name, p.Place, "the first run")
	}
	fmt.Println("first run takes part of the time to the first result:", r.Cold.First.Median < r.Cold.ToResult.Median)
	// Output:
	// 2 cold processes, 2 that reload
	// phase load before the first run
	// first run takes part of the time to the first result: true
}
