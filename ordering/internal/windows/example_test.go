package windows_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/internal/windows"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Local search takes entries out of the factor under a minimum degree order.
func ExampleImprove() {
	f, err := sparseio.Open("../../../testdata/mul4_it1.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	g := sparsity.Symmetrize(f.Matrix.Pattern)
	amd, _ := ordering.AMD(g, ordering.AMDOptions{})
	better, s := windows.Improve(g, amd, windows.Options{})
	fmt.Println(len(better), "columns,", s.NNZL, "entries in L,", s.Gained, "fewer")
	// Output:
	// 370 columns, 1885 entries in L, 80 fewer
}
