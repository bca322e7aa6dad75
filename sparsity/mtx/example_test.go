package mtx_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/mtx"
)

// A solver writes the Jacobian of an iteration.
func ExampleWrite() {
	t := &sparsity.Triplets{Rows: 2, Cols: 2,
		Row: []int32{0, 1, 0, 1}, Col: []int32{0, 0, 1, 1}, Values: []float64{2, -1, -1, 1.5}}
	jacobian, _ := t.Compress()
	if err := mtx.Write(os.Stdout, jacobian, mtx.Options{Comment: "iteration 3"}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// %%MatrixMarket matrix coordinate real general
	// % iteration 3
	// 2 2 4
	// 1 1 2
	// 2 1 -1
	// 1 2 -1
	// 2 2 1.5
}
