package named_test

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/named"
)

// An ordering by its name, and what it counted of the factor.
func ExampleLookup() {
	grid := matgen.Grid2D(30, 30)
	for _, name := range []string{"amd", "nd", "search"} {
		m, _, err := named.Lookup(name)
		if err != nil {
			panic(err)
		}
		p, count := m.Apply(grid, named.Control{})
		fmt.Printf("%-6s %d columns, at most %d entries in L\n", name, len(p), count.NNZL)
	}
	// Output:
	// amd    900 columns, at most 10231 entries in L
	// nd     900 columns, at most 10518 entries in L
	// search 900 columns, at most 9471 entries in L
}
