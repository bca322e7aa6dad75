package reports

import (
	"bytes"
	"io"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Text writes d as plain text for a terminal of the given width in columns:
// paragraphs are wrapped, tables lose their less important columns until they fit,
// and where that is not enough names are cut in the middle. No line is wider.
// Width 0 means no limit: nothing is wrapped or left out.
func Text(w io.Writer, d *Document, width int) error { return text(w, d, width, width, PlainGrid) }

// proseWidth is how many columns sentences take at most: longer lines are hard to
// read, on wide terminals and in files.
const proseWidth = 100

// A Grid lays a table out in lines that are indented by two columns and have
// no spaces at their ends.
type Grid func(*Table) ([]string, error)

// TextGrid is [Text] with another layout of tables, and with sentences that take
// 100 columns at most, whatever the width is: without a limit, tables alone have none.
func TextGrid(w io.Writer, d *Document, width int, grid Grid) error {
	if width == 0 {
		return text(w, d, width, proseWidth, grid)
	}
	return text(w, d, width, min(width, proseWidth), grid)
}

// text writes d with tables of no more than width columns, and sentences of no more
// than prose; 0 means no limit.
func text(w io.Writer, d *Document, width, prose int, grid Grid) error {
	d = legibleDocument(d)
	var b bytes.Buffer
	if d.Title != "" {
		b.WriteString(wrap(d.Title, "", "", width))
	}
	gap := false // a blank line goes before the next block
	for _, block := range d.Blocks {
		switch block.(type) {
		case *Figure, *Glossary:
			continue
		}
		if _, head := block.(Heading); gap || head {
			b.WriteByte('\n')
		}
		gap = true
		switch x := block.(type) {
		case Heading:
			b.WriteString(wrap(strings.ToUpper(string(x)), "", "", width))
			gap = false
		case Paragraph:
			b.WriteString(wrap(string(x), "  ", "  ", prose))
		case List:
			for _, item := range x {
				b.WriteString(wrap(item, "  - ", "    ", prose))
			}
		case *Table:
			if err := textTable(&b, x, width, prose, grid); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// textTable writes t, dropping columns until its lines fit into width: those of a
// rank first, and where names in half of their least width do not suffice, the last
// ones. The note is in lines of prose columns.
func textTable(b *bytes.Buffer, t *Table, width, prose int, grid Grid) error {
	if len(t.Rows) == 0 {
		return nil
	}
	if !t.Named() {
		t = folded(t, width)
	}
	maxRank := 0
	for _, c := range t.Columns {
		maxRank = max(maxRank, c.Rank)
	}
	dropped := t.without(maxRank)
	lines, err := grid(dropped)
	for limit := maxRank - 1; err == nil && limit >= 0 && tooWide(lines, width); limit-- {
		dropped = t.without(limit)
		lines, err = grid(dropped)
	}
	for _, least := range []int{leastName, leastName / 2} {
		if err == nil && tooWide(lines, width) {
			lines, err = grid(shortened(dropped, width, least))
		}
	}
	// A figure that is cut is another figure.
	for err == nil && tooWide(lines, width) && len(dropped.Columns) > 2 {
		dropped = dropped.first(len(dropped.Columns) - 1)
		lines, err = grid(shortened(dropped, width, leastName/2))
	}
	if err != nil {
		return err
	}
	for _, line := range lines {
		if width > 0 {
			line = displaywidth.TruncateString(line, width, "…")
		}
		b.WriteString(line + "\n")
	}
	if note := dropped.note(); note != "" {
		b.WriteString(wrap(note, "  ", "  ", prose))
	}
	return nil
}

// tooWide reports whether a line takes more than width columns.
func tooWide(lines []string, width int) bool { return width > 0 && longest(lines) > width }

// unbroken splits text at spaces, but not between a number and its unit.
func unbroken(text string) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		if last := len(words) - 1; last >= 0 && isUnit(word) && endsInDigit(words[last]) {
			words[last] += " " + word
			continue
		}
		words = append(words, word)
	}
	return words
}

// isUnit reports whether word, without punctuation, is a unit of package units.
func isUnit(word string) bool {
	word = strings.TrimRight(word, ".,;:)")
	switch word {
	case "%", "B", "ns", "µs", "ms", "s":
		return true
	}
	return strings.HasSuffix(word, "flop") && len(word) <= 5 || strings.HasSuffix(word, "iB") && len(word) == 3
}

// endsInDigit reports whether word is a number at its end.
func endsInDigit(word string) bool {
	c := word[len(word)-1]
	return c >= '0' && c <= '9'
}
