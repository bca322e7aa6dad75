package analysis_test

import (
	"context"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Everything that analyze says of a matrix, as a document.
func ExampleRun() {
	f, err := sparseio.Open("../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	d, err := analysis.Run(context.Background(), []analysis.Source{analysis.Loaded(f)}, analysis.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range d.Orderings {
		fmt.Println(o.Method, o.NNZLU, "entries in L+U, height", o.Height)
	}
	fmt.Println("recommended:", d.Winners.Recommended)
	// Output:
	// natural 58 entries in L+U, height 7
	// rcm 36 entries in L+U, height 7
	// amd 36 entries in L+U, height 7
	// ammf 36 entries in L+U, height 4
	// colamd 49 entries in L+U, height 9
	// btf+amd 40 entries in L+U, height 9
	// recommended: ammf
}
