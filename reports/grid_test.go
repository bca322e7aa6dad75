package reports

import (
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"pgregory.net/rapid"
)

// cell draws the text of a cell: figures, names, signs of several bytes, wide and
// combining ones, signs of several code points, nothing.
func cell() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z0-9+_.%-]{1,12}`),
		rapid.StringMatching(` ?[a-z]{1,5} [a-z]{1,5}`),
		rapid.SampledFrom([]string{"", "–", "× 2", "3.5 µs", "≈ 4 ms", "· · solve", "漢字", "naïve", "a,b;c", "{x}", "100 %", "total", "-"}),
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom(signs), 0, 6), func(parts []string) string { return strings.Join(parts, "") }),
		rapid.StringOf(rapid.RuneFrom([]rune("ab ·漢é한ᄒ\u1161\u11AB\u0301\u0E33\u200B\uFE0F❤👍🏽🇨🇭가ﷺ"))),
	)
}

// signs are what terminals show as one sign though it has several code points, and
// some that have one.
var signs = []string{"a", "é", "e\u0301", "❤\uFE0F", "1\uFE0F\u20E3", "👍🏽", "🇨🇭", "🇨", "\u1112\u1161\u11AB", "กำ", "👩\u200D🔬", "漢"}

// Every table is laid out as the obvious layout does it.
func TestGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		named := rapid.Bool().Draw(t, "named")
		n := rapid.IntRange(1, 6).Draw(t, "columns")
		table := &Table{}
		for range n {
			c := Column{Right: rapid.Bool().Draw(t, "right")}
			if named {
				c.Name = rapid.StringMatching(`[a-z]{1,9}|`).Draw(t, "name")
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
		got, err := grid(table)
		if err != nil {
			t.Fatal(err)
		}
		if want := plainGrid(table); !slices.Equal(got, want) {
			t.Errorf("got\n%q\nwant\n%q", got, want)
		}
	})
}

// plainGrid is the obvious layout: each cell filled up with spaces to the width of its
// column. A cell that takes no columns is empty.
func plainGrid(t *Table) []string {
	widths := t.widths()
	line := func(cells []string) string {
		var b strings.Builder
		for k, cell := range cells {
			width := displaywidth.String(cell)
			if width == 0 {
				cell = ""
			}
			fill := strings.Repeat(" ", widths[k]-width)
			if t.Columns[k].Right {
				b.WriteString("  " + fill + cell)
			} else {
				b.WriteString("  " + cell + fill)
			}
		}
		return strings.TrimRight(b.String(), " ")
	}
	var lines []string
	if t.Named() {
		var names []string
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
		lines = append(lines, line(names), "  "+strings.Repeat("-", t.lineWidth()-2))
	}
	for _, row := range t.Rows {
		lines = append(lines, line(row))
	}
	return lines
}

// Columns end at the same place whatever stands in them.
func TestSignsOfSeveralCodePoints(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "sign"}, {Name: "is", Right: true}}}
	for _, sign := range signs {
		table.Append(sign, "shown")
	}
	lines, err := grid(table)
	if err != nil {
		t.Fatal(err)
	}
	for k, line := range lines[2:] {
		if displaywidth.String(line) != displaywidth.String(lines[1]) || !strings.HasPrefix(line, "  "+signs[k]+" ") {
			t.Errorf("got %d columns in %q, want %d and %q", displaywidth.String(line), line, displaywidth.String(lines[1]), signs[k])
		}
	}
}
