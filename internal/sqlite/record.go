package sqlite

import (
	"encoding/binary"
	"math"
)

// Kind is the storage class of a Value.
type Kind uint8

const (
	Null Kind = iota
	Integer
	Real
	Text
	Blob
)

// A Value is one column of a row.
type Value struct {
	Kind  Kind
	bits  uint64 // of Integer and Real
	bytes []byte // of Text and Blob
}

// Int returns an Integer, a Real cut to a whole number, and 0 for the rest.
func (v *Value) Int() int64 {
	switch v.Kind {
	case Integer:
		return int64(v.bits)
	case Real:
		f := math.Float64frombits(v.bits)
		if f >= -(1<<63) && f < 1<<63 {
			return int64(f)
		}
	}
	return 0
}

// Float returns a Real or an Integer, and 0 for the rest.
func (v *Value) Float() float64 {
	switch v.Kind {
	case Integer:
		return float64(int64(v.bits))
	case Real:
		return math.Float64frombits(v.bits)
	}
	return 0
}

// Bytes returns the bytes of a Text or a Blob, nil for the rest. They are valid
// until the next row.
func (v *Value) Bytes() []byte {
	if v.Kind < Text {
		return nil
	}
	return v.bytes
}

// uvarint reads SQLite's variable-length integer: up to nine bytes, most
// significant group first, the ninth of 8 bits. n is 0 when b ends within it.
func uvarint(b []byte) (x uint64, n int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	for i := 0; i < len(b) && i < 8; i++ {
		x = x<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return x, i + 1
		}
	}
	if len(b) >= 9 {
		return x<<8 | uint64(b[8]), 9
	}
	return 0, 0
}

// A decoder decodes the wanted columns of records.
type decoder struct {
	slot  []int // slot[column] is where the column goes in row, -1 for nowhere
	rowid int   // column that is the rowid, -1 for none
	row   []Value
}

// newDecoder returns a decoder of the given columns of t; a column -1 is Null
// in every row.
func newDecoder(t *Table, columns []int) *decoder {
	d := &decoder{rowid: int(t.rowid), row: make([]Value, len(columns))}
	for k, c := range columns {
		for c >= len(d.slot) {
			d.slot = append(d.slot, -1)
		}
		if c >= 0 {
			d.slot[c] = k
		}
	}
	return d
}

// decode decodes a record: a header of serial types, then the values. It
// returns what is wrong with it, "" for nothing.
func (d *decoder) decode(rowid int64, rec []byte) string {
	size, at := uvarint(rec)
	if at == 0 || size < uint64(at) || size > uint64(len(rec)) {
		return "a record's header is longer than the record"
	}
	body := rec[size:]
	head := rec[at:size]
	for c, slot := range d.slot {
		if len(head) == 0 { // the row is older than the column
			if slot >= 0 {
				d.row[slot] = Value{}
			}
			continue
		}
		serial := uint64(head[0])
		if serial < 0x80 {
			head = head[1:]
		} else {
			n := 0
			if serial, n = uvarint(head); n == 0 {
				return "a record's header ends within a number"
			}
			head = head[n:]
		}
		width := serialWidth(serial)
		if width > uint64(len(body)) {
			return "a value is longer than its record"
		}
		if slot >= 0 {
			d.row[slot].set(serial, body[:width])
			if c == d.rowid && serial == 0 {
				d.row[slot] = Value{Kind: Integer, bits: uint64(rowid)}
			}
		}
		body = body[width:]
	}
	return ""
}

// serialWidth returns the number of bytes of a value of a serial type.
func serialWidth(serial uint64) uint64 {
	if serial >= 12 {
		return (serial - 12) / 2
	}
	return uint64("\x00\x01\x02\x03\x04\x06\x08\x08\x00\x00\x00\x00"[serial])
}

// set stores the value of a serial type. 10 and 11, which SQLite reserves, are
// Null.
func (v *Value) set(serial uint64, b []byte) {
	v.Kind = Integer
	switch serial {
	case 1:
		v.bits = uint64(int8(b[0]))
	case 2:
		v.bits = uint64(int16(binary.BigEndian.Uint16(b)))
	case 3:
		v.bits = uint64(int64(int8(b[0]))<<16 | int64(binary.BigEndian.Uint16(b[1:])))
	case 4:
		v.bits = uint64(int32(binary.BigEndian.Uint32(b)))
	case 5:
		v.bits = uint64(int64(int16(binary.BigEndian.Uint16(b)))<<32 | int64(binary.BigEndian.Uint32(b[2:])))
	case 6:
		v.bits = binary.BigEndian.Uint64(b)
	case 7:
		v.Kind, v.bits = Real, binary.BigEndian.Uint64(b)
	case 8, 9:
		v.bits = serial - 8
	case 0, 10, 11:
		v.Kind = Null
	default:
		v.Kind, v.bytes = Blob-Kind(serial&1), b
	}
}
