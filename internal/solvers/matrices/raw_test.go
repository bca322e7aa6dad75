package matrices

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/bindata"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// converted returns the Matrix Market text of a raw file.
func converted(data []byte) (string, counts, error) {
	m, err := openRaw(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", counts{}, err
	}
	var out bytes.Buffer
	n, err := m.write(&out, func(counts) string { return "" })
	return out.String(), n, err
}

// dense returns a file as a dense matrix.
func dense(t *testing.T, text string) ([][]complex128, *sparseio.File) {
	t.Helper()
	f, err := sparseio.Read("a.mtx", strings.NewReader(text), sparseio.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p := f.Matrix.Pattern
	a := make([][]complex128, p.Rows)
	for i := range a {
		a[i] = make([]complex128, p.Cols)
	}
	for j := range p.Cols {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			v := complex(1, 0)
			if f.Matrix.HasValues() {
				v = complex(f.Matrix.Values[k], 0)
			}
			if f.Matrix.Complex() {
				v += complex(0, f.Matrix.Imag[k])
			}
			a[p.RowIdx[k]][j] = v
		}
	}
	return a, f
}

// Each way to store a matrix gives the matrix that the solver sees, without
// duplicates. Of a pattern the positions are compared.
func TestEveryStorage(t *testing.T) {
	summed, ignored := 0, 0
	for n, k := range kinds() {
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, uint64(n)))
			file, want := k.random(rng)
			text, c, err := converted(file.bytes())
			if err != nil {
				t.Fatalf("%+v: %v", k, err)
			}
			summed += int(c.summed)
			ignored += int(c.ignored)
			got, f := dense(t, text)
			if f.Duplicates != 0 || len(f.Warnings) > 0 || len(got) != len(want) {
				t.Fatalf("%+v: %d duplicates, %v, %d rows, want %d", k, f.Duplicates, f.Warnings, len(got), len(want))
			}
			for i := range want {
				for j := range want[i] {
					g, w := got[i][j], want[i][j]
					if k.value == valueNone && (g != 0) == (w != 0) {
						continue
					}
					if g != w {
						t.Fatalf("%+v, seed %d: (%d,%d) is %v, want %v\n%s", k, seed, i, j, g, w, text)
					}
				}
			}
		}
	}
	if summed < 1000 || ignored < 1000 {
		t.Errorf("%d summed, %d ignored: the test has lost its teeth", summed, ignored)
	}
}

// Vectors of every type of value keep their columns.
func TestVectors(t *testing.T) {
	for kind := valueF64; kind <= valueC32; kind++ {
		f := &rawFile{}
		copy(f.words[1:], []uint64{7, 70, 13, 4, 1, 0, 0, uint64(kind), 0, 0, 0, 3, 0, 0, 2})
		want := [][]complex128{{1.5, -4}, {math.MaxFloat32, 5i}, {3 + 2i, 0}}
		for j := range 2 {
			for i := range 3 {
				if kind == valueF64 || kind == valueF32 {
					want[i][j] = complex(real(want[i][j]), 0)
				}
				f.value(kind, want[i][j])
			}
		}
		text, _, err := converted(f.bytes())
		if err != nil {
			t.Fatal(err)
		}
		got, _ := dense(t, text)
		for i := range want {
			for j := range want[i] {
				if got[i][j] != want[i][j] {
					t.Errorf("type %d: (%d,%d) is %v, want %v", kind, i, j, got[i][j], want[i][j])
				}
			}
		}
		if !strings.HasPrefix(text, "%%MatrixMarket matrix array ") || !strings.Contains(text, "\n3 2\n") {
			t.Errorf("got %s", text)
		}
	}
}

// Values that are no numbers, and the last bits, stay.
func TestValuesToTheLastBit(t *testing.T) {
	f := &rawFile{}
	list := []float64{math.Copysign(0, -1), math.Nextafter(1, 2), 5e-324, math.Inf(-1), math.MaxFloat64, 0.1}
	copy(f.words[1:], []uint64{7, 70, 13, 4, 2, 0, 0, valueF64, 0, 0, 0, uint64(len(list)), 0, 0, 1})
	for _, v := range list {
		f.value(valueF64, complex(v, 0))
	}
	text, _, err := converted(f.bytes())
	if err != nil {
		t.Fatal(err)
	}
	r, err := sparseio.Read("x.mtx", strings.NewReader(text), sparseio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range list {
		if got := r.Matrix.Values[k]; math.Float64bits(got) != math.Float64bits(v) {
			t.Errorf("value %d is %v, want %v", k, got, v)
		}
	}
}

// sound returns a raw file with two columns: (0,0), (1,0) and (1,1).
func sound() *rawFile {
	f := &rawFile{}
	copy(f.words[1:], []uint64{7, 70, 12, 3, 0, layoutCompressed, index32, valueF64, 0, 0, 0, 2, 2, 3})
	f.integers(sectionAP, false, 0, 2, 3)
	f.integers(sectionAI, false, 0, 1, 1)
	for _, v := range []complex128{4, -1, 5} {
		f.value(valueF64, v)
	}
	return f
}

// Each mistake in a raw file is an error at the byte where it is.
func TestDamage(t *testing.T) {
	if _, _, err := converted(sound().bytes()); err != nil {
		t.Fatal(err)
	}
	const ap, ai = headerSize, headerSize + 16
	word := func(at int, v uint64) func([]byte) []byte {
		return func(b []byte) []byte { binary.LittleEndian.PutUint64(b[at:], v); return b }
	}
	index := func(at, v int) func([]byte) []byte {
		return func(b []byte) []byte { binary.LittleEndian.PutUint32(b[at:], uint32(v)); return b }
	}
	for name, c := range map[string]struct {
		damage func([]byte) []byte
		at     int64
		msg    string
	}{
		"nothing":        {func(b []byte) []byte { return nil }, 0, "want a header of 256 bytes"},
		"header cut":     {func(b []byte) []byte { return b[:100] }, 100, "want a header of 256 bytes"},
		"magic":          {func(b []byte) []byte { b[7] = '2'; return b }, 0, `want "NRmatrx1"`},
		"content":        {word(40, 3), 40, "want content 0, 1 or 2, got 3"},
		"layout":         {word(48, 4), 48, "want layout 1, 2 or 3, got 4"},
		"index type":     {word(56, 0), 56, "want index type 1 or 2"},
		"value type":     {word(64, 9), 64, "want value type 0 to 5"},
		"base":           {word(72, 2), 72, "want base 0 or 1"},
		"symmetry":       {word(80, 1<<64-2), 80, "want symmetry -1 to 5, got -2"},
		"flags":          {word(88, 1), 88, "want flags 2, 4, 8, 16, 32 and 64, got 1"},
		"rows":           {word(96, 1<<31), 96, "want 0 to 2147483646 rows"},
		"huge":           {word(96, 1<<30), 96, "too large for 3 entries"},
		"columns":        {word(104, 1<<63), 104, "want 0 to 2147483646 columns"},
		"not square":     {func(b []byte) []byte { word(80, 1)(b); return word(96, 3)(b) }, 104, "as many columns as rows"},
		"entries":        {word(112, 1<<62), 112, "want a count of entries"},
		"more entries":   {word(112, 4), 152, "want 16 bytes of ai, got 12"},
		"section":        {word(144, 16), 144, "want 12 bytes of ap, got 16"},
		"size":           {word(192, 320), 192, "want the size of the file, 312, got 320"},
		"behind":         {word(8*31, 1), 8 * 31, "want 0, got 1"},
		"cut":            {func(b []byte) []byte { return b[:len(b)-8] }, headerSize + 48, "want 24 bytes of ax, got the end of the file"},
		"longer":         {func(b []byte) []byte { return append(b, 0) }, headerSize + 56, "got 1 more bytes"},
		"first pointer":  {index(ap, 1), ap, "want 0 as the first pointer, got 1"},
		"last pointer":   {index(ap+8, 2), ap + 8, "want 3 as the last pointer, got 2"},
		"pointer beyond": {index(ap+4, 4), ap + 4, "want a pointer from 0 to 3, got 4"},
		"pointer back":   {index(ap+8, 1), ap + 8, "want a pointer from 2 to 3, got 1"},
		"index":          {index(ai+4, 2), ai + 4, "want an index from 0 to 1, got 2"},
		"negative index": {index(ai+8, -1), ai + 8, "want an index from 0 to 1, got -1"},
	} {
		_, _, err := converted(c.damage(sound().bytes()))
		var at *bindata.Error
		if !errors.As(err, &at) || at.Offset != c.at || !strings.Contains(at.Msg, c.msg) {
			t.Errorf("%s: got %v, want byte %d: … %s", name, err, c.at, c.msg)
		}
	}
}

// Entries of a list that are outside of the matrix are ignored and counted.
func TestTripletsOutside(t *testing.T) {
	f := &rawFile{}
	copy(f.words[1:], []uint64{7, 70, 12, 3, 0, layoutTriplets, index32, valueF64, 1, 0, 0, 2, 2, 4})
	f.integers(sectionAI, false, 1, 3, 0, 2)
	f.integers(sectionAJ, false, 1, 1, 1, 1)
	for range 4 {
		f.value(valueF64, 2)
	}
	text, n, err := converted(f.bytes())
	if want := "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 2\n2 1 2\n"; err != nil || text != want || n.ignored != 2 {
		t.Errorf("got %q, %+v, %v", text, n, err)
	}
}

// Whatever a raw file holds, it is an error with a position, or a file that
// sparseio reads.
func FuzzRaw(f *testing.F) {
	for n, k := range kinds() {
		if n%7 == 0 {
			file, _ := k.random(rand.New(rand.NewPCG(1, uint64(n))))
			f.Add(file.bytes())
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, _, err := converted(data)
		if err != nil {
			if !errors.As(err, new(*bindata.Error)) {
				t.Fatal(err)
			}
			return
		}
		if _, err := sparseio.Read("a.mtx", strings.NewReader(text), sparseio.Options{}); err != nil {
			t.Fatalf("%v\n%.300s", err, text)
		}
	})
}

// UMFPACK takes an array of complex numbers for two arrays, if the second one is NULL.
func TestSplitWithoutImaginary(t *testing.T) {
	f := &rawFile{}
	copy(f.words[1:], []uint64{7, 70, 13, 4, 2, 0, 0, valueSplit, 0, 0, 0, 2, 0, 0, 1})
	f.value(valueC64, 1+2i)
	f.value(valueC64, 3-4i)
	text, _, err := converted(f.bytes())
	if want := "%%MatrixMarket matrix array complex general\n2 1\n1 2\n3 -4\n"; err != nil || text != want {
		t.Errorf("got %q, %v", text, err)
	}
}
