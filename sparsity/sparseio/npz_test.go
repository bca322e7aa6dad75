package sparseio

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
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
		f, err := z.CreateHeader(&zip.FileHeader{Name: name + ".npy"}) // stored: fuzzing makes many
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
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(3,)", []float64{1, 2}) }, `array data: truncated`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(3,)", []float64{1, 2, 3, 4}) }, `array data: 8 bytes behind the 3 elements`},
		{func(m map[string][]byte) { m["data"] = npyOf("|O", "(3,)", []float64{1, 2, 3}) }, `array data: want an array of numbers, got one of pickled objects`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f2", "(3,)", []int16{1, 2, 3}) }, `array data: values of type float16 are not read`},
		{func(m map[string][]byte) { m["data"] = npyOf("<f8", "(3, 1)", []float64{1, 2, 3}) }, `array data: want 3 values`},
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

// TestNPZDamaged flips each byte of an archive: what is accepted all the same
// has the right matrix, since the checksums cover all of it.
func TestNPZDamaged(t *testing.T) {
	whole := npzOf(small())
	want, err := readBytes(whole, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for k := 4; k < len(whole); k++ {
		damaged := bytes.Clone(whole)
		damaged[k] ^= 0x55
		if got, err := readBytes(damaged, Options{}); err == nil && !equalBits(got.Matrix, want.Matrix) {
			t.Errorf("byte %d: another matrix", k)
		}
	}
	// Two arrays of one name: which one is meant cannot be known.
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for range 2 {
		f, err := z.Create("format.npy")
		if err != nil {
			t.Fatal(err)
		}
		f.Write(small()["format"])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := readBytes(b.Bytes(), Options{}); err == nil || err.Error() != "m.npz: two arrays named format in the archive" {
		t.Errorf("two arrays of one name: got error %v", err)
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

// TestNPZRoundTrip writes matrices and reads them back.
func TestNPZRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(0, 7).Draw(t, "rows"), rapid.IntRange(0, 7).Draw(t, "cols")
		kind := rapid.SampledFrom([]string{"pattern", "real", "complex"}).Draw(t, "kind")
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
					tr.Values = append(tr.Values, rapid.Float64().Draw(t, "v"))
				}
				if kind == "complex" {
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
		if f.Field != kind || !equalBits(f.Matrix, m) {
			t.Fatalf("wrote %+v, read %s %+v", m, f.Field, f.Matrix)
		}
	})
}

// TestNPZChunks reads arrays of many chunks, of every type of index.
func TestNPZChunks(t *testing.T) {
	p := matgen.Grid2D(150, 150)
	m := &sparsity.Matrix{Pattern: p, Values: make([]float64, p.NNZ())}
	for k := range m.Values {
		m.Values[k] = float64(k) - 1.5
	}
	var b bytes.Buffer
	if err := WriteNPZ(&b, m); err != nil {
		t.Fatal(err)
	}
	f, err := readBytes(b.Bytes(), Options{})
	if err != nil || !equalBits(f.Matrix, m) {
		t.Errorf("another matrix, error %v", err)
	}
	wide := map[string][]byte{
		"format": npyOf("|S3", "()", []byte("csc")), "shape": npyOf("<i8", "(2,)", []int64{22500, 22500}),
		"indptr":  npyOf("<i8", "(22501,)", p.ColPtr),
		"indices": npyOf("<i8", "("+strconv.Itoa(p.NNZ())+",)", convert[int64](p.RowIdx)),
		"data":    npyOrdered(binary.BigEndian, ">f8", "("+strconv.Itoa(p.NNZ())+",)", m.Values),
	}
	f, err = readBytes(npzOf(wide), Options{})
	if err != nil || !equalBits(f.Matrix, m) {
		t.Errorf("wide indices: another matrix, error %v", err)
	}
	wide["indices"] = npyOf("<i8", "("+strconv.Itoa(p.NNZ())+",)", func() []int64 {
		x := convert[int64](p.RowIdx)
		x[100000] = 22500
		return x
	}())
	if _, err = readBytes(npzOf(wide), Options{}); err == nil ||
		err.Error() != "m.npz: array indices: element 100000: want an index in 0..22499, got 22500" {
		t.Errorf("got error %v", err)
	}
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

// TestNPZMemory checks that a small input costs at most 64 MiB in all, what its
// headers claim notwithstanding.
func TestNPZMemory(t *testing.T) {
	for name, change := range map[string]func(m map[string][]byte){
		"indices": func(m map[string][]byte) { m["indices"] = npyOf("<i4", "(500000000000,)", []int32{0, 2, 2}) },
		"data":    func(m map[string][]byte) { m["data"] = npyOf("<f8", "(500000000000,)", []float64{1, 2, 3}) },
		"rows":    func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{1<<31 - 2, 3}) },
		"columns": func(m map[string][]byte) { m["shape"] = npyOf("<i8", "(2,)", []int64{2, 1<<31 - 2}) },
		"pointers": func(m map[string][]byte) {
			m["shape"] = npyOf("<i8", "(2,)", []int64{1<<31 - 2, 3})
			m["indptr"] = npyOf("<i4", "(2147483647,)", []int32{0, 2, 3})
		},
		"element": func(m map[string][]byte) { m["data"] = npyOf("|V4000000000", "(1,)", []float64{1}) },
		"text":    func(m map[string][]byte) { m["format"] = npyOf("|S4000", "(1000000000,)", []byte("csr")) },
	} {
		m := small()
		change(m)
		archive := npzOf(m)
		if used := allocated(func() {
			if _, err := readBytes(archive, Options{}); err == nil {
				t.Errorf("%s: accepted", name)
			}
		}); used > 64<<20 {
			t.Errorf("%s: %d MiB allocated", name, used>>20)
		}
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
		mustBeValid(t, file)
		var b bytes.Buffer
		if err := WriteNPZ(&b, file.Matrix); err != nil {
			t.Fatal(err)
		}
		again, err := readBytes(b.Bytes(), Options{})
		if err != nil || !equalBits(file.Matrix, again.Matrix) {
			t.Fatalf("another matrix when written and read, error %v", err)
		}
	})
}
