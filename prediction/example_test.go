package prediction_test

import (
	"fmt"

	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A tridiagonal matrix of three rows has five entries in L and five in U.
func Example() {
	t := &sparsity.Triplets{Rows: 3, Cols: 3, Row: []int32{0, 1, 0, 1, 2, 1, 2}, Col: []int32{0, 0, 1, 1, 1, 2, 2}}
	m, _ := t.Compress()
	x := symbolic.Analyze(m.Pattern, symbolic.Order{}, symbolic.Options{Counts: true})
	f := prediction.Of(m.Pattern, x, prediction.Options{})
	fmt.Println(f.L, f.U, f.Flops, f.Symmetric)
	_, refactors := prediction.Default().Time(prediction.UMFPACK, prediction.Refactor, f, &prediction.Machine{})
	fmt.Println(refactors)
	// Output:
	// 5 5 6 true
	// false
}
