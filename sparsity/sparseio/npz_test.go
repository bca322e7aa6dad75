package sparseio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// npyOf returns an array file with the given type, shape text and data.
func npyOf(descr, shape string, data any) []byte {
	return npyOrdered(binary.LittleEndian, descr, shape, data)
}

func npyOrdered(order binary.ByteOrder, descr, shape string, data any) []byte {
	var b bytes.Buffer
	header := "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n"
	b.WriteString("\x93NUMPY\x01\x00")
	b.WriteByte(byte(len(header)))
	b.WriteByte(0)
	b.WriteString(header)
	if err := binary.Write(&b, order, data); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// npzOf returns an archive of the members.
func npzOf(members map[string][]byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range members {
			if !yield(name) {
				return
			}
		}
	}) {
		f, err := z.Create(name + ".npy")
		if err != nil {
			panic(err)
		}
		f.Write(members[name])
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// small returns the members of a 2×3 csr matrix [1 0 2; 0 0 3].
func small() map[string][]byte {
	return map[string][]byte{
		"format":  npyOf("|S3", "()", []byte("csr")),
		"shape":   npyOf("<i8", "(2,)", []int64{2, 3}),
		"indptr":  npyOf("<i4", "(3,)", []int32{0, 2, 3}),
		"indices": npyOf("<i4", "(3,)", []int32{0, 2, 2}),
		"data":    npyOf("<f8", "(3,)", []float64{1, 2, 3}),
	}
}

func readBytes(b []byte, opt Options) (*File, error) {
	return Read("m.npz", bytes.NewReader(b), opt)
}

func TestNPZ(t *testing.T) {
	want := &sparsity.Pattern{Rows: 2, Cols: 3, ColPtr: []int64{0, 1, 1, 3}, RowIdx: []int32{0, 0, 1}}
	variants := map[string]func(map[string][]byte){
		"as SciPy writes it": func(map[string][]byte) {},
		"big endian, wide": func(m map[string][]byte) {
			m["indices"] = npyOrdered(binary.BigEndian, ">i8", "(3,)", []int64{0, 2, 2})
			m["data"] = npyOrdered(binary.BigEndian, ">f4", "(3,)", []float32{1, 2, 3})
		},
		"text as characters": func(m map[string][]byte) {
			m["format"] = npyOf("<U3", "()", []int32{'c', 's', 'r'})
		},
		"bytes as numbers": func(m map[string][]byte) { m["data"] = npyOf("|u1", "(3,)", []byte{1, 2, 3}) },
		"complex": func(m map[string][]byte) {
			m["data"] = npyOf("<c16", "(3,)", []complex128{1, 2, 3})
		},
		"coordinates, unsorted": func(m map[string][]byte) {
			m["format"] = npyOf("|S3", "()", []byte("coo"))
			m["row"], m["col"] = npyOf("<i4", "(3,)", []int32{1, 0, 0}), npyOf("<i4", "(3,)", []int32{2, 2, 0})
			m["data"] = npyOf("<f8", "(3,)", []float64{3, 2, 1})
			delete(m, "indptr")
			delete(m, "indices")
		},
		"by column": func(m map[string][]byte) {
			m["format"] = npyOf("|S3", "()", []byte("csc"))
			m["indptr"] = npyOf("<i4", "(4,)", []int32{0, 1, 1, 3})
			m["indices"] = npyOf("<i4", "(3,)", []int32{0, 1, 0})
			m["data"] = npyOf("<f8", "(3,)", []float64{1, 3, 2})
		},
	}
	for name, change := range variants {
		m := small()
		change(m)
		f, err := readBytes(npzOf(m), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !f.Matrix.Pattern.Equal(want) || !slices.Equal(f.Matrix.Values, []float64{1, 2, 3}) {
			t.Errorf("%s: got %+v %v", name, f.Matrix.Pattern, f.Matrix.Values)
		}
	}
}

func TestNPZRefuses(t *testing.T) {
	cases := []struct {
		change func(map[string][]byte)
		want   string
	}{
		{func(m map[string][]byte) { delete(m, "shape") }, `without shape\.npy`},
		{func(m map[string][]byte) { m["format"] = npyOf("|S3", "()", []byte("dia")) }, `format\.npy: want csr, csc or coo, got "dia"`},
		{func(m map[string][]byte) { m["indices"] = npyOf("<i4", "(3,)", []int32{0, 3, 2}) }, `indices\.npy: element 1: want 0\.\.2, got 3`},
		{func(m map[string][]byte) { m["indices"] = npyOf("<i4", "(3,)", []int32{0, -1, 2}) }, `indices\.npy: element 1: want 0\.\.2, got -1`},
		{func(m map[string][]byte) { m["indptr"] = npyOf("<i4", "(3,)", []int32{0, 3, 2}) }, `indptr\.npy: want 3 elements from 0 to 3`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(2,)", []float64{1, 2}) }, `data\.npy: want 3 elements, one for each position, got 2`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(9,)", []float64{1, 2}) }, `data\.npy: want 72 bytes of data, got 16`},
		{func(m map[string][]byte) { m["data"] = npyOf("|O8", "(3,)", []float64{1, 2, 3}) }, `data\.npy: want a header with descr of a plain type`},
		{func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{2_000_000_000, 3}) }, `indptr\.npy|shape\.npy`},
		{func(m map[string][]byte) { m["shape"] = []byte("no array") }, `shape\.npy: want a NumPy array`},
	}
	for _, c := range cases {
		m := small()
		c.change(m)
		f, err := readBytes(npzOf(m), Options{})
		if err == nil {
			t.Errorf("want an error that matches %q, got %+v", c.want, f.Matrix.Pattern)
		} else if !regexp.MustCompile(c.want).MatchString(err.Error()) {
			t.Errorf("want an error that matches %q, got %q", c.want, err)
		}
	}
	whole := npzOf(small())
	for cut := 4; cut < len(whole); cut += 7 {
		if _, err := readBytes(whole[:cut], Options{}); err == nil {
			t.Errorf("an archive cut to %d bytes is accepted", cut)
		}
	}
}

// TestNPZRoundTrip writes matrices and reads them back.
func TestNPZRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 7).Draw(t, "rows"), rapid.IntRange(0, 7).Draw(t, "cols")
		tr := &sparsity.Triplets{Rows: rows, Cols: cols, Values: []float64{}}
		isComplex := rapid.Bool().Draw(t, "complex")
		if isComplex {
			tr.Imag = []float64{}
		}
		if rows > 0 && cols > 0 {
			for range rapid.IntRange(0, 20).Draw(t, "entries") {
				tr.Row = append(tr.Row, int32(rapid.IntRange(0, rows-1).Draw(t, "i")))
				tr.Col = append(tr.Col, int32(rapid.IntRange(0, cols-1).Draw(t, "j")))
				tr.Values = append(tr.Values, rapid.Float64().Draw(t, "v"))
				if isComplex {
					tr.Imag = append(tr.Imag, rapid.Float64().Draw(t, "w"))
				}
			}
		}
		m, _ := tr.Compress()
		var b, again bytes.Buffer
		if WriteNPZ(&b, m) != nil || WriteNPZ(&again, m) != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Fatal("two writes differ")
		}
		f, err := readBytes(b.Bytes(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		bits := func(x, y []float64) bool {
			return slices.EqualFunc(x, y, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
		}
		if !f.Matrix.Pattern.Equal(m.Pattern) || !bits(f.Matrix.Values, m.Values) || !bits(f.Matrix.Imag, m.Imag) {
			t.Fatalf("wrote %+v, read %+v", m, f.Matrix)
		}
	})
}

func TestWriteNPY(t *testing.T) {
	var b bytes.Buffer
	if err := WriteNPY(&b, []int64{1, -2, 1 << 40}); err != nil {
		t.Fatal(err)
	}
	a, err := readNPY(&b)
	if err != nil || a.typeName() != "i8" || !slices.Equal(a.shape, []int64{3}) {
		t.Fatalf("got %+v, %v", a, err)
	}
	if v, _ := a.integer(2); v != 1<<40 {
		t.Errorf("element 2: got %d", v)
	}
	b.Reset()
	if err := WriteNPY(&b, sparsity.Perm{5, 6}); err != nil {
		t.Fatal(err)
	}
	if a, err = readNPY(&b); err != nil || a.typeName() != "i4" || (b.Len()+len(a.data)) != 8 {
		t.Fatalf("got %+v, %v", a, err)
	}
}

// FuzzNPZ feeds archives whose members are anything: no input may crash the
// reader or make a pattern that is not valid. Damage to the archive itself is
// the matter of archive/zip and not fuzzed.
func FuzzNPZ(f *testing.F) {
	m := small()
	f.Add(m["format"], m["shape"], m["indptr"], m["indices"], m["data"])
	f.Add(npyOf("|S3", "()", []byte("coo")), m["shape"], m["indices"], m["indices"], npyOf("<c16", "(3,)", []complex128{1, 2, 3}))
	f.Fuzz(func(t *testing.T, format, shape, ptr, index, data []byte) {
		file, err := Read("m.npz", bytes.NewReader(npzOf(map[string][]byte{"format": format, "shape": shape,
			"indptr": ptr, "indices": index, "row": ptr, "col": index, "data": data})), Options{})
		if err != nil {
			if _, ok := err.(*SyntaxError); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if err := file.Matrix.Pattern.Check(); err != nil || !file.Matrix.Pattern.Canonical() {
			t.Fatal("not a canonical pattern", err)
		}
		if err := WriteNPZ(io.Discard, file.Matrix); err != nil {
			t.Fatal(err)
		}
	})
}
