package xplane

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/nrkit/nrkit/trace"
)

// A message is the bytes of a message, or what is left of them.
type message struct {
	data []byte
	at   int64 // where in the file they are
}

// A field is one field of a message.
type field struct {
	number protowire.Number
	wire   protowire.Type
	n      uint64  // of a varint, or of 4 or 8 bytes
	body   message // of bytes, text or a message
	at     int64
}

// next takes the next field; ok is false at the end. What it does not know,
// such as groups, it skips.
func (m *message) next() (f field, ok bool, err error) {
	for len(m.data) > 0 {
		f.at = m.at
		var k int
		f.number, f.wire, k = protowire.ConsumeTag(m.data)
		if k < 0 {
			return f, false, damaged(m.at, "no key of a field, but % x", m.data[:min(len(m.data), 4)])
		}
		m.skip(k)
		switch f.wire {
		case protowire.VarintType:
			f.n, k = protowire.ConsumeVarint(m.data)
		case protowire.Fixed64Type:
			f.n, k = protowire.ConsumeFixed64(m.data)
		case protowire.Fixed32Type:
			var n uint32
			n, k = protowire.ConsumeFixed32(m.data)
			f.n = uint64(n)
		case protowire.BytesType:
			var body []byte
			body, k = protowire.ConsumeBytes(m.data)
			if k >= 0 {
				f.body = message{body, m.at + int64(k-len(body))}
			}
		default:
			k = protowire.ConsumeFieldValue(f.number, f.wire, m.data)
		}
		if k < 0 {
			return f, false, damaged(f.at, "field %d of wire type %d is not whole, with %d bytes left", f.number, f.wire, len(m.data))
		}
		m.skip(k)
		if f.wire <= protowire.BytesType || f.wire == protowire.Fixed32Type {
			return f, true, nil
		}
	}
	return field{}, false, nil
}

func (m *message) skip(k int) {
	m.data = m.data[k:]
	m.at += int64(k)
}

// want says that a field has another wire type than it should; nil when it has
// that.
func (f *field) want(t protowire.Type, what string) error {
	if f.wire == t {
		return nil
	}
	return damaged(f.at, "%s has wire type %d, want %d", what, f.wire, t)
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
