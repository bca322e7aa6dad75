package runkey

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// elfFile returns an ELF file with two segments, of which the second has the
// notes.
func elfFile(order binary.AppendByteOrder, wide bool, notes string) []byte {
	word := func(b []byte, n uint64) []byte {
		if wide {
			return order.AppendUint64(b, n)
		}
		return order.AppendUint32(b, uint32(n))
	}
	class, data, head, size := byte(1), byte(1), uint64(52), uint16(32)
	if wide {
		class, head, size = 2, 64, 56
	}
	if order.String() == binary.BigEndian.String() {
		data = 2
	}
	pad := func(b []byte, n uint64) []byte { return append(b, make([]byte, n-uint64(len(b)))...) }
	b := pad(append([]byte("\x7fELF"), class, data, 1), 16)
	b = order.AppendUint16(order.AppendUint16(b, 2), 62)
	b = word(word(word(order.AppendUint32(b, 1), 0), head), 0) // version, entry, segments, sections
	b = order.AppendUint16(order.AppendUint32(b, 0), uint16(head))
	b = pad(order.AppendUint16(order.AppendUint16(b, size), 2), head)
	segment := func(kind uint32, at, length uint64) {
		end := uint64(len(b)) + uint64(size)
		b = order.AppendUint32(b, kind)
		if wide {
			b = order.AppendUint32(b, 4) // flags
		}
		b = pad(word(word(word(word(b, at), 0), 0), length), end)
	}
	segment(1, 0, 1<<30)
	segment(4, head+2*uint64(size), uint64(len(notes)))
	return append(b, notes...)
}

func TestELF(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, wide := range []bool{false, true} {
			var notes []byte
			for _, n := range []uint32{4, 5, 3} {
				notes = order.AppendUint32(notes, n)
			}
			file := elfFile(order, wide, string(notes)+"GNU\x00hello\x00\x00\x00")
			if got := elfBuildID(bytes.NewReader(file)); string(got) != "hello" {
				t.Errorf("%v, wide %v: got %q", order, wide, got)
			}
			for n := range len(file) - 3 { // the last three bytes fill up
				if got := elfBuildID(bytes.NewReader(file[:n])); got != nil {
					t.Errorf("%v, wide %v, cut at %d: got %q", order, wide, n, got)
				}
			}
		}
	}
}

// FuzzELF: no file makes the reader panic, or take more memory than its limits
// say.
func FuzzELF(f *testing.F) {
	notes := "\x04\x00\x00\x00\x05\x00\x00\x00\x03\x00\x00\x00GNU\x00hello\x00\x00\x00"
	f.Add(elfFile(binary.LittleEndian, true, notes))
	f.Add(elfFile(binary.LittleEndian, false, notes))
	f.Add(elfFile(binary.BigEndian, true, notes))
	f.Fuzz(func(t *testing.T, b []byte) {
		if id := elfBuildID(bytes.NewReader(b)); len(id) > len(b) {
			t.Fatalf("%d bytes of %d", len(id), len(b))
		}
	})
}
