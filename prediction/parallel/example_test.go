package parallel_test

import (
	"fmt"

	"github.com/nrkit/nrkit/prediction/parallel"
)

// Suppose that one core refactors and solves the Jacobian of a power grid of 5,227
// unknowns in 0.34 ms. From how many grids at once, or from how many unknowns, is a
// GPU faster?
func Example() {
	grid := parallel.Counts{Rows: 5227, Entries: 55017, Flops: 378500, Levels: 127}
	gpu := parallel.GPUs()[0]
	batch, _ := gpu.LeastBatch(parallel.CuDSS, grid, 0.34e-3)
	rows, _ := gpu.LeastRows(parallel.CuDSS, grid, 0.34e-3)
	fmt.Printf("%s: %d matrices at once, or one of about %d thousand rows\n", gpu.Name, batch, (rows+500)/1000)
	// Output: RTX 3090: 2 matrices at once, or one of about 18 thousand rows
}
