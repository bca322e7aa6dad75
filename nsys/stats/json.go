package stats

import (
	"bufio"
	"io"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/legible"
)

// WriteJSON writes the table as an array with an object for each row, whose
// members are named as the columns. Numbers are printed as in CSV; a cell
// without a value is the text that stands for it.
func (t *Table) WriteJSON(w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	keys := make([][]byte, len(t.Columns))
	for i, name := range t.Columns {
		keys[i] = append(appendJSON([]byte("    "), name), ": "...)
	}
	line := []byte("[\n")
	var err error
	for r, row := range t.All() {
		line = append(line, "  {\n"...)
		for i := range row {
			line = append(line, keys[i]...)
			switch c := &row[i]; c.Kind {
			case Int, Number:
				line = t.append(line, c)
			case Text:
				line = appendJSON(line, c.Text)
			default:
				line = appendJSON(line, t.Null)
			}
			if i+1 < len(row) {
				line = append(line, ',')
			}
			line = append(line, '\n')
		}
		line = append(line, "  }"...)
		if r+1 < t.Len() {
			line = append(line, ',')
		}
		if err == nil {
			_, err = out.Write(append(line, '\n'))
		}
		line = line[:0]
	}
	if err == nil {
		_, err = out.Write(append(line, "]\n"...))
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// appendJSON appends s in quotes. Bytes that are not UTF-8 become U+FFFD.
func appendJSON(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if i += n; legible.Printed(r) {
				b = utf8.AppendRune(b, r)
			} else {
				b = append(b, legible.JSON([]byte(string(r)))...)
			}
			continue
		}
		i++
		switch {
		case c == '"', c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < ' ' || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
