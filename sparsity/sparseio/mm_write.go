package sparseio

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
)

// WriteOptions say how to write a Matrix Market file. The zero value is good.
type WriteOptions struct {
	// Field is "real", "integer", "complex" or "pattern". Empty means the field of
	// the matrix: pattern without values, complex with imaginary parts, otherwise
	// real.
	Field string

	// Comment is text for the lines after the banner.
	Comment string
}

// WriteMatrixMarket writes m to w as a general coordinate file, column by column.
// Reading the file gives the same matrix: each number has the fewest digits that
// distinguish it from all other numbers.
//
// Format: Matrix Market, https://math.nist.gov/MatrixMarket/formats.html; one blank between numbers, a line feed after each
// line, not-a-number and infinities as nan, inf and -inf.
//
// Errors come from w. It is also an error if opt.Field is not a field, or if m does
// not fit the field: it lacks values, has imaginary parts, or has values that are no
// integers.
func WriteMatrixMarket(w io.Writer, m *sparsity.Matrix, opt WriteOptions) error {
	field, err := fieldToWrite(m, opt.Field)
	if err != nil {
		return err
	}
	mw := &mmWriter{w: w, m: m, field: field}
	mw.header(opt.Comment)
	a := m.Pattern
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			mw.entry(int(a.RowIdx[k])+1, j+1, k)
		}
	}
	mw.flush(0)
	return mw.err
}

// An mmWriter collects text and writes it in large pieces.
type mmWriter struct {
	w     io.Writer
	m     *sparsity.Matrix
	field string
	buf   []byte
	err   error // the first of w, after which nothing is written
}

// mmWritePiece is how much text is written at a time.
const mmWritePiece = 64 << 10

// fieldToWrite returns the field to write m as: field itself, or what m has if field is
// empty. It returns an error if field is not a field or needs what m does not have.
func fieldToWrite(m *sparsity.Matrix, field string) (string, error) {
	has := "real"
	switch {
	case m.Complex():
		has = "complex"
	case !m.HasValues():
		has = "pattern"
	}
	switch field {
	case "":
		return has, nil
	case has, "pattern":
	case "integer":
		if has != "real" {
			return "", fmt.Errorf("want real values to write as integer, got %s", has)
		}
		for _, v := range m.Values {
			if v != math.Trunc(v) || math.IsInf(v, 0) {
				return "", fmt.Errorf("want integers to write as integer, got %v", v)
			}
		}
	case "real", "complex":
		return "", fmt.Errorf("want %s values, got %s", field, has)
	default:
		return "", fmt.Errorf("want field real, integer, complex or pattern, got %q", field)
	}
	return field, nil
}

// header writes all that comes before the entries.
func (w *mmWriter) header(comment string) {
	a := w.m.Pattern
	w.buf = fmt.Appendf(w.buf, "%%%%MatrixMarket matrix coordinate %s general\n", w.field)
	if comment != "" {
		for line := range strings.Lines(strings.TrimSuffix(comment, "\n") + "\n") {
			w.buf = append(append(w.buf, '%', ' '), strings.TrimRight(line, "\r\n")...)
			w.buf = append(w.buf, '\n')
		}
	}
	w.buf = fmt.Appendf(w.buf, "%d %d %d\n", a.Rows, a.Cols, a.NNZ())
}

// entry writes entry k, in row i and column j counted from 1.
func (w *mmWriter) entry(i, j int, k int64) {
	w.buf = strconv.AppendInt(w.buf, int64(i), 10)
	w.buf = append(w.buf, ' ')
	w.buf = strconv.AppendInt(w.buf, int64(j), 10)
	if w.field != "pattern" {
		w.number(w.m.Values[k])
		if w.field == "complex" {
			w.number(w.m.Imag[k])
		}
	}
	w.buf = append(w.buf, '\n')
	w.flush(mmWritePiece)
}

// number writes a blank and a number.
func (w *mmWriter) number(v float64) {
	w.buf = append(w.buf, ' ')
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
func (w *mmWriter) flush(size int) {
	if len(w.buf) < size {
		return
	}
	if w.err == nil {
		_, w.err = w.w.Write(w.buf)
	}
	w.buf = w.buf[:0]
}
