package symbolic_test

import (
	"fmt"
	"log"
	"slices"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// A Jacobian is ordered, and the analysis says what its factorisation costs and in
// how many levels it can be done.
func Example() {
	f, err := sparseio.Open("../testdata/mul4_it1.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	a := f.Matrix.Pattern
	amd, _ := ordering.AMD(sparsity.Symmetrize(a), ordering.AMDOptions{})
	x := symbolic.Analyze(a, symbolic.Order{Method: "amd", Cols: amd}, symbolic.Options{})
	fmt.Println(x.NNZLU, "entries in L+U,", x.Flops, "flops")
	fmt.Println(x.Height, "levels, columns of each:", x.LevelWidths)
	fmt.Println("solve with L:", x.LevelsL.Levels, "levels, with U:", x.LevelsU.Levels)
	// Output:
	// 3560 entries in L+U, 19897 flops
	// 39 levels, columns of each: [185 43 26 24 12 9 9 8 5 5 3 3 3 3 3 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1]
	// solve with L: 39 levels, with U: 39
}

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
