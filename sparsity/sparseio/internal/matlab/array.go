package matlab

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/bindata"
	"github.com/nrkit/nrkit/sparsity"
)

// Classes of arrays.
const (
	mxCell   = 1
	mxStruct = 2
	mxSparse = 5
	mxOpaque = 17
)

// classNames has the names of classes for messages.
var classNames = map[uint32]string{mxCell: "a cell array", mxStruct: "a structure", 3: "an object", 4: "text", mxSparse: "sparse",
	6: "a full array of double", 7: "a full array of single", 16: "a function", mxOpaque: "an object"}

// className returns what an array of that class is.
func className(class uint32) string {
	if name := classNames[class]; name != "" {
		return name
	}
	return fmt.Sprintf("a full array of class %d", class)
}

const (
	maxDepth = 16   // structures within each other
	maxName  = 4096 // bytes of a name; MATLAB's have at most 63
	maxField = 4096 // fields of a structure
)

// A header is what stands before the data of an array.
type header struct {
	class            uint32
	complex, logical bool
	dims             []int64
	name             string
}

// array reads the array in g, a field of the structure with the path in front of
// it, up to the end of g or less.
func (s *search) array(g *region, path string, depth int) error {
	if g.rd.Offset() == g.end {
		return nil // an empty array without anything
	}
	h, err := g.header()
	if err != nil || h.class == mxOpaque {
		return err
	}
	if path == "" {
		path = h.name
	}
	if path == s.opt.Variable && path != "" && h.class != mxSparse {
		s.other = className(h.class)
	}
	if h.class != mxSparse && depth == 0 && path != "" && len(s.full) < maxNamed {
		s.full = append(s.full, fmt.Sprintf("%s (%s)", printable(path), className(h.class)))
	}
	switch {
	case h.class == mxSparse && s.wants(path):
		s.found, err = g.sparse(h, path, &s.opt)
		return err
	case h.class == mxStruct && h.elements() == 1 && depth < maxDepth:
		return s.fields(g, path, depth)
	}
	return nil
}

// elements returns the product of the dimensions, at most 2.
func (h *header) elements() int {
	n := 1
	for _, d := range h.dims {
		n = min(2, n*int(min(d, 2)))
	}
	return n
}

// header reads the header of an array; of an opaque object the flags alone.
func (g *region) header() (*header, error) {
	h := &header{}
	flags, err := g.next("array flags")
	if err != nil {
		return nil, err
	}
	at := flags.rd.Offset()
	if flags.typ != miUint32 || flags.size != 8 {
		return nil, flags.rd.Fault(at, "want 8 bytes of array flags, got %d of type %d", flags.size, flags.typ)
	}
	err = flags.integers("array flags", func(v, k int64) error {
		if k == 0 {
			h.class, h.complex, h.logical = uint32(v&0xff), v&0x800 != 0, v&0x200 != 0
		}
		return nil
	})
	if err != nil || h.class == mxOpaque {
		return h, err
	}
	dims, err := g.next("dimensions")
	if err != nil {
		return nil, err
	}
	at = dims.rd.Offset()
	if dims.typ != miInt32 && dims.typ != miUint32 || dims.size < 8 || dims.size > 4*64 {
		return nil, dims.rd.Fault(at, "want two dimensions or more, up to 64, got %d bytes of type %d", dims.size, dims.typ)
	}
	err = dims.integers("dimensions", func(v, k int64) error {
		if v < 0 {
			return dims.rd.Fault(at+4*k, "want dimensions of 0 or more, got %d", v)
		}
		h.dims = append(h.dims, v)
		return nil
	})
	if err != nil {
		return nil, err
	}
	name, err := g.text("the name")
	h.name = string(name)
	return h, err
}

// text reads an element of bytes, a name or several.
func (g *region) text(what string) ([]byte, error) {
	e, err := g.next(what)
	if err != nil {
		return nil, err
	}
	if e.typ != miInt8 && e.typ != miUint8 && e.typ != miUTF8 || e.size > maxName*maxField {
		return nil, e.rd.Fault(e.rd.Offset(), "want %s, got %d bytes of type %d", what, e.size, e.typ)
	}
	var b []byte
	err = e.each(what, 1, func(piece []byte, _ int64) error {
		b = append(b, piece...)
		return nil
	})
	return b, err
}

// fields looks into the fields of the structure in g.
func (s *search) fields(g *region, path string, depth int) error {
	e, err := g.next("the length of names of fields")
	if err != nil {
		return err
	}
	at, length := e.rd.Offset(), int64(0)
	if err := e.integers("the length of names of fields", func(v, _ int64) error { length = v; return nil }); err != nil {
		return err
	}
	if length < 1 || length > maxName {
		return g.rd.Fault(at, "want names of fields of 1 to %d bytes, got %d", maxName, length)
	}
	at = g.rd.Offset()
	names, err := g.text("names of fields")
	if err != nil {
		return err
	}
	if int64(len(names))%length != 0 || int64(len(names))/length > maxField {
		return g.rd.Fault(at, "want up to %d names of fields of %d bytes, got %d bytes", maxField, length, len(names))
	}
	for piece := range slices.Chunk(names, int(length)) {
		name, _, _ := bytes.Cut(piece, []byte{0})
		if err := s.field(g, path+"."+string(name), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// field reads the next field of a structure in g.
func (s *search) field(g *region, path string, depth int) error {
	at := g.rd.Offset()
	e, err := g.next("a field")
	if err != nil {
		return err
	}
	if e.typ != miMatrix || e.rd != g.rd {
		return g.rd.Fault(at, "want an array in field %s, got type %d", printable(path), e.typ)
	}
	if err := s.array(&e.region, path, depth); err != nil {
		return err
	}
	return e.close("a field")
}

// sparse reads the data of a sparse array.
func (g *region) sparse(h *header, name string, opt *Options) (*Matrix, error) {
	at := g.rd.Offset()
	if len(h.dims) != 2 {
		return nil, g.rd.Fault(at, "want two dimensions of sparse variable %s, got %d", printable(name), len(h.dims))
	}
	for _, d := range h.dims {
		if d > sparsity.MaxDim {
			return nil, g.rd.Fault(at, "want dimensions in 0..%d, got %d×%d", sparsity.MaxDim, h.dims[0], h.dims[1])
		}
	}
	m := &Matrix{Name: name, Rows: int(h.dims[0]), Cols: int(h.dims[1]), Complex: h.complex, Logical: h.logical}
	rowsAt, size, err := g.rows(m, opt)
	if err != nil {
		return nil, err
	}
	stored := int64(len(m.RowIdx))
	if err := g.pointers(m, opt); err != nil {
		return nil, err
	}
	for k, i := range m.RowIdx {
		if i < 0 || int(i) >= m.Rows {
			return nil, g.rd.Fault(rowsAt+int64(k)*size, "want a row in 0..%d, got %d", m.Rows-1, i)
		}
	}
	if opt.PatternOnly {
		return m, nil
	}
	if m.Values, err = g.values(m, "the values", stored); err == nil && h.complex {
		m.Imag, err = g.values(m, "the imaginary parts", stored)
	}
	return m, err
}

// rows reads the rows, of which there may be more than the matrix has entries. It
// returns where they begin and how many bytes each has.
func (g *region) rows(m *Matrix, opt *Options) (at, size int64, err error) {
	e, err := g.next("rows")
	if err != nil {
		return 0, 0, err
	}
	at = e.rd.Offset()
	err = e.integers("rows", func(v, k int64) error {
		if v != int64(int32(v)) {
			v = -1 // is refused if it is an entry
		}
		m.RowIdx = append(m.RowIdx, int32(v))
		return g.checkDense(k, opt)
	})
	if n := int64(len(m.RowIdx)); n > 0 {
		size = e.size / n
	}
	return at, size, err
}

// checkDense refuses number k of the entries if data of this size cannot have so
// many.
func (g *region) checkDense(k int64, opt *Options) error {
	if opt.Most == nil || k%4096 != 0 {
		return nil
	}
	packed := int64(-1)
	if g.packed != nil {
		packed = g.packed()
	}
	if most := opt.Most(packed); k > int64(most) {
		return g.rd.Fault(g.rd.Offset(), "want at most %d entries in compressed data of this size, got more: if the number is right, use save -v6 FILE", most)
	}
	return nil
}

// pointers reads the pointers of the columns.
func (g *region) pointers(m *Matrix, opt *Options) error {
	if opt.Shape != nil {
		if err := opt.Shape(int64(m.Rows), int64(m.Cols), int64(len(m.RowIdx))); err != nil {
			return err
		}
	}
	e, err := g.next("pointers of columns")
	if err != nil {
		return err
	}
	at, last := e.rd.Offset(), int64(0)
	err = e.integers("pointers of columns", func(v, k int64) error {
		switch {
		case k == 0 && v != 0:
			return e.rd.Fault(at, "want 0 as the first pointer, got %d", v)
		case v < last || v > int64(len(m.RowIdx)):
			return e.rd.Fault(at, "want pointer %d in %d..%d, got %d", k, last, len(m.RowIdx), v)
		case k > int64(m.Cols):
			return e.rd.Fault(at, "want %d pointers, one more than the columns, got more", m.Cols+1)
		}
		last = v
		m.ColPtr = append(m.ColPtr, v)
		return g.checkDense(k, opt)
	})
	if err == nil && len(m.ColPtr) != m.Cols+1 {
		err = e.rd.Fault(at, "want %d pointers, one more than the columns, got %d", m.Cols+1, len(m.ColPtr))
	}
	m.RowIdx = m.RowIdx[:last]
	return err
}

// values reads a number for each entry. More may follow, as for rows, of which
// so many are stored.
//
// MATLAB writes logical values as bytes, and their type as double all the same.
func (g *region) values(m *Matrix, what string, stored int64) ([]float64, error) {
	e, err := g.next(what)
	if err != nil {
		return nil, err
	}
	if m.Logical && e.typ == miDouble && e.size == stored {
		e.typ = miUint8
	}
	at, n := e.rd.Offset(), len(m.RowIdx)
	x := make([]float64, 0, n)
	take := func(v float64) {
		if len(x) < n {
			x = append(x, v)
		}
	}
	if e.typ == miSingle || e.typ == miDouble {
		size := int(e.typ-miSingle)*2 + 4
		convert := bindata.Float(e.rd.Order, size)
		err = e.each(what, size, func(b []byte, _ int64) error {
			for ; len(b) > 0; b = b[size:] {
				take(convert(b))
			}
			return nil
		})
	} else {
		err = e.integers(what, func(v, _ int64) error {
			if e.typ == miUint64 {
				take(float64(uint64(v)))
			} else {
				take(float64(v))
			}
			return nil
		})
	}
	if err == nil && len(x) < n {
		err = e.rd.Fault(at, "want %d numbers of %s, one for each entry, got %d", n, what, len(x))
	}
	return x, err
}
