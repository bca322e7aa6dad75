package tables_test

import (
	"fmt"
	"log"

	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/reports/tables"
)

// A table with numbers set to the right.
func ExampleGrid() {
	t := &reports.Table{Columns: []reports.Column{{Name: "ordering"}, {Name: "entries", Right: true}}}
	t.Append("natural", "95,404")
	t.Append("amd", "3,120")
	lines, err := tables.Grid(t)
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range lines {
		fmt.Println(line)
	}
	// Output:
	//   ordering  entries
	//   -----------------
	//   natural    95,404
	//   amd         3,120
}
