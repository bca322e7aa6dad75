package reports

import (
	"bytes"
	"io"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Text writes d as plain text for a terminal of the given width in columns:
// paragraphs are wrapped, tables lose their less important columns until they fit,
// and if that is not enough, names are cut in the middle. No line is wider than
// width. Width 0 means no limit: nothing is wrapped or left out.
func Text(w io.Writer, d *Document, width int) error { return text(w, d, width, width) }

// proseWidth is how many columns sentences take at most: longer lines are hard to
// read, on wide terminals and in files.
const proseWidth = 100

// WrappedText is [Text] with sentences that take 100 columns at most, whatever the
// width is: without a limit, tables alone have none.
func WrappedText(w io.Writer, d *Document, width int) error {
	if width == 0 {
		return text(w, d, width, proseWidth)
	}
	return text(w, d, width, min(width, proseWidth))
}

// text writes d with tables of no more than width columns, and sentences of no more
// than prose; 0 means no limit.
func text(w io.Writer, d *Document, width, prose int) error {
	d = legibleDocument(d)
	var b bytes.Buffer
	if d.Title != "" {
		b.WriteString(wrap(d.Title, "", "", width))
	}
	gap := false // a blank line goes before the next block
	for _, block := range d.Blocks {
		switch block.(type) {
		case *Figure, Place, *Glossary:
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
			if err := textTable(&b, x, width, prose); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// textTable writes t in lines of no more than width columns, and its note in lines of
// prose columns.
func textTable(b *bytes.Buffer, t *Table, width, prose int) error {
	if len(t.Rows) == 0 {
		return nil
	}
	t = fitted(t, width)
	lines, err := grid(t)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if width > 0 {
			line = displaywidth.TruncateString(line, width, "…")
		}
		b.WriteString(line + "\n")
	}
	if note := t.note(); note != "" {
		b.WriteString(wrap(note, "  ", "  ", prose))
	}
	return nil
}

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
