package series_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// The Jacobians of three Newton iterations have one pattern, so one ordering and
// one symbolic factorization serve all of them.
func ExampleCompare() {
	var list []series.Input
	for _, name := range []string{"mul4_it1.mtx", "mul4_it2.mtx", "mul4_it3.mtx"} {
		f, err := sparseio.Open("../testdata/"+name, sparseio.Options{})
		if err != nil {
			log.Fatal(err)
		}
		list = append(list, series.Input{Name: f.Name, Matrix: f.Matrix})
	}
	r := series.Compare(list)
	fmt.Println(r.Reuse)
	fmt.Println("same pattern:", *r.Pattern.Fixed)
	fmt.Printf("entries that never change: %.0f %%\n", 100*r.Values.UnchangedShare)
	// Output:
	// once
	// same pattern: true
	// entries that never change: 50 %
}
