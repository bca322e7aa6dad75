package sparseio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/klauspost/compress/flate"

	"github.com/nrkit/nrkit/sparsity"
)

// WriteNPZ writes m as scipy.sparse.load_npz reads it: a csc_matrix of float64 or
// complex128, or of bool, all true, when m has no values. Explicit zeros are kept.
// Indices are 32-bit if they fit, otherwise 64-bit.
//
// The arrays are deflated, as save_npz does by default. [Read] limits the entries of
// compressed data by the size of the archive. If the archive would exceed this
// limit, as with a dense matrix of millions of ones, each byte of a value takes a
// bit or more. The bytes depend on m alone.
//
// All errors come from w.
func WriteNPZ(w io.Writer, m *sparsity.Matrix) error {
	sized := &sizedWriter{w: w}
	z := zip.NewWriter(sized)
	level := flate.DefaultCompression
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, level) })
	p := m.Pattern
	small := p.NNZ() <= math.MaxInt32
	members := []struct {
		name  string
		write func(w io.Writer) error
	}{
		{"indices", func(w io.Writer) error {
			if small {
				return WriteNPY(w, p.RowIdx[:p.NNZ()])
			}
			return WriteNPY(w, convert[int64](p.RowIdx))
		}},
		{"indptr", func(w io.Writer) error {
			if small {
				return WriteNPY(w, convert[int32](p.ColPtr))
			}
			return WriteNPY(w, p.ColPtr)
		}},
		{"format", writeFormat},
		{"shape", func(w io.Writer) error { return WriteNPY(w, []int64{int64(p.Rows), int64(p.Cols)}) }},
		{"data", func(w io.Writer) error { return writeValues(w, m) }},
	}
	for _, x := range members {
		if x.name == "data" { // the last
			if err := z.Flush(); err != nil {
				return err
			}
			if p.NNZ() > mostPacked(sized.bytes, freeArchive, archiveDense) {
				level = flate.HuffmanOnly
			}
		}
		h := &zip.FileHeader{Name: x.name + ".npy", Method: zip.Deflate,
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)} // as NumPy has it
		f, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if err := x.write(f); err != nil {
			return err
		}
	}
	return z.Close()
}

// A sizedWriter counts what is written to w.
type sizedWriter struct {
	w     io.Writer
	bytes int64
}

// Write writes b.
func (s *sizedWriter) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	s.bytes += int64(n)
	return n, err
}

// convert returns x in another type.
func convert[T, S ~int32 | ~int64](x []S) []T {
	y := make([]T, len(x))
	for k, v := range x {
		y[k] = T(v)
	}
	return y
}

// writeFormat writes the name of the format.
func writeFormat(w io.Writer) error {
	if err := writeNPYHeader(w, "|S3", "()"); err != nil {
		return err
	}
	_, err := io.WriteString(w, "csc")
	return err
}

// writeValues writes the values of m.
func writeValues(w io.Writer, m *sparsity.Matrix) error {
	switch {
	case m.Complex():
		return writeComplex(w, m)
	case m.HasValues():
		return WriteNPY(w, m.Values)
	}
	return writeTrue(w, m.Pattern.NNZ())
}

// writeComplex writes complex values.
func writeComplex(w io.Writer, m *sparsity.Matrix) error {
	if err := writeNPYHeader(w, "<c16", fmt.Sprintf("(%d,)", len(m.Values))); err != nil {
		return err
	}
	buf := make([]byte, 0, 1<<16)
	for k, v := range m.Values {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(m.Imag[k]))
		if len(buf) == cap(buf) || k == len(m.Values)-1 {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	return nil
}

// writeTrue writes n true values.
func writeTrue(w io.Writer, n int) error {
	if err := writeNPYHeader(w, "|b1", fmt.Sprintf("(%d,)", n)); err != nil {
		return err
	}
	ones := bytes.Repeat([]byte{1}, min(n, 1<<16))
	for ; n > 0; n -= len(ones) {
		if _, err := w.Write(ones[:min(n, len(ones))]); err != nil {
			return err
		}
	}
	return nil
}
