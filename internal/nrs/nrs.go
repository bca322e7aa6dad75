// Package nrs is the frame of summary files: their first bytes, version, length and
// checksum. docs/formats-nrs.md describes the file. Package summary reads and writes
// what is in it.
package nrs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// magic starts every file; the last byte is the version.
const magic = "\x89NRS\r\n\x1a\x01"

// head is how many bytes come before the payload: the magic and a length.
const head = len(magic) + 8

// A SyntaxError is a mistake in a file.
type SyntaxError struct {
	File   string // "" when unknown
	Offset int64
	Msg    string
}

func (e *SyntaxError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg)
	}
	return fmt.Sprintf("%s: offset %d: %s", e.File, e.Offset, e.Msg)
}

// Is says whether a file that begins like this is a summary of any version, perhaps one
// that ends within its first bytes.
func Is(start []byte) bool {
	n := min(len(start), len(magic)-1)
	return n > 1 && string(start[:n]) == magic[:n]
}

// Write writes a file with the payload.
func Write(w io.Writer, payload []byte) error {
	start := binary.LittleEndian.AppendUint64([]byte(magic), uint64(len(payload)))
	sum := crc32.New(table())
	_, _ = sum.Write(start) // never fails
	_, _ = sum.Write(payload)
	for _, b := range [][]byte{start, payload, binary.LittleEndian.AppendUint32(nil, sum.Sum32())} {
		if _, err := w.Write(b); err != nil {
			return err
		}
	}
	return nil
}

func table() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

// Read returns the payload of a file. Memory is bounded by the length of the file, not
// by the length that it claims.
//
// Errors about the content are of type *SyntaxError.
func Read(r io.Reader) ([]byte, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	fail := func(offset int, format string, args ...any) ([]byte, error) {
		return nil, &SyntaxError{Offset: int64(offset), Msg: fmt.Sprintf(format, args...)}
	}
	switch {
	case len(b) < len(magic) || string(b[:len(magic)-1]) != magic[:len(magic)-1]:
		return fail(0, "got %q, want a summary, which starts with %q", b[:min(len(b), len(magic))], magic[:len(magic)-1])
	case b[len(magic)-1] != magic[len(magic)-1]:
		return fail(len(magic)-1, "got version %d, want %d: another release of nrprof wrote the file", b[len(magic)-1], magic[len(magic)-1])
	case len(b) < head+4:
		return fail(len(b), "got the end of the file, want at least %d bytes", head+4)
	}
	n := binary.LittleEndian.Uint64(b[len(magic):])
	if have := uint64(len(b) - head - 4); n != have {
		return fail(len(magic), "got a length of %d bytes, but the file has %d: it was cut or has more at its end", n, have)
	}
	end := len(b) - 4
	if got, want := crc32.Checksum(b[:end], table()), binary.LittleEndian.Uint32(b[end:]); got != want {
		return fail(end, "the checksum is %08x, want %08x: the file is damaged", got, want)
	}
	return b[head:end], nil
}
