package perfetto

import (
	"encoding/binary"
	"math"
)

// Wire types of protobuf.
const (
	varint  = 0
	fixed64 = 1
	bytes   = 2
)

// A message is a protobuf message, or several nested ones, as it grows.
type message []byte

// tag appends the key of a field.
func (m message) tag(field, wire int) message {
	return binary.AppendUvarint(m, uint64(field)<<3|uint64(wire))
}

// uint appends an unsigned field. Negative integers go through it as two's
// complement, as int32 and int64 do in protobuf.
func (m message) uint(field int, v uint64) message {
	return binary.AppendUvarint(m.tag(field, varint), v)
}

// double appends a field of 8 bytes.
func (m message) double(field int, v float64) message {
	return binary.LittleEndian.AppendUint64(m.tag(field, fixed64), math.Float64bits(v))
}

// fixed appends a field of 8 bytes.
func (m message) fixed(field int, v uint64) message {
	return binary.LittleEndian.AppendUint64(m.tag(field, fixed64), v)
}

// string appends a field of text.
func (m message) string(field int, s string) message {
	m = binary.AppendUvarint(m.tag(field, bytes), uint64(len(s)))
	return append(m, s...)
}

// open begins a nested message; at is what close needs.
func (m message) open(field int) (_ message, at int) {
	m = append(m.tag(field, bytes), 0)
	return m, len(m)
}

// close ends the nested message that began at at. One byte was kept for its
// length; a longer one moves the content.
func (m message) close(at int) message {
	n := len(m) - at
	if n < 1<<7 {
		m[at-1] = byte(n)
		return m
	}
	var length [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(length[:], uint64(n))
	m = append(m, length[1:k]...)
	copy(m[at-1+k:], m[at:at+n])
	copy(m[at-1:], length[:k])
	return m
}
