package tables

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/reports"
)

// cell draws the text of a cell: figures, names, signs of several bytes, wide
// and combining ones, nothing.
func cell() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z0-9+_.%-]{1,12}`),
		rapid.StringMatching(`[a-z]{1,5} [a-z]{1,5}`),
		rapid.SampledFrom([]string{"", "–", "× 2", "3.5 µs", "≈ 4 ms", "· · solve", "漢字", "e\u0301", "naïve", "a,b;c", "{x}", "100 %"}),
	)
}

// Both grids lay any table out in the same way.
func TestGridsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		named := rapid.Bool().Draw(t, "named")
		n := rapid.IntRange(1, 6).Draw(t, "columns")
		table := &reports.Table{}
		for range n {
			c := reports.Column{Right: rapid.Bool().Draw(t, "right")}
			if named {
				c.Name = rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "name")
			}
			table.Columns = append(table.Columns, c)
		}
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			row := make([]string, n)
			for k := range row {
				row[k] = cell().Draw(t, "cell")
			}
			table.Append(row...)
		}
		want, err := Grid(table)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := reports.PlainGrid(table)
		if !slices.Equal(got, want) {
			t.Errorf("tablewriter\n%q\nplain\n%q", want, got)
		}
	})
}
