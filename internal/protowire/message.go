package protowire

import (
	"encoding/binary"
	"math"
)

// Wire types.
const (
	varint  = 0
	fixed64 = 1
	length  = 2
)

// A Message is a message, or several nested ones, as it grows.
type Message []byte

// tag appends the key of a field.
func (m Message) tag(field, wire int) Message {
	return binary.AppendUvarint(m, uint64(field)<<3|uint64(wire))
}

// Uint appends an unsigned field. Negative integers go through it as two's
// complement, as int32 and int64 do in protobuf.
func (m Message) Uint(field int, v uint64) Message {
	return binary.AppendUvarint(m.tag(field, varint), v)
}

// Varint appends a value of a packed field, between Open and Close.
func (m Message) Varint(v uint64) Message { return binary.AppendUvarint(m, v) }

// Double appends a field of 8 bytes.
func (m Message) Double(field int, v float64) Message {
	return binary.LittleEndian.AppendUint64(m.tag(field, fixed64), math.Float64bits(v))
}

// Fixed appends a field of 8 bytes.
func (m Message) Fixed(field int, v uint64) Message {
	return binary.LittleEndian.AppendUint64(m.tag(field, fixed64), v)
}

// Text appends a field of text.
func (m Message) Text(field int, s string) Message {
	m = binary.AppendUvarint(m.tag(field, length), uint64(len(s)))
	return append(m, s...)
}

// Open begins a nested message; at is what Close needs.
func (m Message) Open(field int) (_ Message, at int) {
	m = append(m.tag(field, length), 0)
	return m, len(m)
}

// Close ends the nested message that began at at. One byte was kept for its
// length; a longer one moves the content.
func (m Message) Close(at int) Message {
	n := len(m) - at
	if n < 1<<7 {
		m[at-1] = byte(n)
		return m
	}
	var prefix [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(prefix[:], uint64(n))
	m = append(m, prefix[1:k]...)
	copy(m[at-1+k:], m[at:at+n])
	copy(m[at-1:], prefix[:k])
	return m
}
