package matlab

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/zlib"

	"github.com/nrkit/nrkit/internal/bindata"
)

// Types of elements.
const (
	miInt8       = 1
	miUint8      = 2
	miInt16      = 3
	miUint16     = 4
	miInt32      = 5
	miUint32     = 6
	miSingle     = 7
	miDouble     = 9
	miInt64      = 12
	miUint64     = 13
	miMatrix     = 14
	miCompressed = 15
	miUTF8       = 16
)

// integerSizes has the sizes of the types of integers, negative for signed ones.
var integerSizes = map[uint32]int{miInt8: -1, miUint8: 1, miInt16: -2, miUint16: 2, miInt32: -4, miUint32: 4, miInt64: -8, miUint64: 8}

// A region is a part of the file, or of a compressed variable, up to the offset end.
type region struct {
	rd  *bindata.Reader
	end int64

	// packed returns how many bytes of compressed data gave what was read; nil
	// when nothing is compressed.
	packed func() int64
}

// An element is a tag with the data behind it.
type element struct {
	region // ends where the data ends
	typ    uint32
	size   int64 // bytes of data
	pad    int64 // bytes behind the data
}

// next reads the tag of the next element of g, which must fit into g.
func (g *region) next(what string) (*element, error) {
	at := g.rd.Offset()
	if g.end-at < 8 {
		return nil, g.rd.Fault(at, "want %s, got the end of the element", what)
	}
	var b [8]byte
	if err := g.rd.Full(b[:], what); err != nil {
		return nil, err
	}
	word := g.rd.Order.Uint32(b[:])
	e := &element{region: *g, typ: word & 0xffff, size: int64(word >> 16)}
	if e.size > 0 { // a small element: the data is in the tag
		if e.size > 4 {
			return nil, g.rd.Fault(at, "want at most 4 bytes of %s in a small element, got %d", what, e.size)
		}
		e.rd = bindata.NewReader(bytes.NewReader(b[4:4+e.size]), g.rd.Order, at+4)
		e.end = at + 4 + e.size
		return e, nil
	}
	e.size = int64(g.rd.Order.Uint32(b[4:]))
	e.end = at + 8 + e.size
	if e.end > g.end {
		return nil, g.rd.Fault(at, "want at most the remaining %d bytes of the element for %s, got %d", g.end-at-8, what, e.size)
	}
	e.pad = min((8-e.size%8)%8, g.end-e.end)
	return e, nil
}

// close skips what is left of e.
func (e *element) close(what string) error {
	return e.rd.Skip(e.end+e.pad-e.rd.Offset(), what)
}

// integers calls take with each integer of e and its number, the first of which is 0.
func (e *element) integers(what string, take func(v, k int64) error) error {
	size, ok := integerSizes[e.typ]
	if !ok {
		return e.rd.Fault(e.rd.Offset(), "want integers for %s, got type %d", what, e.typ)
	}
	convert := bindata.Integer(e.rd.Order, max(size, -size), size < 0)
	size = max(size, -size)
	return e.each(what, size, func(b []byte, k int64) error {
		for ; len(b) > 0; b, k = b[size:], k+1 {
			if err := take(convert(b), k); err != nil {
				return err
			}
		}
		return nil
	})
}

// each calls take with numbers of so many bytes, and closes e.
func (e *element) each(what string, size int, take func(b []byte, k int64) error) error {
	if e.size%int64(size) != 0 {
		return e.rd.Fault(e.rd.Offset(), "want a multiple of %d bytes for %s, got %d", size, what, e.size)
	}
	if err := e.rd.Each(e.size/int64(size), size, what, take); err != nil {
		return err
	}
	return e.close(what)
}

// variable reads the next variable of the file.
func (s *search) variable(rd *bindata.Reader) error {
	at := rd.Offset()
	var b [8]byte
	if err := rd.Full(b[:], "a variable"); err != nil {
		return err
	}
	typ, size := rd.Order.Uint32(b[:]), int64(rd.Order.Uint32(b[4:]))
	g := region{rd: rd, end: at + 8 + size}
	var err error
	switch typ {
	case miMatrix:
		err = s.array(&g, "", 0)
	case miCompressed:
		err = s.compressed(&g, at)
	default:
		return rd.Fault(at, "want a variable, of type %d or %d, got type %d", miMatrix, miCompressed, typ)
	}
	if err != nil {
		return err
	}
	return rd.Skip(g.end-rd.Offset(), "a variable")
}

// compressed reads the compressed variable in g, which begins at the offset at.
// Offsets within its data count from 0 again, and errors have both.
func (s *search) compressed(g *region, at int64) error {
	begin := g.rd.Offset()
	z, err := zlib.NewReader(&io.LimitedReader{R: g.rd, N: g.end - begin})
	if err != nil {
		return g.damaged(at, err)
	}
	inner := &region{rd: bindata.NewReader(z, g.rd.Order, 0), packed: func() int64 { return g.rd.Offset() - begin }}
	err = s.inflated(inner)
	if failure := inner.rd.Failure(); failure != nil {
		return g.damaged(at, failure)
	}
	var e *bindata.Error
	if errors.As(err, &e) {
		return g.rd.Fault(at, "in the compressed variable, byte %d: %s", e.Offset, e.Msg)
	}
	return err
}

// inflated reads the variable that is all of g, whose end is not known yet.
func (s *search) inflated(g *region) error {
	var b [8]byte
	if err := g.rd.Full(b[:], "a variable"); err != nil {
		return err
	}
	if typ := g.rd.Order.Uint32(b[:]); typ != miMatrix {
		return g.rd.Fault(0, "want a variable, of type %d, got type %d", miMatrix, typ)
	}
	g.end = 8 + int64(g.rd.Order.Uint32(b[4:]))
	before := s.found
	if err := s.array(g, "", 0); err != nil || s.found == before {
		return err
	}
	// The checksum is compared at the end.
	if err := g.rd.Skip(g.end-g.rd.Offset(), "a variable"); err != nil {
		return err
	}
	if n, _ := g.rd.Read(b[:1]); n > 0 {
		return g.rd.Fault(g.end, "want the end of the variable, got more")
	}
	return nil
}

// damaged returns the error for the compressed variable at the offset at, which
// cannot be decompressed.
func (g *region) damaged(at int64, err error) error {
	switch {
	case g.rd.Failure() != nil:
		return g.rd.Failure()
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return g.rd.Fault(at, "truncated: the data of the compressed variable ends after %d bytes", g.rd.Offset()-at)
	}
	cause := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "zlib: "), "flate: ")
	return g.rd.Fault(at, "damaged data of the compressed variable: %s", cause)
}
