package stats

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/legible"
)

// WriteText writes the table with aligned columns: numbers to the right, texts to
// the left. A character that cannot be printed, such as a line break, is an escape
// such as \n. If a rule found nothing, it writes that.
func (t *Table) WriteText(w io.Writer) error { return t.WriteTextWithin(w, 0) }

// WriteTextWithin is WriteText for a terminal with the number of columns: if lines
// would be longer, texts are cut in the middle, down to leastText columns. Figures
// stay whole.
func (t *Table) WriteTextWithin(w io.Writer, width int) error {
	if t.Len() == 0 && t.Nothing != "" {
		_, err := io.WriteString(w, legible.Text(t.Nothing)+"\n")
		return err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	widths, right := t.measure()
	if width > 0 {
		narrow(widths, right, width)
	}
	var line []byte
	for i, name := range t.Columns {
		line = pad(line, []byte(name), widths[i], right[i])
	}
	_, err := out.Write(endLine(line))
	line = line[:0]
	for _, width := range widths {
		line = pad(line, bytes.Repeat([]byte{'-'}, width), width, false)
	}
	if err == nil {
		_, err = out.Write(endLine(line))
	}
	var text []byte
	for _, row := range t.All() {
		line = line[:0]
		for i := range row {
			text = t.append(text[:0], &row[i])
			shown := legible.Bytes(text)
			if utf8.RuneCount(shown) > widths[i] {
				shown = []byte(legible.Cut(string(shown), widths[i]))
			}
			line = pad(line, shown, widths[i], right[i])
		}
		if err == nil {
			_, err = out.Write(endLine(line))
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// leastText is how many columns of a text are kept in any case.
const leastText = 16

// narrow makes columns of texts narrower, the widest first, until a line has no
// more than width columns.
func narrow(widths []int, right []bool, width int) {
	for {
		excess, widest := -width-2, -1
		for i, n := range widths {
			excess += n + 2
			if !right[i] && n > leastText && (widest < 0 || n > widths[widest]) {
				widest = i
			}
		}
		if excess <= 0 || widest < 0 {
			return
		}
		widths[widest] = max(widths[widest]-excess, leastText)
	}
}

// measure returns the widths of the columns and which are of numbers.
func (t *Table) measure() (widths []int, right []bool) {
	widths, right = make([]int, len(t.Columns)), make([]bool, len(t.Columns))
	for i, name := range t.Columns {
		widths[i] = utf8.RuneCountInString(name)
	}
	var text []byte
	for _, row := range t.All() {
		for i := range row {
			c := &row[i]
			text = t.append(text[:0], c)
			widths[i] = max(widths[i], utf8.RuneCount(legible.Bytes(text)))
			right[i] = right[i] || c.Kind == Int || c.Kind == Number
		}
	}
	return widths, right
}

// pad appends a text and the spaces around it.
func pad(line, text []byte, width int, right bool) []byte {
	spaces := width - utf8.RuneCount(text)
	if len(line) > 0 {
		line = append(line, "  "...)
	}
	if !right {
		line = append(line, text...)
	}
	for range spaces {
		line = append(line, ' ')
	}
	if right {
		line = append(line, text...)
	}
	return line
}

// endLine ends a line without spaces before its end.
func endLine(line []byte) []byte { return append(bytes.TrimRight(line, " "), '\n') }
