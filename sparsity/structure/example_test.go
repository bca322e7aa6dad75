package structure_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/sparsity/structure"
)

// The figures of the Jacobian of a diode bridge that need no ordering.
func ExampleOf() {
	f, err := sparseio.Open("../../testdata/bridge.mtx", sparseio.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s, _ := structure.Of(f.Matrix, structure.Source{Entries: f.Entries, Duplicates: f.Duplicates})
	fmt.Printf("%d by %d with %d entries, structural rank %d\n", s.Rows, s.Cols, s.NNZ, s.StructuralRank)
	fmt.Printf("pattern symmetry %.2f, value symmetry %.2f\n", s.Symmetry.Pattern, *s.Symmetry.Value)
	fmt.Println("positions missing on the diagonal:", s.Diagonal.Missing)
	fmt.Println("diagonal blocks:", s.BlockTriangular.Count, "the largest of", s.BlockTriangular.Largest, "rows")
	// Output:
	// 10 by 10 with 29 entries, structural rank 10
	// pattern symmetry 1.00, value symmetry 1.00
	// positions missing on the diagonal: 1
	// diagonal blocks: 1 the largest of 10 rows
}
