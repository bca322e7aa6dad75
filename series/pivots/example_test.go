package pivots_test

import (
	"context"
	"fmt"
	"log"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/sparsity"
)

// A pivot fades from iteration to iteration, as the conductance of a switch does that
// opens.
func Example() {
	t := pivots.New(pivots.Options{Method: "natural", Order: func(*sparsity.Pattern) lu.Plan { return lu.Plan{} }})
	for k, g := range []float64{1, 1e-3, 1e-6, 1e-9, 1e-12} {
		entries := &sparsity.Triplets{Rows: 3, Cols: 3, Row: []int32{0, 1, 0, 1, 2, 1, 2}, Col: []int32{0, 0, 1, 1, 1, 2, 2},
			Values: []float64{g, 1, 1, 0.3, 0.7, 0.2, 1}}
		m, _ := entries.Compress()
		if err := t.Add(context.Background(), fmt.Sprintf("it%d", k+1), m); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(t.Result().Verdict)
	// Output:
	// the pivots of it1 under natural hold until it3. Choose new pivots for it4 (backward error of the old pivots: 1.41e-08). The pivots of it4 hold until the end. The test klu_rgrowth ≥ 1.49e-08 would choose new pivots for the same matrices
}
