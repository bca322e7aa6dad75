package sparseio

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// drawMatrix draws a small matrix and its field. Values may be NaN, infinite and
// negative zeros.
func drawMatrix(t *rapid.T) (m *sparsity.Matrix, kind string) {
	rows, cols := rapid.IntRange(0, 7).Draw(t, "rows"), rapid.IntRange(0, 7).Draw(t, "cols")
	kind = rapid.SampledFrom([]string{"pattern", "real", "complex"}).Draw(t, "kind")
	number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Copysign(0, -1), 0}))
	tr := &sparsity.Triplets{Rows: rows, Cols: cols}
	if kind != "pattern" {
		tr.Values = []float64{}
	}
	if kind == "complex" {
		tr.Imag = []float64{}
	}
	if rows > 0 && cols > 0 {
		for range rapid.IntRange(0, 20).Draw(t, "entries") {
			tr.Row = append(tr.Row, int32(rapid.IntRange(0, rows-1).Draw(t, "i")))
			tr.Col = append(tr.Col, int32(rapid.IntRange(0, cols-1).Draw(t, "j")))
			if kind != "pattern" {
				tr.Values = append(tr.Values, number.Draw(t, "v"))
			}
			if kind == "complex" {
				tr.Imag = append(tr.Imag, number.Draw(t, "w"))
			}
		}
	}
	m, _ = tr.Compress()
	return m, kind
}

// TestNPZRoundTrip writes matrices and reads them back.
func TestNPZRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, kind := drawMatrix(t)
		var b, again bytes.Buffer
		if WriteNPZ(&b, m) != nil || WriteNPZ(&again, m) != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatal("two writes differ")
		}
		f, err := readBytes(b.Bytes(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f.Field != kind || !equalBits(f.Matrix, m) {
			t.Fatalf("wrote %+v, read %s %+v", m, f.Field, f.Matrix)
		}
	})
}

// failing fails after n bytes.
type failing struct{ n int }

func (f *failing) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

// TestWriteNPZErrors lets the target fail in many places.
func TestWriteNPZErrors(t *testing.T) {
	for _, m := range []*sparsity.Matrix{
		{Pattern: matgen.Grid2D(3, 3)},
		{Pattern: matgen.Grid2D(3, 3), Values: make([]float64, 33), Imag: make([]float64, 33)},
	} {
		var b bytes.Buffer
		if err := WriteNPZ(&b, m); err != nil {
			t.Fatal(err)
		}
		for n := 0; n < b.Len(); n += 29 {
			if err := WriteNPZ(&failing{n}, m); err == nil {
				t.Errorf("no error when the target fails after %d of %d bytes", n, b.Len())
			}
		}
	}
	if err := WriteNPY(&failing{100}, make([]int64, 10)); err == nil {
		t.Error("no error when the target fails")
	}
}

// TestWriteNPY compares with the bytes that NumPy 1.24 writes: np.save of
// np.array([1, -2], dtype=np.int32), and its relatives.
func TestWriteNPY(t *testing.T) {
	head := func(descr, shape string) string {
		h := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }"
		return "\x93NUMPY\x01\x00v\x00" + h + strings.Repeat(" ", 117-len(h)) + "\n"
	}
	var b bytes.Buffer
	check := func(err error, want string) {
		t.Helper()
		if err != nil || b.String() != want {
			t.Errorf("want %q, got %q, error %v", want, b.String(), err)
		}
		b.Reset()
	}
	check(WriteNPY(&b, []int32{1, -2}), head("<i4", "(2,)")+"\x01\x00\x00\x00\xfe\xff\xff\xff")
	check(WriteNPY(&b, []int64{1 << 40}), head("<i8", "(1,)")+"\x00\x00\x00\x00\x00\x01\x00\x00")
	check(WriteNPY(&b, []float64{1}), head("<f8", "(1,)")+"\x00\x00\x00\x00\x00\x00\xf0?")
	check(WriteNPY(&b, sparsity.Perm{}), head("<i4", "(0,)"))
}
