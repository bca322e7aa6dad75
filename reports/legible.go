package reports

import "github.com/nrkit/nrkit/internal/legible"

// maxCell is how many columns a cell may take where no width is given: the
// names of kernels of C++ can have ten thousand.
const maxCell = 1024

// legibleDocument returns d with texts as package legible writes them: one line each,
// without anything that cannot be printed. Every renderer begins with it, and
// nothing that builds documents has to care. Cells are cut in the middle to
// maxCell columns.
func legibleDocument(d *Document) *Document {
	out := &Document{Title: legible.Text(d.Title), Blocks: make([]Block, len(d.Blocks))}
	for k, block := range d.Blocks {
		switch x := block.(type) {
		case Heading:
			out.Blocks[k] = Heading(legible.Text(string(x)))
		case Paragraph:
			out.Blocks[k] = Paragraph(legible.Text(string(x)))
		case List:
			items := make(List, len(x))
			for i, item := range x {
				items[i] = legible.Text(item)
			}
			out.Blocks[k] = items
		case *Table:
			out.Blocks[k] = legibleTable(x)
		case *Figure:
			out.Blocks[k] = &Figure{legible.Text(x.Caption), x.Plot, legible.Text(x.Alt)}
		case Place:
			out.Blocks[k] = Place{x.ID, legible.Text(x.Text)}
		case *Glossary:
			g := &Glossary{Title: legible.Text(x.Title)}
			for _, t := range x.Terms {
				g.Terms = append(g.Terms, Term{legible.Text(t.Word), legible.Text(t.Meaning)})
			}
			out.Blocks[k] = g
		}
	}
	return out
}

// legibleTable is legibleDocument for a table.
func legibleTable(t *Table) *Table {
	out := &Table{Note: legible.Text(t.Note), Columns: make([]Column, len(t.Columns)), Rows: make([][]string, len(t.Rows))}
	for k, c := range t.Columns {
		c.Name, c.Note = legible.Text(c.Name), legible.Text(c.Note)
		out.Columns[k] = c
	}
	for k, row := range t.Rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = legible.Cut(legible.Text(cell), maxCell)
		}
		out.Rows[k] = cells
	}
	return out
}
