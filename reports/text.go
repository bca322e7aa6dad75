package reports

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Text writes d as plain text for a terminal of the given width in columns:
// paragraphs are wrapped, tables lose their less important columns until they fit,
// and where that is not enough names are cut in the middle. Width 0 means no limit: nothing is wrapped or left out.
func Text(w io.Writer, d *Document, width int) error { return TextGrid(w, d, width, PlainGrid) }

// A Grid lays a table out in lines that are indented by two columns and have
// no spaces at their ends.
type Grid func(*Table) ([]string, error)

// TextGrid is [Text] with another layout of tables.
func TextGrid(w io.Writer, d *Document, width int, grid Grid) error {
	var b bytes.Buffer
	if d.Title != "" {
		b.WriteString(d.Title + "\n")
	}
	gap := false // a blank line goes before the next block
	for _, block := range d.Blocks {
		if _, skip := block.(*Figure); skip {
			continue
		}
		if _, head := block.(Heading); gap || head {
			b.WriteByte('\n')
		}
		gap = true
		switch x := block.(type) {
		case Heading:
			b.WriteString(strings.ToUpper(string(x)) + "\n")
			gap = false
		case Paragraph:
			b.WriteString(wrap(string(x), "  ", "  ", width))
		case List:
			for _, item := range x {
				b.WriteString(wrap(item, "  - ", "    ", width))
			}
		case *Table:
			if err := textTable(&b, x, width, grid); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// textTable writes t, dropping columns until its lines fit into width.
func textTable(b *bytes.Buffer, t *Table, width int, grid Grid) error {
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
	var lines []string
	dropped := t
	for limit := maxRank; ; limit-- {
		dropped = t.without(limit)
		var err error
		if lines, err = grid(dropped); err != nil {
			return err
		}
		if width == 0 || longest(lines) <= width {
			break
		}
		if limit == 0 {
			if lines, err = grid(shortened(dropped, longest(lines)-width)); err != nil {
				return err
			}
			break
		}
	}
	for _, line := range lines {
		b.WriteString(line + "\n")
	}
	if note := dropped.note(); note != "" {
		b.WriteString(wrap(note, "  ", "  ", width))
	}
	return nil
}

// leastName is how many characters of a name are kept in any case.
const leastName = 16

// shortened returns t with its widest column of texts narrower by excess, where
// that leaves enough of them. Those of the first column are names, and are cut in
// the middle: what tells them apart is mostly at their ends. Others are sentences,
// which go on in rows of their own.
func shortened(t *Table, excess int) *Table {
	widest, column := 0, -1
	for k, c := range t.Columns {
		if c.Right {
			continue
		}
		for _, row := range t.Rows {
			if n := utf8.RuneCountInString(row[k]); n > widest {
				widest, column = n, k
			}
		}
	}
	room := max(widest-excess, leastName)
	if column < 0 || room >= widest {
		return t
	}
	if column > 0 {
		return continued(t, column, room)
	}
	out := &Table{Columns: t.Columns, Note: t.Note}
	for _, row := range t.Rows {
		row = slices.Clone(row)
		if text := []rune(row[column]); len(text) > room {
			head := (room - 1) / 2
			row[column] = string(text[:head]) + "…" + string(text[len(text)-(room-1-head):])
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// folded returns facts with values that do not fit into width continued on
// rows without a name.
func folded(t *Table, width int) *Table {
	names := 0
	for _, row := range t.Rows {
		names = max(names, utf8.RuneCountInString(row[0]))
	}
	room := width - names - 4 // the indent and the gap between the columns
	if width == 0 || room < 10 {
		return t
	}
	return continued(t, 1, room)
}

// continued returns t with the texts of a column in lines of no more than room,
// as far as their words allow it, each in a row that has nothing else but for the
// first.
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

// longest returns the length of the longest line in characters.
func longest(lines []string) int {
	n := 0
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// wrap breaks text at spaces so that no line is wider than width, where its
// words allow it. The first line starts with first, the others with rest.
func wrap(text, first, rest string, width int) string {
	var b strings.Builder
	column := 0
	for k, word := range unbroken(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case k == 0:
			b.WriteString(first)
			column = utf8.RuneCountInString(first)
		case width > 0 && column+1+n > width:
			b.WriteString("\n" + rest)
			column = utf8.RuneCountInString(rest)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	b.WriteByte('\n')
	return b.String()
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
	return word == "%" || word == "B" || strings.HasSuffix(word, "flop") && len(word) <= 5 || strings.HasSuffix(word, "iB") && len(word) == 3
}

// endsInDigit reports whether word is a number at its end.
func endsInDigit(word string) bool {
	c := word[len(word)-1]
	return c >= '0' && c <= '9'
}
