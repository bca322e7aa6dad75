package runkey

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
)

const maxNotes = 1 << 20 // bytes of notes that are read at most

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
// for other files, without a build ID, and where the file is cut off before.
func elfBuildID(r io.ReaderAt) []byte {
	f, err := elf.NewFile(r)
	if err != nil {
		return nil
	}
	for _, p := range f.Progs {
		if p.Type != elf.PT_NOTE || p.Filesz > maxNotes {
			continue
		}
		notes := make([]byte, p.Filesz)
		if _, err := p.ReadAt(notes, 0); err != nil {
			continue // cut off
		}
		if id := gnuBuildID(notes, f.ByteOrder); id != nil {
			return id
		}
	}
	return nil
}

// gnuBuildID returns what the note of type NT_GNU_BUILD_ID holds; nil without
// one. A note has the lengths of its name and its contents, its type, and both,
// filled up to 4 bytes. debug/elf leaves notes as they are.
func gnuBuildID(notes []byte, order binary.ByteOrder) []byte {
	const ntBuildID = 3
	for len(notes) >= 12 {
		name, size, kind := uint64(order.Uint32(notes)), uint64(order.Uint32(notes[4:])), order.Uint32(notes[8:])
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
