package transversal_test

import (
	"fmt"

	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/sparsity"
)

// A voltage source of 5 V behind a resistor of 1 kΩ: the equation of the source
// has no entry on the diagonal, and the conductances are small.
func ExampleProduct() {
	t := &sparsity.Triplets{Rows: 3, Cols: 3,
		Row:    []int32{0, 0, 0, 1, 1, 2},
		Col:    []int32{0, 1, 2, 0, 1, 0},
		Values: []float64{1e-3, -1e-3, 1, -1e-3, 1e-3, 1}}
	m, _ := t.Compress()
	tr, err := transversal.Product(m)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("rows", tr.Matching.RowOf)
	s := tr.Scaled(m)
	for j := range 3 {
		for k := s.Pattern.ColPtr[j]; k < s.Pattern.ColPtr[j+1]; k++ {
			fmt.Printf("(%d, %d) %.3g\n", s.Pattern.RowIdx[k], j, s.Values[k])
		}
	}
	// Output:
	// rows [2 1 0]
	// (0, 0) 0.001
	// (1, 0) -0.001
	// (2, 0) 1
	// (0, 1) -1
	// (1, 1) 1
	// (0, 2) 1
}
