package reports

import (
	"slices"
	"strings"
)

// A Document is a report before it is rendered.
type Document struct {
	Title  string
	Blocks []Block
}

// A Block is one part of a document: a [Heading], [Paragraph], [List],
// [Table], [Figure], [Place] or [Glossary].
type Block interface{ block() }

// A Heading starts a section.
type Heading string

// A Paragraph is running text.
type Paragraph string

// A List is short sentences, one per item.
type List []string

// A Table is rows of cells under column names. A table whose columns have no
// names lists facts: one name and its value per row.
type Table struct {
	Columns []Column
	Rows    [][]string
	Note    string // said below the table, may be empty
}

// A Column says how the cells of one column are shown.
type Column struct {
	Name  string
	Right bool // numbers are set to the right
	// Rank orders the columns by importance: if the width does not suffice, the
	// columns with the highest rank are left out first. Columns of rank 0 always
	// stay.
	Rank int
	// Note explains the column below the table, if the column is shown.
	Note string
}

// A Figure is a drawing. Only HTML shows it; the other renderings leave it out.
// The caption has to be true on a light and on a dark page.
type Figure struct {
	Caption string
	Plot    Drawing
	Alt     string // text for readers who cannot see it; "": the caption
}

// A Place is where a script of the page draws: an element with an id. Text is there until
// the script has drawn. Only HTML has it; the other renderings leave it out.
type Place struct{ ID, Text string }

// A Glossary is a section that explains words. Only HTML shows it, at the place
// where it was added; the other renderings leave it out.
type Glossary struct {
	Title string
	Terms []Term
}

// A Term is a word with its meaning.
type Term struct{ Word, Meaning string }

// A Drawing gives itself as SVG to be put into an HTML page: an element svg
// without prologue and background.
type Drawing interface {
	Fragment() ([]byte, error)
}

func (Heading) block()   {}
func (Paragraph) block() {}
func (List) block()      {}
func (*Table) block()    {}
func (*Figure) block()   {}
func (Place) block()     {}
func (*Glossary) block() {}

// Add appends blocks to d.
func (d *Document) Add(blocks ...Block) { d.Blocks = append(d.Blocks, blocks...) }

// Facts returns an empty table of names and values.
func Facts() *Table {
	return &Table{Columns: []Column{{}, {}}}
}

// Named reports whether any column has a name.
func (t *Table) Named() bool {
	for _, c := range t.Columns {
		if c.Name != "" {
			return true
		}
	}
	return false
}

// note returns what is said below the table: its note, then those of its
// columns.
func (t *Table) note() string {
	notes := []string{t.Note}
	for _, c := range t.Columns {
		notes = append(notes, c.Note)
	}
	return strings.Join(slices.DeleteFunc(notes, func(s string) bool { return s == "" }), " ")
}

// Append appends a row.
func (t *Table) Append(cells ...string) { t.Rows = append(t.Rows, cells) }

// first returns t with its first n columns alone.
func (t *Table) first(n int) *Table {
	out := &Table{Note: t.Note, Columns: t.Columns[:n]}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, row[:n])
	}
	return out
}

// without returns t without the columns whose rank is above limit; t itself
// when nothing goes.
func (t *Table) without(limit int) *Table {
	keep := make([]int, 0, len(t.Columns))
	for k, c := range t.Columns {
		if c.Rank <= limit {
			keep = append(keep, k)
		}
	}
	if len(keep) == len(t.Columns) {
		return t
	}
	out := &Table{Note: t.Note, Columns: make([]Column, len(keep))}
	for x, k := range keep {
		out.Columns[x] = t.Columns[k]
	}
	for _, row := range t.Rows {
		cells := make([]string, len(keep))
		for x, k := range keep {
			cells[x] = row[k]
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}
