package sparsity_test

import (
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// Two resistors in series write to the same position of a matrix: the entries
// become one, with the sum of their values. Reversing rows and columns moves it.
func Example() {
	t := &sparsity.Triplets{Rows: 3, Cols: 3,
		Row:    []int32{0, 0, 1, 1, 1, 1, 2, 2},
		Col:    []int32{0, 1, 0, 1, 1, 2, 1, 2},
		Values: []float64{1, -1, -1, 1, 0.5, -0.5, -0.5, 0.5}}
	m, duplicates := t.Compress()
	fmt.Println(m.Pattern.NNZ(), "entries,", duplicates, "duplicate")

	p := sparsity.Perm{2, 1, 0}
	r := m.Permute(p, p)
	for j := range r.Pattern.Cols {
		from, to := r.Pattern.ColPtr[j], r.Pattern.ColPtr[j+1]
		fmt.Println("column", j, "rows", r.Pattern.RowIdx[from:to], "values", r.Values[from:to])
	}
	// Output:
	// 7 entries, 1 duplicate
	// column 0 rows [0 1] values [0.5 -0.5]
	// column 1 rows [0 1 2] values [-0.5 1.5 -1]
	// column 2 rows [1 2] values [-1 1]
}
