package reports

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// columnGap is what stands between two columns.
const columnGap = "  "

// PlainGrid lays t out with its columns side by side, each as wide as its
// widest cell, and a rule below the names where there are any. A cell is one
// line. Its error is always nil.
//
// Cost: the width of each cell is measured once.
func PlainGrid(t *Table) ([]string, error) {
	g := grid{columns: t.Columns, widths: make([]int, len(t.Columns))}
	if t.Named() {
		names := make([]string, len(t.Columns))
		for k, c := range t.Columns {
			names[k] = c.Name
		}
		g.measure(names)
	}
	for _, row := range t.Rows {
		g.measure(row)
	}
	return g.lines(t.Named()), nil
}

// A grid is a table being laid out.
type grid struct {
	columns []Column
	widths  []int // of the columns
	rows    []gridRow
}

// A gridRow is one row: cells and their widths.
type gridRow struct {
	cells  []string
	widths []int
}

// measure adds a row.
func (g *grid) measure(row []string) {
	r := gridRow{row, make([]int, len(row))}
	for k, cell := range row {
		r.widths[k] = displaywidth.String(cell)
		g.widths[k] = max(g.widths[k], r.widths[k])
	}
	g.rows = append(g.rows, r)
}

// lines returns the lines of the table; with a rule below the first row.
func (g *grid) lines(rule bool) []string {
	var lines []string
	for x, row := range g.rows {
		lines = append(lines, g.line(row.cells, row.widths))
		if x == 0 && rule {
			lines = append(lines, g.rule())
		}
	}
	return lines
}

// line returns one line of cells of the given widths.
func (g *grid) line(cells []string, widths []int) string {
	var b strings.Builder
	for k, cell := range cells {
		b.WriteString(columnGap)
		fill := strings.Repeat(" ", g.widths[k]-widths[k])
		if g.columns[k].Right {
			b.WriteString(fill + cell)
		} else {
			b.WriteString(cell + fill)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// rule returns the line below the names.
func (g *grid) rule() string {
	n := len(columnGap) * (len(g.widths) - 1)
	for _, w := range g.widths {
		n += w
	}
	return columnGap + strings.Repeat("-", n)
}
