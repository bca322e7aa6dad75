package sparseio

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// A MarketHeader says what a Matrix Market file holds.
type MarketHeader struct {
	Layout     string // "coordinate" or "array"; "" is coordinate
	Field      string // "real", "integer", "complex" or "pattern"; "" is real
	Symmetry   string // "general", "symmetric" or "hermitian"; "" is general
	Comment    string // text for the lines after the banner
	Rows, Cols int64
	Entries    int64 // of a coordinate file: how many follow
}

// A MarketWriter writes a Matrix Market file entry by entry, in memory that does
// not grow with the file. It writes numbers as [WriteMatrixMarket] does.
type MarketWriter struct {
	w     io.Writer
	field string
	want  int64 // entries or values
	got   int64
	buf   []byte
	err   error // the first of w, after which nothing is written
}

// mmWritePiece is how much text is written at a time.
const mmWritePiece = 64 << 10

// NewMarketWriter begins the file that h describes. Errors of w come from
// [MarketWriter.Close].
func NewMarketWriter(w io.Writer, h MarketHeader) *MarketWriter {
	or := func(s, otherwise string) string {
		if s == "" {
			return otherwise
		}
		return s
	}
	h.Layout, h.Field, h.Symmetry = or(h.Layout, "coordinate"), or(h.Field, "real"), or(h.Symmetry, "general")
	m := &MarketWriter{w: w, field: h.Field, want: h.Entries}
	m.buf = fmt.Appendf(m.buf, "%%%%MatrixMarket matrix %s %s %s\n", h.Layout, h.Field, h.Symmetry)
	if h.Comment != "" {
		for line := range strings.Lines(strings.TrimSuffix(h.Comment, "\n") + "\n") {
			m.buf = append(append(m.buf, '%', ' '), strings.TrimRight(line, "\r\n")...)
			m.buf = append(m.buf, '\n')
		}
	}
	if h.Layout == "array" {
		m.want = h.Rows * h.Cols
		m.buf = fmt.Appendf(m.buf, "%d %d\n", h.Rows, h.Cols)
	} else {
		m.buf = fmt.Appendf(m.buf, "%d %d %d\n", h.Rows, h.Cols, h.Entries)
	}
	return m
}

// Entry writes the entry in row i and column j, counted from 0, of a coordinate
// file. A pattern file takes no value, and only a complex file takes im. In a
// symmetric or Hermitian file i is at least j.
func (w *MarketWriter) Entry(i, j int64, re, im float64) {
	w.buf = strconv.AppendInt(w.buf, i+1, 10)
	w.buf = append(w.buf, ' ')
	w.buf = strconv.AppendInt(w.buf, j+1, 10)
	if w.field != "pattern" {
		w.buf = append(w.buf, ' ')
		w.number(re)
		if w.field == "complex" {
			w.buf = append(w.buf, ' ')
			w.number(im)
		}
	}
	w.end()
}

// Value writes the next value of an array, column by column.
func (w *MarketWriter) Value(re, im float64) {
	w.number(re)
	if w.field == "complex" {
		w.buf = append(w.buf, ' ')
		w.number(im)
	}
	w.end()
}

// end ends a line.
func (w *MarketWriter) end() {
	w.buf = append(w.buf, '\n')
	w.got++
	w.flush(mmWritePiece)
}

// Close writes what is left, and leaves the underlying writer open. It returns the
// first error of that writer, or an error if there were more or fewer entries than
// the header says.
func (w *MarketWriter) Close() error {
	w.flush(0)
	if w.err == nil && w.got != w.want {
		return fmt.Errorf("internal error: %d entries written, want %d", w.got, w.want)
	}
	return w.err
}

// number writes a number.
func (w *MarketWriter) number(v float64) {
	switch {
	case math.IsNaN(v):
		w.buf = append(w.buf, "nan"...)
	case math.IsInf(v, 1):
		w.buf = append(w.buf, "inf"...)
	case math.IsInf(v, -1):
		w.buf = append(w.buf, "-inf"...)
	case w.field == "integer":
		w.buf = strconv.AppendFloat(w.buf, v, 'f', -1, 64)
	default:
		w.buf = strconv.AppendFloat(w.buf, v, 'g', -1, 64)
	}
}

// flush writes the text if it is at least size bytes.
func (w *MarketWriter) flush(size int) {
	if len(w.buf) < size {
		return
	}
	if w.err == nil {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf = w.buf[:0]
}
