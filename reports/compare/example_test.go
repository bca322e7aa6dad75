package compare_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/compare"
	comparereport "github.com/nrkit/nrkit/reports/compare"
)

// The verdict on benchmarks before and after a change.
func ExampleVerdict() {
	side := func(name string, ns int) []*compare.Run {
		var text []byte
		for k := range 6 {
			text = fmt.Appendf(text, "BenchmarkFactor 100 %d ns/op\n", ns+k)
		}
		runs, err := compare.ReadBench(name, text)
		if err != nil {
			log.Fatal(err)
		}
		return runs
	}
	r, err := compare.Compare(side("before.txt", 1000), side("after.txt", 800), compare.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, sentence := range comparereport.Verdict(r) {
		fmt.Println(sentence)
	}
	// Output:
	// Of 1 quantity: 1 faster.
}
