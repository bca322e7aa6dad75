package sparseio

import (
	"archive/zip"
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
)

// WriteNPZ writes m to w as scipy.sparse.save_npz writes a csc_matrix, so that
// scipy.sparse.load_npz reads it: values are float64 or complex128, and 1 for a
// matrix without values; indices are int32, and int64 where there are 2³¹
// entries or more. The bytes depend on m alone.
//
// It returns an error of w.
func WriteNPZ(w io.Writer, m *sparsity.Matrix) error {
	z := zip.NewWriter(w)
	a := m.Pattern
	wide := a.NNZ() > math.MaxInt32
	members := []struct {
		name string
		f    func(io.Writer) error
	}{
		{"indices", func(w io.Writer) error { return writeIntegers(w, a.RowIdx, wide) }},
		{"indptr", func(w io.Writer) error { return writeIntegers(w, a.ColPtr, wide) }},
		{"format", func(w io.Writer) error { return writeNPYArray(w, "|S3", "()", []string{"csc"}, appendText) }},
		{"shape", func(w io.Writer) error { return writeIntegers(w, []int64{int64(a.Rows), int64(a.Cols)}, true) }},
		{"data", func(w io.Writer) error { return writeValues(w, m) }},
	}
	for _, member := range members {
		f, err := z.CreateHeader(&zip.FileHeader{Name: member.name + ".npy", Method: zip.Deflate})
		if err != nil {
			return err
		}
		if err := member.f(f); err != nil {
			return err
		}
	}
	return z.Close()
}

// WriteNPY writes x to w as a one-dimensional array of its integer type, little
// endian, in NumPy's format 1.0. It returns an error of w.
func WriteNPY[T ~[]E, E int32 | int64](w io.Writer, x T) error {
	_, wide := any(E(0)).(int64)
	return writeIntegers(w, x, wide)
}

// writeIntegers writes int64 when wide, else int32.
func writeIntegers[T ~[]E, E int32 | int64](w io.Writer, x T, wide bool) error {
	shape := fmt.Sprintf("(%d,)", len(x))
	if wide {
		return writeNPYArray(w, "<i8", shape, x, func(b []byte, v E) []byte { return binary.LittleEndian.AppendUint64(b, uint64(v)) })
	}
	return writeNPYArray(w, "<i4", shape, x, func(b []byte, v E) []byte { return binary.LittleEndian.AppendUint32(b, uint32(v)) })
}

// writeValues writes the values of m, ones where it has none.
func writeValues(w io.Writer, m *sparsity.Matrix) error {
	index := m.Pattern.RowIdx // one turn for each entry
	shape, k := fmt.Sprintf("(%d,)", len(index)), -1
	descr := "<f8"
	if m.Complex() {
		descr = "<c16"
	}
	return writeNPYArray(w, descr, shape, index, func(b []byte, _ int32) []byte {
		k++
		if !m.HasValues() {
			return appendFloat(b, 1)
		}
		b = appendFloat(b, m.Values[k])
		if m.Complex() {
			b = appendFloat(b, m.Imag[k])
		}
		return b
	})
}

func appendFloat(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
}

func appendText(b []byte, s string) []byte { return append(b, s...) }

// writeNPYArray writes a header and the elements of x as enc appends them.
func writeNPYArray[E any](w io.Writer, descr, shape string, x []E, enc func([]byte, E) []byte) error {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, shape)
	const prefix = len(npyMagic) + 4 // magic, version, length
	header += strings.Repeat(" ", 63-(prefix+len(header))%64) + "\n"
	out := bufio.NewWriterSize(w, 1<<16)
	buf := append([]byte(npyMagic), 1, 0)
	buf = binary.LittleEndian.AppendUint16(buf, uint16(len(header)))
	out.Write(append(buf, header...)) // a bufio.Writer keeps its first error for Flush
	for _, v := range x {
		buf = enc(buf[:0], v)
		out.Write(buf)
	}
	return out.Flush()
}
