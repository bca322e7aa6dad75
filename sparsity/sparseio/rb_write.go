package sparseio

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/nrkit/nrkit/sparsity"
)

// WriteRutherfordBoeing writes m to w as an assembled Rutherford-Boeing file.
// Reading the file gives the same matrix.
//
// Format: Duff, Grimes and Lewis, RAL-TR-97-031, 1997. The second letter of the type
// is u. If the matrix is not square, it is r: SuiteSparse's RBio insists on r, and
// SciPy 1.10 does not read it. Real numbers have 17 digits in 25 columns, so that a
// blank stands before each of them and readers by words and by columns find the
// same. Values that are not finite are written as NaN, Inf and -Inf, as in Fortran
// 2003.
//
// The field means what it means in [WriteOptions]. Errors come from w; it is also an
// error if field is unknown, if m does not fit the field, or if m has no rows or no
// columns.
func WriteRutherfordBoeing(w io.Writer, m *sparsity.Matrix, field string) error {
	field, err := fieldToWrite(m, field)
	if err != nil {
		return err
	}
	if m.Pattern.Rows == 0 || m.Pattern.Cols == 0 {
		return fmt.Errorf("a Rutherford-Boeing file has at least one row and one column, got %d×%d", m.Pattern.Rows, m.Pattern.Cols)
	}
	rw := newRBOutput(w, m, field)
	rw.header()
	rw.section(rw.pointers, m.Pattern.Cols+1, func(b []byte, k int) []byte {
		return strconv.AppendInt(b, m.Pattern.ColPtr[k]+1, 10)
	})
	rw.section(rw.indices, m.Pattern.NNZ(), func(b []byte, k int) []byte {
		return strconv.AppendInt(b, int64(m.Pattern.RowIdx[k])+1, 10)
	})
	rw.section(rw.values, rw.numbers, rw.number)
	return rw.w.Flush()
}

// A rbColumns says how a section lays out its numbers: so many in a line, each
// in so many columns.
type rbColumns struct {
	perLine, width int
	format         string
}

// rbLine is the length of a line.
const rbLine = 80

// columnsFor returns the layout for integers of up to so many digits, with a
// blank before each.
func columnsFor(digits int) rbColumns {
	width := digits + 1
	return rbColumns{rbLine / width, width, fmt.Sprintf("(%dI%d)", rbLine/width, width)}
}

// lines returns how many lines n numbers take.
func (c rbColumns) lines(n int) int {
	if c.perLine == 0 { // no such section
		return 0
	}
	return (n + c.perLine - 1) / c.perLine
}

// A rbOutput writes one file.
type rbOutput struct {
	w     *bufio.Writer // keeps the first error
	m     *sparsity.Matrix
	field string

	pointers, indices, values rbColumns
	numbers                   int // in the section of values
}

// newRBOutput lays out the file.
func newRBOutput(w io.Writer, m *sparsity.Matrix, field string) *rbOutput {
	digits := func(n int) int { return len(strconv.Itoa(n)) }
	rw := &rbOutput{w: bufio.NewWriterSize(w, 64<<10), m: m, field: field}
	nnz := m.Pattern.NNZ()
	rw.pointers, rw.indices = columnsFor(digits(nnz+1)), columnsFor(digits(m.Pattern.Rows))
	rw.numbers = nnz
	switch field {
	case "pattern":
		rw.numbers = 0
	case "integer":
		widest := 1
		for _, v := range m.Values {
			widest = max(widest, len(strconv.AppendFloat(nil, v, 'f', 0, 64)))
		}
		rw.values = columnsFor(widest)
		if widest >= rbLine { // an integer of hundreds of digits has a line of its own
			rw.values = rbColumns{1, widest + 1, fmt.Sprintf("(1I%d)", widest+1)}
		}
	case "complex":
		rw.numbers = 2 * nnz
		fallthrough
	default:
		rw.values = rbColumns{3, 25, "(3E25.16E3)"}
	}
	return rw
}

// header writes the four lines of the header.
func (w *rbOutput) header() {
	p := w.m.Pattern
	pointers, indices, values := w.pointers.lines(p.Cols+1), w.indices.lines(p.NNZ()), w.values.lines(w.numbers)
	fmt.Fprintf(w.w, "%-72s%-8s\n", "matrix written by analyze convert", "nrkit")
	fmt.Fprintf(w.w, "%14d %13d %13d %13d\n", pointers+indices+values, pointers, indices, values)
	shape := 'u'
	if !p.Square() {
		shape = 'r'
	}
	fmt.Fprintf(w.w, "%c%ca%11s%14d %13d %13d %13d\n", w.field[0], shape, "", p.Rows, p.Cols, p.NNZ(), 0)
	fmt.Fprintf(w.w, "%-16s%-16s%-20s\n", w.pointers.format, w.indices.format, w.values.format)
}

// section writes n numbers, which text appends to a buffer.
func (w *rbOutput) section(c rbColumns, n int, text func(b []byte, k int) []byte) {
	var number []byte
	for k := range n {
		number = text(number[:0], k)
		for pad := c.width - len(number); pad > 0; pad-- {
			w.w.WriteByte(' ')
		}
		w.w.Write(number)
		if (k+1)%c.perLine == 0 || k == n-1 {
			w.w.WriteByte('\n')
		}
	}
}

// number appends number k of the values.
func (w *rbOutput) number(b []byte, k int) []byte {
	v := 0.0
	switch {
	case w.field != "complex":
		v = w.m.Values[k]
	case k%2 == 0:
		v = w.m.Values[k/2]
	default:
		v = w.m.Imag[k/2]
	}
	switch {
	case math.IsNaN(v):
		return append(b, "NaN"...)
	case math.IsInf(v, 1):
		return append(b, "Inf"...)
	case math.IsInf(v, -1):
		return append(b, "-Inf"...)
	case w.field == "integer":
		return strconv.AppendFloat(b, v, 'f', 0, 64)
	}
	return strconv.AppendFloat(b, v, 'E', 16, 64)
}
