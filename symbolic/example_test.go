package symbolic_test

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A supply rail that is numbered first joins every node of a circuit: its
// elimination connects all others. Numbered last it costs nothing.
func ExampleAnalyze() {
	a := matgen.Arrow(1000, 1)
	last := sparsity.Identity(1000)
	slices.Reverse(last)
	for _, ord := range []symbolic.Order{{Method: "natural"}, {Method: "reversed", Cols: last}} {
		x := symbolic.Analyze(a, ord, symbolic.Options{})
		fmt.Printf("%s: %d entries in L, height %d, work over critical path %.1f\n",
			x.Method, x.NNZL, x.Height, x.ParallelismWork)
	}
	// Output:
	// natural: 500500 entries in L, height 1000, work over critical path 1.0
	// reversed: 1999 entries in L, height 2, work over critical path 999.0
}
