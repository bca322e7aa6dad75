package btf_test

import (
	"fmt"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// A voltage source between node 0 and ground, and a resistor from node 0 to
// node 1: the current of the source is unknown 2, and its equation says what
// the voltage of node 0 is. Three equations, one after the other.
func ExampleBlockTriangular() {
	t := &sparsity.Triplets{Rows: 3, Cols: 3,
		Row: []int32{0, 0, 0, 1, 1, 2}, Col: []int32{0, 1, 2, 0, 1, 0}}
	m, _ := t.Compress()
	f := btf.BlockTriangular(m.Pattern)
	fmt.Println("blocks", f.Blocks(), "largest", f.Largest(), "rank", f.Matched)
	fmt.Println("rows", f.RowPerm, "columns", f.ColPerm)
	// Output:
	// blocks 3 largest 1 rank 3
	// rows [0 1 2] columns [2 1 0]
}
