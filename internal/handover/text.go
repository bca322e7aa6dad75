package handover

import (
	"bufio"
	"io"
	"strconv"
)

// A writer writes to a buffer, which keeps the first error.
type writer struct {
	out     *bufio.Writer
	scratch []byte
}

func newWriter(out io.Writer) *writer {
	return &writer{out: bufio.NewWriterSize(out, 1<<16)}
}

// head writes the first line of a text file: the format, the solver and the ordering.
func (w *writer) head(solver string, o *Order) {
	_, _ = w.out.WriteString("nrkit-order/v1 " + solver + " " + o.Method + "\n") // flush returns the error
}

// array writes an array: its name and length, and then one integer per line, raised by
// base.
func array[T ~int32 | ~int](w *writer, name string, values []T, base int64) {
	b := append(w.scratch[:0], name...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(len(values)), 10)
	b = append(b, '\n')
	for _, v := range values {
		b = strconv.AppendInt(b, int64(v)+base, 10)
		b = append(b, '\n')
		if len(b) > 1<<15 {
			_, _ = w.out.Write(b)
			b = b[:0]
		}
	}
	_, _ = w.out.Write(b)
	w.scratch = b
}

// number writes an array of one integer.
func (w *writer) number(name string, value int) { array(w, name, []int{value}, 0) }

// flush returns the first error of all writes.
func (w *writer) flush() error { return w.out.Flush() }
