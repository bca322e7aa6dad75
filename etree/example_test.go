package etree_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// The elimination tree of a Jacobian says which columns wait for which, and the
// column counts how many entries its factor has.
func Example() {
	f, err := sparseio.Open("../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	a := sparsity.Symmetrize(f.Matrix.Pattern)
	t := etree.Symmetric(a)
	fmt.Println("parents", t.Parent)
	fmt.Println("columns that can be done together", t.Levels().Widths)
	fmt.Println("entries of each column of L", etree.Counts(a, t, t.Postorder()))
	// Output:
	// parents [4 4 5 9 5 6 7 8 9 -1]
	// columns that can be done together [4 1 1 1 1 1 1]
	// entries of each column of L [4 4 4 2 5 5 4 3 2 1]
}
