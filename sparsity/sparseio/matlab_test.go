package sparseio

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// A matFile writes MAT-files of level 5 in the ways that the format allows. It is
// written down from the description of the format, and shares nothing with the
// reader.
type matFile struct {
	order   binary.AppendByteOrder
	packed  bool // variables are compressed
	slack   int  // entries that are allocated beyond those of a sparse array
	integer bool // values are stored as bytes where they fit
	wrong   bool // these have the type double all the same, as MATLAB does with logical ones
}

// header returns the header of a file.
func (f *matFile) header() []byte {
	b := []byte(fmt.Sprintf("%-116s%8s", "MATLAB 5.0 MAT-file, written by a test", ""))
	b = f.order.AppendUint16(b, 0x0100)
	return f.order.AppendUint16(b, 'M'<<8|'I')
}

// element returns an element, small where that is possible.
func (f *matFile) element(typ int, data []byte) []byte {
	if n := len(data); n > 0 && n <= 4 {
		b := f.order.AppendUint32(nil, uint32(n<<16|typ))
		return append(append(b, data...), make([]byte, 4-n)...)
	}
	b := f.order.AppendUint32(nil, uint32(typ))
	b = append(f.order.AppendUint32(b, uint32(len(data))), data...)
	return append(b, make([]byte, (8-len(data)%8)%8)...)
}

// int32s returns an element of integers.
func (f *matFile) int32s(x ...int) []byte {
	var b []byte
	for _, v := range x {
		b = f.order.AppendUint32(b, uint32(v))
	}
	return f.element(5, b)
}

// floats returns an element of numbers.
func (f *matFile) floats(x []float64) []byte {
	small := f.integer
	for _, v := range x {
		small = small && v == float64(uint8(v)) && !math.Signbit(v)
	}
	var b []byte
	for _, v := range x {
		if small {
			b = append(b, uint8(v))
		} else {
			b = f.order.AppendUint64(b, math.Float64bits(v))
		}
	}
	if small && !f.wrong {
		return f.element(2, b)
	}
	return f.element(9, b)
}

// array returns an array; flags are 8 complex, 2 logical.
func (f *matFile) array(class, flags int, name string, dims []int, data ...[]byte) []byte {
	var w []byte
	for _, v := range []int{flags<<8 | class, 0} {
		w = f.order.AppendUint32(w, uint32(v))
	}
	b := append(f.element(6, w), f.int32s(dims...)...)
	b = append(b, f.element(1, []byte(name))...)
	for _, d := range data {
		b = append(b, d...)
	}
	return f.element(14, b)
}

// sparse returns m as a variable.
func (f *matFile) sparse(name string, m *sparsity.Matrix) []byte {
	a, flags := m.Pattern, 0
	var rows, ptr []int
	for _, i := range a.RowIdx {
		rows = append(rows, int(i))
	}
	for _, p := range a.ColPtr {
		ptr = append(ptr, int(p))
	}
	re := m.Values
	if re == nil {
		f = &matFile{order: f.order, integer: f.integer, wrong: f.integer, slack: f.slack}
		flags = 2
		for range rows {
			re = append(re, 1)
		}
	}
	extra := make([]float64, f.slack)
	for range extra {
		rows = append(rows, -77)
	}
	data := [][]byte{f.int32s(rows...), f.int32s(ptr...), f.floats(append(append([]float64{}, re...), extra...))}
	if m.Imag != nil {
		flags = 8
		data = append(data, f.floats(append(append([]float64{}, m.Imag...), extra...)))
	}
	return f.array(5, flags, name, []int{a.Rows, a.Cols}, data...)
}

// structure returns a variable of one element with these fields, of names of up to
// seven bytes.
func (f *matFile) structure(name string, names []string, fields ...[]byte) []byte {
	var b []byte
	for _, n := range names {
		b = append(append(b, n...), make([]byte, 8-len(n))...)
	}
	return f.array(2, 0, name, []int{1, 1}, append([][]byte{f.int32s(8), f.element(1, b)}, fields...)...)
}

// file returns a file of these variables.
func (f *matFile) file(variables ...[]byte) []byte {
	b := f.header()
	for _, v := range variables {
		if f.packed {
			var z bytes.Buffer
			w := zlib.NewWriter(&z)
			w.Write(v)
			w.Close()
			v = append(f.order.AppendUint32(f.order.AppendUint32(nil, 15), uint32(z.Len())), z.Bytes()...)
		}
		b = append(b, v...)
	}
	return b
}

// full returns a full variable.
func (f *matFile) full(name string) []byte {
	return f.array(6, 0, name, []int{2, 2}, f.floats([]float64{1, 2, 3, 4.5}))
}

// matFiles are the ways to write.
var matFiles = []matFile{
	{order: binary.LittleEndian}, {order: binary.BigEndian, slack: 3},
	{order: binary.LittleEndian, packed: true, integer: true}, {order: binary.BigEndian, packed: true, slack: 1, integer: true},
}

// TestMATLABRoundTrip reads matrices of all kinds, in front of other variables and
// behind them, and in structures. No beginning of a file gives another matrix.
func TestMATLABRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, kind := drawMatrix(t)
		w := rapid.SampledFrom(matFiles).Draw(t, "writer")
		nested := w.structure("S", []string{"name", "Zeros", "A"}, w.array(4, 0, "", []int{1, 1}, w.element(4, []byte{65, 0})), w.full(""), w.sparse("", m))
		for want, data := range map[string][]byte{
			"A": w.file(w.sparse("A", m)), "matrix_17": w.file(w.full("D"), w.sparse("matrix_17", m), w.full("E")),
			"S.A": w.file(w.full("x"), nested), "T.S.A": w.file(w.structure("T", []string{"S"}, nested)),
		} {
			for _, variable := range []string{"", want} {
				f, err := Read("a.mat", bytes.NewReader(data), Options{Variable: variable})
				if err != nil {
					t.Fatalf("%s: %v", want, err)
				}
				if f.Member != want || f.Format != FormatMATLAB || f.Field != kind || !equalBits(f.Matrix, m) {
					t.Fatalf("wrote %s %+v, read %s %s %+v", want, m, f.Member, f.Field, f.Matrix)
				}
			}
			f, err := Read("a.mat", bytes.NewReader(data), Options{PatternOnly: true})
			if err != nil || !f.Matrix.Pattern.Equal(m.Pattern) || f.Matrix.HasValues() {
				t.Fatalf("structure of %s: %v", want, err)
			}
		}
		data := w.file(w.sparse("A", m))
		k := rapid.IntRange(1, len(data)-1).Draw(t, "k")
		_, err := Read("a.mat", bytes.NewReader(data[:k]), Options{})
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || k > 128 && !strings.Contains(err.Error(), ": byte ") {
			t.Fatalf("%d bytes of %d: got error %v", k, len(data), err)
		}
	})
}

// TestMATLABChoice asks for variables that are there, and for others.
func TestMATLABChoice(t *testing.T) {
	m, _ := (&sparsity.Triplets{Rows: 2, Cols: 2, Row: []int32{0, 1}, Col: []int32{0, 1}, Values: []float64{1, 2}}).Compress()
	w := matFiles[0]
	two := w.file(w.sparse("A", m), w.full("D"), w.sparse("B", &sparsity.Matrix{Pattern: m.Pattern}))
	for _, c := range []struct {
		variable, want string
		data           []byte
		choices        int
	}{
		{"", "a.mat: want one sparse variable, got several: A, B", two, 2},
		{"C", "a.mat: no variable C; the sparse variables are A, B", two, 2},
		{"D", "a.mat: want a sparse variable, got D, which is a full array of double", two, 2},
		{"", "a.mat: want a sparse variable, got D (a full array of double)", w.file(w.full("D")), 0},
		{"", "a.mat: want a sparse variable, got none", w.file(), 0},
		{"A", "a.mat: want a MAT-file with a variable A, got another format", []byte(mmSeeds[0]), 0},
	} {
		_, err := Read("a.mat", bytes.NewReader(c.data), Options{Variable: c.variable})
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != c.want || len(syntax.Variables) != c.choices {
			t.Errorf("want error %s with %d names, got %v", c.want, c.choices, err)
		}
	}
	f, err := Read("a.mat", bytes.NewReader(two), Options{Variable: "B"})
	if err != nil || f.Field != "pattern" || f.Member != "B" {
		t.Errorf("B: %v", err)
	}
	many := w.header()
	for k := range 20 {
		many = append(many, w.sparse(fmt.Sprint("A", k), m)...)
	}
	if _, err := Read("a.mat", bytes.NewReader(many), Options{}); err == nil || !strings.HasSuffix(err.Error(), "A6, A7 and 12 more") {
		t.Errorf("20 variables: got error %v", err)
	}
	if f, err := Read("a.mat", bytes.NewReader(many), Options{Variable: "A19"}); err != nil || f.Member != "A19" {
		t.Errorf("A19: %v", err)
	}
}

// TestMATLABRefused reads files of other versions, and files that are wrong in one
// place.
func TestMATLABRefused(t *testing.T) {
	w := matFiles[0]
	sparse := func(dims []int, data ...[]byte) []byte { return w.file(w.array(5, 0, "A", dims, data...)) }
	rows, ptr, values := w.int32s(0, 1, 1), w.int32s(0, 1, 3), w.floats([]float64{1.5, 2, 3})
	if _, err := Read("a.mat", bytes.NewReader(sparse([]int{2, 2}, rows, ptr, values)), Options{}); err != nil {
		t.Fatal(err)
	}
	versioned := func(version uint16) []byte {
		b := w.file(w.full("D"))
		binary.LittleEndian.PutUint16(b[124:], version)
		return b
	}
	level4 := make([]byte, 40)
	for k, v := range []uint32{0, 2, 2, 0, 2} {
		binary.LittleEndian.PutUint32(level4[4*k:], v)
	}
	packed := matFiles[2]
	damaged := packed.file(packed.array(5, 0, "A", []int{2, 2}, rows, ptr, values))
	damaged[len(damaged)-1] ^= 1 // in the checksum
	for want, data := range map[string][]byte{
		"a.mat: a MAT-file of version 7.3, which is HDF5: save it with save -v7 FILE":         versioned(0x200),
		"a.mat: a MAT-file of version 0x300, want 0x100: save it with save -v7 FILE":          versioned(0x300),
		"a.mat: a MAT-file of version 7.3, which is HDF5: save it with save -v7 FILE ":        []byte("\x89HDF\r\n\x1a\n and so on"),
		"a.mat: a MAT-file of level 4: save it with save -v7 FILE":                            level4,
		"a.mat: byte 128: want a variable, of type 14 or 15, got type 9":                      append(w.header(), w.floats([]float64{1})...),
		"a.mat: byte 188: want a row in 0..1, got 2":                                          sparse([]int{2, 2}, w.int32s(0, 2, 1), ptr, values),
		"a.mat: byte 184: want a row in 0..1, got -5":                                         sparse([]int{2, 2}, w.int32s(-5, 0, 1), ptr, values),
		"a.mat: byte 208: want pointer 1 in 0..3, got 4":                                      sparse([]int{2, 2}, rows, w.int32s(0, 4, 3), values),
		"a.mat: byte 208: want 0 as the first pointer, got 1":                                 sparse([]int{2, 2}, rows, w.int32s(1, 1, 3), values),
		"a.mat: byte 208: want 3 pointers, one more than the columns, got 2":                  sparse([]int{2, 2}, rows, w.int32s(0, 3), values),
		"a.mat: byte 208: want 3 pointers, one more than the columns, got more":               sparse([]int{2, 2}, rows, w.int32s(0, 1, 2, 3), values),
		"a.mat: byte 232: want 3 numbers of the values, one for each entry, got 2":            sparse([]int{2, 2}, rows, ptr, w.floats([]float64{1.5, 2})),
		"a.mat: byte 224: want the values, got the end of the element":                        sparse([]int{2, 2}, rows, ptr),
		"a.mat: byte 184: want integers for rows, got type 9":                                 sparse([]int{2, 2}, values, ptr, values),
		"a.mat: byte 184: want two dimensions of sparse variable A, got 3":                    sparse([]int{2, 2, 1}, rows, ptr, values),
		"a.mat: byte 128: damaged data of the compressed variable: invalid checksum":          damaged,
		"a.mat: byte 128: truncated: the data of the compressed variable ends after 40 bytes": damaged[:168],
	} {
		_, err := Read("a.mat", bytes.NewReader(data), Options{})
		if want = strings.TrimSuffix(want, " "); err == nil || err.Error() != want {
			t.Errorf("want error %s, got %v", want, err)
		}
	}
}

// TestMATLABMemory checks that a small file costs little, whatever it claims, and
// that compressed zeros do not grow without limit.
func TestMATLABMemory(t *testing.T) {
	w := matFiles[0]
	claim := func(dims []int, rows, ptr []byte) []byte { return w.file(w.array(5, 0, "A", dims, rows, ptr)) }
	long := func(typ, size uint32) []byte {
		return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, typ), size)
	}
	whole := func(b []byte) []byte { // the variable goes on
		binary.LittleEndian.PutUint32(b[132:], 1<<31)
		return b
	}
	zeros := append(w.header(), matZeros()...)
	for name, data := range map[string][]byte{
		"rows":     whole(claim([]int{2, 2}, long(5, 1<<30), nil)),
		"pointers": whole(claim([]int{2, 1 << 30}, w.int32s(0, 1, 1), long(5, 1<<30))),
		"columns":  claim([]int{2, 1 << 30}, w.int32s(0, 1, 1), w.int32s(0, 1, 3)),
		"height":   claim([]int{1 << 30, 2}, w.int32s(0, 1, 1), w.int32s(0, 1, 3)),
		"variable": append(w.header(), long(14, 1<<32-1)...),
		"packed":   append(w.header(), long(15, 1<<32-1)...),
	} {
		if used := allocated(func() {
			if _, err := Read("a.mat", bytes.NewReader(data), Options{}); err == nil {
				t.Errorf("%s: accepted", name)
			}
		}); used > 4<<20 {
			t.Errorf("%s: %d MiB allocated", name, used>>20)
		}
	}
	_, err := Read("a.mat", bytes.NewReader(zeros), Options{})
	if err == nil || !strings.Contains(err.Error(), "entries in compressed data of this size, got more: if the number is right, use save -v6 FILE") {
		t.Errorf("%d bytes of compressed zeros: got error %v", len(zeros), err)
	}
	if _, err := Read("a.mat", bytes.NewReader(claim([]int{1 << 30, 2}, w.int32s(0, 1, 1), nil)), Options{}); err == nil ||
		err.Error() != "a.mat: 1073741824×2 is too large for 3 entries: want at most 4194304 rows and columns" {
		t.Errorf("got error %v", err)
	}
}

// matZeros is a compressed variable with a billion rows, all of them zero, of which
// the data has six million.
func matZeros() []byte {
	var z bytes.Buffer
	c := zlib.NewWriter(&z)
	begin := matFiles[0].array(5, 0, "A", []int{1, 1})
	binary.LittleEndian.PutUint32(begin[4:], 1<<32-1)
	c.Write(begin)
	c.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 5), 1<<32-8000))
	var at [2]int // blocks that follow each other are equal
	for k := range at {
		c.Write(make([]byte, 1<<16))
		c.Flush()
		at[k] = z.Len()
	}
	b := append(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 15), 1<<20), z.Bytes()...)
	return append(b, bytes.Repeat(z.Bytes()[at[0]:at[1]], 6<<22>>16)...)
}

// FuzzMATLAB checks that whatever is read is a valid matrix, that the values do
// not change the structure, and that refusals are errors of syntax. It does not
// check that the matrix is the right one.
func FuzzMATLAB(f *testing.F) {
	m, _ := (&sparsity.Triplets{Rows: 2, Cols: 3, Row: []int32{0, 1, 1}, Col: []int32{0, 0, 2}, Values: []float64{1, 2, 3}, Imag: []float64{4, 5, 6}}).Compress()
	for _, w := range matFiles {
		real := w.sparse("A", &sparsity.Matrix{Pattern: m.Pattern, Values: m.Values})
		f.Add(w.file(w.full("D"), w.sparse("A", m)), "")
		f.Add(w.file(real, w.sparse("B", &sparsity.Matrix{Pattern: m.Pattern})), "B")
		f.Add(w.file(w.structure("S", []string{"A"}, real)), "S.A")
	}
	f.Fuzz(func(t *testing.T, data []byte, variable string) {
		read := func(opt Options) (*File, error) {
			opt.Variable = variable
			return readMATLAB(newInput("a.mat", bytes.NewReader(data), -1), opt)
		}
		got, err := read(Options{})
		bare, errBare := read(Options{PatternOnly: true})
		var syntax *SyntaxError
		switch {
		case err == nil && errBare != nil:
			t.Fatalf("without values %v", errBare)
		case err == nil:
			mustBeValid(t, got)
			if !bare.Matrix.Pattern.Equal(got.Matrix.Pattern) {
				t.Fatal("another structure without values")
			}
		case !errors.As(err, &syntax):
			t.Fatalf("not an error of syntax: %v", err)
		}
	})
}
