package runkey

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
)

const (
	maxNotes    = 1 << 20 // bytes of notes that are read at most
	maxSegments = 1 << 12 // of a file
)

// buildID returns the build ID that the linker put into an ELF file, "" when
// the file is none or has none. A program that is linked again from the same
// code has the same one.
func buildID(path string) (Digest, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // was only read
	if id := elfBuildID(f); len(id) >= 4 {
		return Digest("build-id:" + hex.EncodeToString(id)), nil
	}
	return "", nil
}

// elfBuildID returns the build ID in the segments PT_NOTE of an ELF file; nil
// when it is none, has none, or is cut off before (ELF specification 1.2, and
// that of 64-bit objects 1.5). debug/elf, which would do as well, takes part in
// every start of the program.
func elfBuildID(f io.ReaderAt) []byte {
	var head [64]byte
	n, _ := f.ReadAt(head[:], 0) // a short file is none
	if n < 52 || !bytes.HasPrefix(head[:], []byte("\x7fELF")) || head[4] < 1 || head[4] > 2 || head[5] < 1 || head[5] > 2 {
		return nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if head[5] == 2 {
		order = binary.BigEndian
	}
	wide := head[4] == 2
	at, size, count := uint64(order.Uint32(head[28:])), order.Uint16(head[42:]), order.Uint16(head[44:])
	least := uint16(32)
	if wide {
		at, size, count = order.Uint64(head[32:]), order.Uint16(head[54:]), order.Uint16(head[56:])
		least = 56
	}
	if size < least || count > maxSegments {
		return nil
	}
	segment := make([]byte, size)
	for k := range uint64(count) {
		if _, err := f.ReadAt(segment, int64(at+k*uint64(size))); err != nil {
			return nil
		}
		const ptNote = 4
		if order.Uint32(segment) != ptNote {
			continue
		}
		from, length := uint64(order.Uint32(segment[4:])), uint64(order.Uint32(segment[16:]))
		if wide {
			from, length = order.Uint64(segment[8:]), order.Uint64(segment[32:])
		}
		if length > maxNotes {
			continue
		}
		notes := make([]byte, length)
		if _, err := f.ReadAt(notes, int64(from)); err != nil {
			continue // cut off
		}
		if id := gnuBuildID(notes, order.Uint32); id != nil {
			return id
		}
	}
	return nil
}

// gnuBuildID returns what the note of type NT_GNU_BUILD_ID holds; nil without
// one. A note has the lengths of its name and its contents, its type, and both,
// filled up to 4 bytes.
func gnuBuildID(notes []byte, u32 func([]byte) uint32) []byte {
	const ntBuildID = 3
	for len(notes) >= 12 {
		name, size, kind := uint64(u32(notes)), uint64(u32(notes[4:])), u32(notes[8:])
		notes = notes[12:]
		skip, end := (name+3)&^3, (name+3)&^3+size
		if end > uint64(len(notes)) {
			return nil
		}
		if kind == ntBuildID && bytes.Equal(notes[:name], []byte("GNU\x00")) {
			return notes[skip:end]
		}
		notes = notes[min((end+3)&^3, uint64(len(notes))):]
	}
	return nil
}
