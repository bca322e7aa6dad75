package sparseio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// petscOf returns m as PETSc writes it, with integers of so many bytes. It is
// written down from the description of the format, and shares nothing with the
// reader.
func petscOf(m *sparsity.Matrix, size int) []byte {
	var b []byte
	number := func(v int) {
		if size == 8 {
			b = binary.BigEndian.AppendUint64(b, uint64(v))
		} else {
			b = binary.BigEndian.AppendUint32(b, uint32(v))
		}
	}
	a := m.Pattern
	type entry struct {
		col    int
		re, im float64
	}
	rows := make([][]entry, a.Rows)
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			e := entry{col: j, re: m.Values[k]}
			if m.Imag != nil {
				e.im = m.Imag[k]
			}
			rows[a.RowIdx[k]] = append(rows[a.RowIdx[k]], e)
		}
	}
	for _, v := range []int{1211216, a.Rows, a.Cols, a.NNZ()} {
		number(v)
	}
	for _, r := range rows {
		number(len(r))
	}
	for _, r := range rows {
		for _, e := range r {
			number(e.col)
		}
	}
	for _, r := range rows {
		for _, e := range r {
			b = binary.BigEndian.AppendUint64(b, math.Float64bits(e.re))
			if m.Imag != nil {
				b = binary.BigEndian.AppendUint64(b, math.Float64bits(e.im))
			}
		}
	}
	return b
}

// petscVector is a vector of one element behind a matrix.
func petscVector(size int) []byte {
	b := binary.BigEndian.AppendUint32(make([]byte, size-4), 1211214)
	b = append(b, make([]byte, size-4)...)
	return append(b, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8)
}

// TestPETScRoundTrip reads matrices of all kinds, alone and with a vector behind.
func TestPETScRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, kind := drawMatrix(t)
		if kind == "pattern" {
			m.Values, kind = make([]float64, m.Pattern.NNZ()), "real"
		}
		if m.Pattern.NNZ() == 0 {
			m.Imag, kind = nil, "real" // the file does not say
		}
		size := rapid.SampledFrom([]int{4, 8}).Draw(t, "size")
		data := petscOf(m, size)
		for _, rest := range [][]byte{nil, petscVector(size)} {
			f, err := Read("a.dat", bytes.NewReader(append(bytes.Clone(data), rest...)), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if f.Format != FormatPETSc || f.Field != kind || !equalBits(f.Matrix, m) || warned(f.Warnings, "rest") != (rest != nil) {
				t.Fatalf("wrote %+v, read %s %+v, %v", m, f.Field, f.Matrix, f.Warnings)
			}
			f, err = Read("a.dat", bytes.NewReader(append(bytes.Clone(data), rest...)), Options{PatternOnly: true})
			if err != nil || !f.Matrix.Pattern.Equal(m.Pattern) || f.Matrix.HasValues() || f.Field != kind {
				t.Fatalf("structure: %v", err)
			}
		}
		for k := 4; k < len(data); k++ {
			_, err := Read("a.dat", bytes.NewReader(data[:k]), Options{})
			var syntax *SyntaxError
			if half := len(data) - 8*m.Pattern.NNZ(); kind == "complex" && k == half {
				continue // half of the complex values are as many real ones
			}
			if !errors.As(err, &syntax) || !strings.Contains(err.Error(), "byte ") && !strings.Contains(err.Error(), "number of a matrix") && k >= 8 {
				t.Fatalf("%d bytes of %d: got error %v", k, len(data), err)
			}
		}
	})
}

// TestPETScRefused reads files that are wrong in one place.
func TestPETScRefused(t *testing.T) {
	m, _ := (&sparsity.Triplets{Rows: 2, Cols: 3, Row: []int32{0, 1, 1}, Col: []int32{0, 0, 2}, Values: []float64{1, 2, 3}}).Compress()
	good := petscOf(m, 4)
	set := func(at int, v int32) []byte {
		b := bytes.Clone(good)
		binary.BigEndian.PutUint32(b[at:], uint32(v))
		return b
	}
	for want, data := range map[string][]byte{
		"a: byte 4: want number of rows in 0..2147483646, got -2":                                                                 set(4, -2),
		"a: byte 8: want number of columns in 0..2147483646, got -1":                                                              set(8, -1),
		"a: byte 12: want a sparse matrix, got a dense matrix":                                                                    set(12, -1),
		"a: byte 16: want the number of entries of row 0 in 0..3, got -1":                                                         set(16, -1),
		"a: byte 20: want the number of entries of row 1 in 0..2, got 3":                                                          set(20, 3),
		"a: byte 16: want rows with 3 entries in total, got 2":                                                                    set(20, 1),
		"a: byte 32: want a column in 0..2, got 3":                                                                                set(32, 3),
		"a: byte 24: want a column in 0..2, got -1":                                                                               set(24, -1),
		"a: byte 30: truncated: want 6 more bytes of the columns, got the end of the input":                                       good[:30],
		"a: want a matrix in PETSc's binary format, got a vector":                                                                 set(0, 1211214),
		"a: want a matrix in PETSc's binary format, got a matrix in the byte order of the machine, little-endian":                 {0x50, 0x7b, 0x12, 0, 2, 0, 0, 0},
		"a: byte 36: want 24 bytes of real values or 48 bytes of complex values, and then the end of the input or another object": append(bytes.Clone(good), 1, 2, 3, 4),
		"a: 2×2147483646 is too large for 3 entries: want at most 4194304 rows and columns":                                       set(8, math.MaxInt32-1),
	} {
		_, err := Read("a", bytes.NewReader(data), Options{})
		if err == nil || err.Error() != want {
			t.Errorf("want error %s, got %v", want, err)
		}
	}
	path := filepath.Join(t.TempDir(), "a.petsc")
	if err := os.WriteFile(path, set(12, 900000), 0o666); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%s: byte 0: want at least 10800024 bytes for 2 rows and 900000 entries, got %d", path, len(good))
	if _, err := Open(path, Options{}); err == nil || err.Error() != want {
		t.Errorf("want error %s, got %v", want, err)
	}
}

// TestPETScMemory checks that a small input costs little, whatever it claims.
func TestPETScMemory(t *testing.T) {
	header := func(rows, cols, entries uint32) []byte {
		var b []byte
		for _, v := range []uint32{1211216, rows, cols, entries} {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		return b
	}
	for name, data := range map[string][]byte{
		"rows":    header(1<<22, 10, 1000),
		"entries": append(header(1, 10, 1<<30), 64, 0, 0, 0),
		"columns": append(header(1, 1<<31-2, 1<<26), 4, 0, 0, 0),
	} {
		if used := allocated(func() {
			if _, err := Read("a", bytes.NewReader(data), Options{}); err == nil {
				t.Errorf("%s: accepted", name)
			}
		}); used > 4<<20 {
			t.Errorf("%s: %d MiB allocated", name, used>>20)
		}
	}
}

// FuzzPETSc checks that whatever is read is a valid matrix, that the values do
// not change the structure, and that refusals are errors of syntax. It does not
// check that the matrix is the right one.
func FuzzPETSc(f *testing.F) {
	m, _ := (&sparsity.Triplets{Rows: 2, Cols: 3, Row: []int32{0, 1, 1}, Col: []int32{0, 0, 2}, Values: []float64{1, 2, 3}, Imag: []float64{4, 5, 6}}).Compress()
	for _, size := range []int{4, 8} {
		f.Add(petscOf(m, size))
		f.Add(append(petscOf(&sparsity.Matrix{Pattern: m.Pattern, Values: m.Values}, size), petscVector(size)...))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		read := func(opt Options) (*File, error) {
			return readPETSc(newInput("a", bytes.NewReader(data), -1), opt)
		}
		got, err := read(Options{})
		bare, errBare := read(Options{PatternOnly: true})
		var syntax *SyntaxError
		switch {
		case (err == nil) != (errBare == nil):
			t.Fatalf("%v; without values %v", err, errBare)
		case err == nil:
			mustBeValid(t, got)
			if !bare.Matrix.Pattern.Equal(got.Matrix.Pattern) || bare.Field != got.Field {
				t.Fatal("another structure without values")
			}
		case !errors.As(err, &syntax):
			t.Fatalf("not an error of syntax: %v", err)
		}
	})
}
