package reports

import (
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"github.com/nrkit/nrkit/internal/legible"
)

// leastName is how many columns of a name are kept as long as there is another
// way to save some.
const leastName = 16

// fitted returns t with lines of no more than width columns: without the columns of the
// highest ranks, then with shorter names, and where half of their least width does
// not suffice without its last columns. A figure that is cut is another figure.
// With width 0 it returns t.
func fitted(t *Table, width int) *Table {
	if width == 0 {
		return t
	}
	if !t.Named() {
		t = folded(t, width)
	}
	t = t.within(width)
	if t.lineWidth() <= width {
		return t
	}
	if shorter := shortened(t, width, leastName); shorter.lineWidth() <= width {
		return shorter
	}
	shorter := shortened(t, width, leastName/2)
	for shorter.lineWidth() > width && len(t.Columns) > 2 {
		t = t.first(len(t.Columns) - 1)
		shorter = shortened(t, width, leastName/2)
	}
	return shorter
}

// shortened returns t with its columns of texts narrower, the widest first, until
// its lines fit into width or none has more than least columns. The texts of the first column are names, and are cut in
// the middle: what tells them apart is mostly at their ends. Others are sentences,
// which go on in rows of their own.
func shortened(t *Table, width, least int) *Table {
	for range 2 * len(t.Columns) { // each column once, and once more what is as wide as another by then
		widths := t.widths()
		excess, column := -width, -1
		for k, c := range t.Columns {
			excess += len(columnGap) + widths[k]
			if !c.Right && widths[k] > max(least, displaywidth.String(c.Name)) && (column < 0 || widths[k] > widths[column]) {
				column = k
			}
		}
		if excess <= 0 || column < 0 {
			return t
		}
		room := max(widths[column]-excess, least)
		if column > 0 {
			t = continued(t, column, room)
			continue
		}
		t = &Table{Columns: t.Columns, Note: t.Note, Rows: slices.Clone(t.Rows)}
		for k, row := range t.Rows {
			row = slices.Clone(row)
			row[0] = legible.Cut(row[0], room)
			t.Rows[k] = row
		}
	}
	return t
}

// within returns t without its least important columns, as far as its lines take
// more than width columns.
func (t *Table) within(width int) *Table {
	limit := 0
	for _, c := range t.Columns {
		limit = max(limit, c.Rank)
	}
	for ; limit > 0; limit-- {
		if shown := t.without(limit); shown.lineWidth() <= width {
			return shown
		}
	}
	return t.without(0)
}

// lineWidth returns how many columns of a terminal the longest line of t takes.
func (t *Table) lineWidth() int {
	sum := 0
	for _, w := range t.widths() {
		sum += len(columnGap) + w
	}
	return sum
}

// widths returns how many columns of a terminal each column of t takes.
func (t *Table) widths() []int {
	widths := make([]int, len(t.Columns))
	for k, c := range t.Columns {
		widths[k] = displaywidth.String(c.Name)
		for _, row := range t.Rows {
			widths[k] = max(widths[k], displaywidth.String(row[k]))
		}
	}
	return widths
}

// folded returns facts with values that do not fit into width continued on
// rows without a name.
func folded(t *Table, width int) *Table {
	names := 0
	for _, row := range t.Rows {
		names = max(names, displaywidth.String(row[0]))
	}
	room := width - names - 2*len(columnGap)
	if width == 0 || room < 10 {
		return t
	}
	return continued(t, 1, room)
}

// continued returns t with the texts of a column in lines of no more than room
// columns, each in a row that has nothing else but for the first.
func continued(t *Table, column, room int) *Table {
	out := &Table{Columns: t.Columns, Note: t.Note}
	for _, row := range t.Rows {
		row = slices.Clone(row)
		for line := range strings.Lines(wrap(row[column], "", "", room)) {
			row[column] = strings.TrimSuffix(line, "\n")
			out.Rows = append(out.Rows, row)
			row = make([]string, len(row))
		}
	}
	return out
}

// leastPart is how many columns of a broken word stand on a line at least.
const leastPart = 8

// wrap breaks text at spaces so that no line is wider than width. A word that
// is wider itself is broken anywhere, unless there are less than leastPart
// columns for it. The first line starts with first, the others with rest.
func wrap(text, first, rest string, width int) string {
	var b strings.Builder
	column := 0
	for k, word := range unbroken(text) {
		n := displaywidth.String(word)
		switch {
		case k == 0:
			b.WriteString(first)
			column = displaywidth.String(first)
		case width > 0 && column+1+n > width:
			b.WriteString("\n" + rest)
			column = displaywidth.String(rest)
		default:
			b.WriteByte(' ')
			column++
		}
		for room := width - column; room >= leastPart && n > room; room = width - column {
			head := displaywidth.TruncateString(word, room, "")
			b.WriteString(head + "\n" + rest)
			word = word[len(head):]
			n, column = displaywidth.String(word), displaywidth.String(rest)
		}
		b.WriteString(word)
		column += n
	}
	b.WriteByte('\n')
	return b.String()
}
