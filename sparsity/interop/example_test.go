package interop_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"github.com/nrkit/nrkit/sparsity/interop"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// gonum computes with a matrix that was read from a file, without a copy.
func ExampleNewView() {
	f, err := sparseio.Open("../../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	a, err := interop.NewView(f.Matrix)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.At(9, 9), mat.Norm(a, 1))
	// Output:
	// -200 202
}

// A dense matrix of gonum becomes a sparse one of its elements that are not zero.
func ExampleFromMatrix() {
	d := mat.NewDense(3, 3, []float64{
		2, -1, 0,
		-1, 2, -1,
		0, -1, 2,
	})
	m, _, err := interop.FromMatrix(d)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Pattern.NNZ(), "entries, column 1:", m.Pattern.Col(1))
	// Output:
	// 7 entries, column 1: [0 1 2]
}
