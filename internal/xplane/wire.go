package xplane

import (
	"encoding/binary"
	"fmt"

	"github.com/nrkit/nrkit/trace"
)

// A message is the bytes of a message, or what is left of them.
type message struct {
	data []byte
	at   int64 // where in the file they are
}

// Wire types. Groups, which no profile has, are not read.
const (
	varint  = 0
	fixed64 = 1
	lengthy = 2 // bytes, text, a message
	fixed32 = 5
)

// A field is one field of a message.
type field struct {
	number uint64
	wire   int
	n      uint64  // of a varint, or of 4 or 8 bytes
	body   message // of what is lengthy
	at     int64
}

// next takes the next field; ok is false at the end.
func (m *message) next() (f field, ok bool, err error) {
	if len(m.data) == 0 {
		return field{}, false, nil
	}
	f.at = m.at
	tag, k := binary.Uvarint(m.data)
	if k <= 0 || tag>>3 == 0 || tag>>3 >= 1<<29 {
		return f, false, damaged(f.at, "no key of a field, but % x", m.data[:min(len(m.data), 4)])
	}
	m.skip(k)
	f.number, f.wire = tag>>3, int(tag&7)
	switch f.wire {
	case varint:
		f.n, k = binary.Uvarint(m.data)
	case fixed64:
		if k = -1; len(m.data) >= 8 {
			f.n, k = binary.LittleEndian.Uint64(m.data), 8
		}
	case fixed32:
		if k = -1; len(m.data) >= 4 {
			f.n, k = uint64(binary.LittleEndian.Uint32(m.data)), 4
		}
	case lengthy:
		size, n := binary.Uvarint(m.data)
		if k = -1; n > 0 && size <= uint64(len(m.data)-n) {
			k = n + int(size)
			f.body = message{m.data[n:k], m.at + int64(n)}
		}
	default:
		return f, false, damaged(f.at, "field %d has wire type %d, want 0, 1, 2 or 5", f.number, f.wire)
	}
	if k <= 0 {
		return f, false, damaged(f.at, "field %d of wire type %d is not whole, with %d bytes left", f.number, f.wire, len(m.data))
	}
	m.skip(k)
	return f, true, nil
}

func (m *message) skip(k int) {
	m.data = m.data[k:]
	m.at += int64(k)
}

// want says that a field has another wire type than it should; nil when it has
// that.
func (f *field) want(wire int, what string) error {
	if f.wire == wire {
		return nil
	}
	return damaged(f.at, "%s has wire type %d, want %d", what, f.wire, wire)
}

// damaged is an error at an offset of the file, after decompression.
func damaged(at int64, format string, args ...any) error {
	return &trace.SyntaxError{Offset: at, Msg: fmt.Sprintf(format, args...)}
}

// each calls f for the fields of a message.
func (m message) each(f func(field) error) error {
	for {
		x, ok, err := m.next()
		if err != nil || !ok {
			return err
		}
		if err := f(x); err != nil {
			return err
		}
	}
}
