package sparseio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"math"
	"regexp"
	"slices"
	"testing"

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
		"unsigned, short": func(m map[string][]byte) {
			m["indices"] = npyOf("<u2", "(3,)", []uint16{0, 2, 2})
			m["indptr"] = npyOrdered(binary.BigEndian, ">i2", "(3,)", []int16{0, 2, 3})
			m["data"] = npyOrdered(binary.BigEndian, ">i2", "(3,)", []int16{1, 2, 3})
		},
		"signed bytes": func(m map[string][]byte) {
			m["indices"] = npyOf("|i1", "(3,)", []int8{0, 2, 2})
			m["indptr"] = npyOf("|u1", "(3,)", []uint8{0, 2, 3})
			m["data"] = npyOf("|i1", "(3,)", []int8{1, 2, 3})
		},
		"unsigned 32 and 64": func(m map[string][]byte) {
			m["indices"] = npyOf("<u4", "(3,)", []uint32{0, 2, 2})
			m["indptr"] = npyOf("<u8", "(3,)", []uint64{0, 2, 3})
			m["data"] = npyOrdered(binary.BigEndian, ">u8", "(3,)", []uint64{1, 2, 3})
		},
		"single complex, big endian": func(m map[string][]byte) {
			m["data"] = npyOrdered(binary.BigEndian, ">c8", "(3,)", []complex64{1, 2, 3})
		},
		"text in big endian": func(m map[string][]byte) {
			m["format"] = npyOrdered(binary.BigEndian, ">U3", "()", []int32{'c', 's', 'r'})
		},
		"sparse array": func(m map[string][]byte) { m["_is_array"] = npyOf("|b1", "()", []bool{true}) },
		"version 2 and Python 2": func(m map[string][]byte) {
			h := "{'descr': '<f8', 'fortran_order': False, 'shape': (3L,), }\n"
			m["data"] = append(append([]byte("\x93NUMPY\x02\x00"), byte(len(h)), 0, 0, 0), append([]byte(h), m["data"][len(m["data"])-24:]...)...)
		},
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
		if f.Entries != 3 || f.Duplicates != 0 || f.ExplicitZeros != 0 || f.Symmetry != "general" || f.Format != FormatNPZ || len(f.Warnings) > 0 {
			t.Errorf("%s: got %+v", name, f)
		}
		if f, err := readBytes(npzOf(m), Options{PatternOnly: true}); err != nil || f.Matrix.HasValues() || !f.Matrix.Pattern.Equal(want) {
			t.Errorf("%s, pattern only: %+v, error %v", name, f, err)
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
		{func(m map[string][]byte) { delete(m, "shape") }, `no array shape in the archive: want a matrix written by scipy\.sparse\.save_npz`},
		{func(m map[string][]byte) { m["format"] = npyOf("|S3", "()", []byte("dia")) }, `sparse format dia is not read: want csr, csc or coo`},
		{func(m map[string][]byte) { m["format"] = npyOf("<i4", "()", []int32{3}) }, `array format: want a short string, got 1 of int32`},
		{func(m map[string][]byte) { m["format"] = npyOf("|S0", "()", []byte{}) }, `array format: want elements of at least one byte`},
		{func(m map[string][]byte) { m["indices"] = npyOf("<i4", "(3,)", []int32{0, 3, 2}) }, `array indices: element 1: want an index in 0\.\.2, got 3`},
		{func(m map[string][]byte) { m["indices"] = npyOf("<i4", "(3,)", []int32{0, -1, 2}) }, `array indices: element 1: want an index in 0\.\.2, got -1`},
		{func(m map[string][]byte) { m["indices"] = npyOf("<i8", "(3,)", []int64{0, 1 << 33, 2}) }, `array indices: element 1: want an index in 0\.\.2, got 8589934592`},
		{func(m map[string][]byte) { m["indices"] = npyOf("<u8", "(3,)", []uint64{0, 1 << 63, 2}) }, `array indices: element 1: want an index in 0\.\.2, got -9223372036854775808`},
		{func(m map[string][]byte) { m["indices"] = npyOf("<f8", "(3,)", []float64{0, 1, 2}) }, `array indices: want integers, got float64`},
		{func(m map[string][]byte) { m["indptr"] = npyOf("<i4", "(3,)", []int32{0, 3, 2}) }, `array indptr: element 2: want a pointer of at least 3, as the one before, got 2`},
		{func(m map[string][]byte) { m["indptr"] = npyOf("<i4", "(3,)", []int32{1, 2, 3}) }, `array indptr: want 0 as the first pointer, got 1`},
		{func(m map[string][]byte) { m["indptr"] = npyOf("<i4", "(3,)", []int32{0, 2, 4}) }, `array indptr: want 3 as the last pointer, the number of indices, got 4`},
		{func(m map[string][]byte) { m["indptr"] = npyOf("<i4", "(2,)", []int32{0, 3}) }, `array indptr: want 3 pointers, one more than the shape says, got 2`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(2,)", []float64{1, 2}) }, `array data: want 3 values, as many as there are indices, got 2`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(3,)", []float64{1, 2}) }, `array data: want 92 bytes for the 3 elements of 8 bytes in its header, got 84`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(3,)", []float64{1, 2, 3, 4}) }, `array data: want 92 bytes for the 3 elements of 8 bytes in its header, got 100`},
		{func(m map[string][]byte) { m["data"] = npyOf("|O", "(3,)", []float64{1, 2, 3}) }, `array data: want an array of numbers, got one of pickled objects`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f2", "(3,)", []int16{1, 2, 3}) }, `array data: values of type float16 are not read`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(3, 1)", []float64{1, 2, 3}) }, `array data: want one dimension, got 2`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(4611686018427387904, 4)", []float64{1, 2, 3}) }, `array data: the array claims too many elements`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8', 'more': '", "(3,)", []float64{1, 2, 3}) }, `array data: want a dictionary with descr, fortran_order and shape`},
		{func(m map[string][]byte) { m["data"][6] = 9 }, `array data: want an array of version 1 to 3, got version 9\.0`},
		{func(m map[string][]byte) {
			m["data"] = append([]byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"), m["data"]...)
		}, `array data: want a header of at most 65536 bytes, got 2147483647`},
		{func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{2_000_000_000, 3}) }, `array indptr: want 2000000001 pointers, one more than the shape says, got 3`},
		{func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{2, 2_000_000_000}) }, `2×2000000000 is too large for 3 entries: want at most 4194304 rows and columns`},
		{func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{2, -3}) }, `want dimensions in 0\.\.2147483646, got 2×-3`},
		{func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(1,)", []int64{2}) }, `want a matrix of two dimensions, got 1`},
		{func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(9,)", make([]int64, 9)) }, `array shape: want two integers, got 9 of int64`},
		{func(m map[string][]byte) { m["shape"] = []byte("no array at all") }, `array shape: want an array that begins with \\x93NUMPY, got "no arr"`},
		{func(m map[string][]byte) { m["shape"] = []byte("no") }, `array shape: truncated`},
		{func(m map[string][]byte) {
			m["format"] = npyOf("|S3", "()", []byte("coo"))
			m["row"], m["col"] = npyOf("<i4", "(3,)", []int32{1, 0, 0}), npyOf("<i4", "(2,)", []int32{2, 2})
		}, `array col: want 3 indices, as many as in row, got 2`},
	}
	for _, c := range cases {
		m := small()
		c.change(m)
		f, err := readBytes(npzOf(m), Options{})
		if err == nil {
			t.Errorf("want an error that matches %q, got %+v", c.want, f.Matrix.Pattern)
		} else if !regexp.MustCompile("^m.npz: " + c.want).MatchString(err.Error()) {
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

// TestNPZBool: true values only are a pattern, others are numbers.
func TestNPZBool(t *testing.T) {
	m := small()
	m["data"] = npyOf("|b1", "(3,)", []bool{true, true, true})
	f, err := readBytes(npzOf(m), Options{})
	if err != nil || f.Field != "pattern" || f.Matrix.HasValues() {
		t.Errorf("all true: got %+v, error %v", f, err)
	}
	m["data"] = npyOf("|b1", "(3,)", []bool{true, false, true})
	f, err = readBytes(npzOf(m), Options{})
	if err != nil || f.Field != "integer" || f.ExplicitZeros != 1 || !slices.Equal(f.Matrix.Values, []float64{1, 0, 1}) {
		t.Errorf("one false: got %+v, error %v", f, err)
	}
}

// TestNPZWarnings checks what is noted.
func TestNPZWarnings(t *testing.T) {
	for want, change := range map[string]func(m map[string][]byte){
		"duplicates":      func(m map[string][]byte) { m["indices"] = npyOf("<i4", "(3,)", []int32{2, 2, 2}) },
		"not-finite":      func(m map[string][]byte) { m["data"] = npyOf("<f8", "(3,)", []float64{1, math.NaN(), 3}) },
		"integer-rounded": func(m map[string][]byte) { m["data"] = npyOf("<i8", "(3,)", []int64{1, 1<<53 + 3, 3}) },
	} {
		m := small()
		change(m)
		f, err := readBytes(npzOf(m), Options{})
		if err != nil || len(f.Warnings) != 1 || f.Warnings[0].Code != want {
			t.Errorf("want %s, got %+v, error %v", want, f, err)
		}
	}
}
