package supernode_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/supernode"
)

// Relaxed supernodes are fewer and wider than fundamental ones, for some zeros.
func Example() {
	f, err := sparseio.Open("../testdata/mul4_it1.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	g := sparsity.Symmetrize(f.Matrix.Pattern)
	order, _ := ordering.AMD(g, ordering.AMDOptions{})
	order = order.Compose(etree.Symmetric(etree.Permuted(g, order)).Postorder())

	a := etree.Permuted(g, order)
	tree := etree.Symmetric(a)
	counts := etree.Counts(a, tree, sparsity.Identity(tree.Len()))
	fundamental := supernode.Fundamental(tree, counts)
	relaxed := supernode.Relaxed(tree, counts, supernode.DefaultRelax())
	fmt.Println(tree.Len(), "columns")
	fmt.Println(fundamental.Len(), "fundamental supernodes")
	fmt.Println(relaxed.Len(), "relaxed supernodes with", relaxed.Zeros, "zeros")
	// Output:
	// 370 columns
	// 343 fundamental supernodes
	// 81 relaxed supernodes with 2517 zeros
}
