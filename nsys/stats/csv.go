package stats

import (
	"bufio"
	"io"
	"strconv"
)

// append appends the text of a cell.
func (t *Table) append(b []byte, c *Cell) []byte {
	switch c.Kind {
	case Int:
		return strconv.AppendInt(b, c.Int(), 10)
	case Number:
		return strconv.AppendFloat(b, c.Float(), 'f', int(c.Decimals), 64)
	case Text:
		return append(b, c.Text...)
	}
	return append(b, t.Null...)
}

// WriteCSV writes the table as comma-separated values: a line of column names
// and a line of each row, quoted where they hold a comma, a quote or a line
// break, as the csv module of Python does.
func (t *Table) WriteCSV(w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var line []byte
	for i, name := range t.Columns {
		line = appendField(separated(line, i), name)
	}
	_, err := out.Write(append(line, '\n'))
	for _, row := range t.Rows {
		line = line[:0]
		for i := range row {
			line = separated(line, i)
			if c := &row[i]; c.Kind == Text {
				line = appendField(line, c.Text)
			} else {
				line = t.append(line, c)
			}
		}
		if err == nil {
			_, err = out.Write(append(line, '\n'))
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// separated appends what stands before field i of a line.
func separated(line []byte, i int) []byte {
	if i > 0 {
		return append(line, ',')
	}
	return line
}

// appendField appends a text, in quotes when it needs them.
func appendField(line []byte, s string) []byte {
	if !needsQuotes(s) {
		return append(line, s...)
	}
	line = append(line, '"')
	for i := range len(s) {
		if s[i] == '"' {
			line = append(line, '"')
		}
		line = append(line, s[i])
	}
	return append(line, '"')
}

// needsQuotes says whether a field is printed in quotes.
func needsQuotes(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case ',', '"', '\r', '\n':
			return true
		}
	}
	return false
}
