package stats

import (
	"io"
	"strconv"
	"strings"
)

// append appends the text of a cell.
func (t *Table) append(b []byte, c *Cell) []byte {
	switch c.Kind {
	case Int:
		return strconv.AppendInt(b, c.Int(), 10)
	case Number:
		return appendNumber(b, c.Float(), c.Decimals)
	case Text:
		return append(b, c.Text...)
	}
	return append(b, t.Null...)
}

// appendNumber appends a number with some digits behind the point. Most are
// tenths or nothing, which need no search for digits.
func appendNumber(b []byte, v float64, decimals uint8) []byte {
	switch tenths := int64(v * 10); {
	case v == 0 && decimals == 3:
		return append(b, "0.000"...)
	case decimals == 1 && v >= 0 && v < 1<<49:
		for _, k := range [2]int64{tenths, tenths + 1} { // the product may be less than the tenths by a bit
			if float64(k)/10 == v {
				return append(strconv.AppendInt(b, k/10, 10), '.', byte('0'+k%10))
			}
		}
	}
	return strconv.AppendFloat(b, v, 'f', int(decimals), 64)
}

// bufferBytes is how much of a table is written at a time.
const bufferBytes = 64 << 10

// WriteCSV writes the table as comma-separated values: a line of column names and a
// line for each row. Cells are quoted if they hold a comma, a quote or a line break,
// as by the csv module of Python.
func (t *Table) WriteCSV(w io.Writer) error {
	out := make([]byte, 0, bufferBytes+bufferBytes/8)
	for i, name := range t.Columns {
		out = appendField(separated(out, i), name)
	}
	out = append(out, '\n')
	for _, row := range t.All() {
		for i := range row {
			out = separated(out, i)
			if c := &row[i]; c.Kind == Text {
				out = appendField(out, c.Text)
			} else {
				out = t.append(out, c)
			}
		}
		out = append(out, '\n')
		if len(out) >= bufferBytes {
			if _, err := w.Write(out); err != nil {
				return err
			}
			out = out[:0]
		}
	}
	if len(out) == 0 {
		return nil
	}
	_, err := w.Write(out)
	return err
}

// separated appends what stands before field i of a line.
func separated(line []byte, i int) []byte {
	if i > 0 {
		return append(line, ',')
	}
	return line
}

// appendField appends a text, in quotes when it needs them. Four searches with
// vector instructions are faster than one loop.
func appendField(line []byte, s string) []byte {
	quote := strings.IndexByte(s, '"')
	if quote < 0 && strings.IndexByte(s, ',') < 0 && strings.IndexByte(s, '\n') < 0 && strings.IndexByte(s, '\r') < 0 {
		return append(line, s...)
	}
	line = append(line, '"')
	for ; quote >= 0; quote = strings.IndexByte(s, '"') {
		line = append(append(line, s[:quote+1]...), '"')
		s = s[quote+1:]
	}
	return append(append(line, s...), '"')
}
