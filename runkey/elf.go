package runkey

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
)

// maxNotes is how many bytes of notes are read at most.
const maxNotes = 1 << 20

// buildID returns the build ID that the linker put into an ELF file, "" when
// the file is none or has none. A program that is linked again from the same
// code has the same one.
func buildID(path string) (Digest, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close() // was only read
	x, err := elf.NewFile(f)
	if err != nil {
		return "", nil // no ELF file
	}
	for _, p := range x.Progs {
		if p.Type != elf.PT_NOTE || p.Filesz > maxNotes {
			continue
		}
		notes, err := io.ReadAll(p.Open())
		if err != nil {
			continue // cut off
		}
		if id := gnuBuildID(notes, x.ByteOrder.Uint32); len(id) >= 4 {
			return Digest("build-id:" + hex.EncodeToString(id)), nil
		}
	}
	return "", nil
}

// gnuBuildID returns what the note of type NT_GNU_BUILD_ID holds; nil without
// one. A note has the lengths of its name and its contents, its type, and both,
// filled up to 4 bytes (ELF specification, Note Section).
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
