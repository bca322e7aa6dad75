package ordering_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// Four orders of one Jacobian, with the entries that each gives its factor L and
// the height of its elimination tree.
func Example() {
	f, err := sparseio.Open("../testdata/mul4_it1.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	g := sparsity.Symmetrize(f.Matrix.Pattern)
	amd, _ := ordering.AMD(g, ordering.AMDOptions{})
	nd, _ := ordering.ND(g, ordering.NDOptions{})
	show := func(name string, p sparsity.Perm) {
		a := etree.Permuted(g, p)
		t := etree.Symmetric(a)
		var entries int64
		for _, c := range etree.Counts(a, t, t.Postorder()) {
			entries += int64(c)
		}
		fmt.Println(name, entries, t.Height())
	}
	show("natural", ordering.Natural(g.Cols))
	show("rcm", ordering.RCM(g))
	show("amd", amd)
	show("nd", nd)
	// Output:
	// natural 40019 370
	// rcm 8380 162
	// amd 1965 39
	// nd 1955 36
}
