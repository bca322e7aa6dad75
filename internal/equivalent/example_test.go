package equivalent_test

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/equivalent"
	"github.com/nrkit/nrkit/sparsity"
)

// The nodes of a chain, eliminated from one end to the other, wait for each other.
// An equivalent order works from both ends, without fill as well.
func ExampleLower() {
	const n = 9
	t := &sparsity.Triplets{Rows: n, Cols: n}
	for i := range int32(n - 1) {
		t.Row = append(t.Row, i, i+1)
		t.Col = append(t.Col, i+1, i)
	}
	chain, _ := t.Compress()
	order, s := equivalent.Lower(chain.Pattern, sparsity.Identity(n), equivalent.Options{})
	fmt.Println(order)
	fmt.Println("entries of L", s.NNZLBefore, s.NNZLAfter)
	fmt.Println("height", s.HeightBefore, s.HeightAfter)
	// Output:
	// [0 1 2 3 8 7 6 5 4]
	// entries of L 17 17
	// height 9 5
}
