package inflate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// A GzipReader decompresses .gz data: members one after the other, with their
// checksums. Zeros behind the last one are padding; anything else there is
// counted and ignored, as the program gzip does.
//
// Format: L. P. Deutsch, RFC 1952, 1996.
type GzipReader struct {
	z    *Reader
	sum  uint32 // of the member so far
	size uint32 // modulo 2³²
	rest int64  // bytes behind the last member that are not zero
	err  error
}

// Flags in the header of a member.
const (
	gzipHasSum     = 2
	gzipHasExtra   = 4
	gzipHasName    = 8
	gzipHasComment = 16
	gzipReserved   = 0xe0
)

const gzipMagic = "\x1f\x8b\x08" // the last byte says DEFLATE

// NewGzipReader returns a reader of the .gz data in r, of which it may read more
// than it uses. It reads the header of the first member.
func NewGzipReader(r io.Reader) (*GzipReader, error) {
	g := &GzipReader{z: NewReader(r)}
	magic := make([]byte, len(gzipMagic))
	if err := g.need(magic); err != nil {
		return nil, err
	}
	if err := g.header(magic); err != nil {
		return nil, err
	}
	return g, nil
}

// Read reads decompressed data. The error io.ErrUnexpectedEOF says that the input
// ends too early.
func (g *GzipReader) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.z.Read(p)
	g.sum = crc32.Update(g.sum, crc32.IEEETable, p[:n])
	g.size += uint32(n)
	if err == io.EOF {
		if err = g.trailer(); err == nil {
			err = g.nextMember()
		}
	}
	g.err = err
	return n, err
}

// header reads the rest of the header of a member behind magic.
func (g *GzipReader) header(magic []byte) error {
	var b [7]byte // flags, time, level, system
	if err := g.need(b[:]); err != nil {
		return err
	}
	flags := b[0]
	if string(magic) != gzipMagic || flags&gzipReserved != 0 {
		return errors.New("invalid header")
	}
	sum := crc32.Update(crc32.ChecksumIEEE(magic), crc32.IEEETable, b[:])
	take := func(b []byte) error {
		err := g.need(b)
		sum = crc32.Update(sum, crc32.IEEETable, b)
		return err
	}
	if flags&gzipHasExtra != 0 {
		if err := take(b[:2]); err != nil {
			return err
		}
		if err := take(make([]byte, binary.LittleEndian.Uint16(b[:2]))); err != nil {
			return err
		}
	}
	for _, text := range []byte{flags & gzipHasName, flags & gzipHasComment} {
		for b[0] = 1; text != 0 && b[0] != 0; {
			if err := take(b[:1]); err != nil {
				return err
			}
		}
	}
	if flags&gzipHasSum != 0 {
		if err := g.need(b[:2]); err != nil {
			return err
		}
		if binary.LittleEndian.Uint16(b[:2]) != uint16(sum) {
			return errors.New("checksum of the header differs")
		}
	}
	g.sum, g.size = 0, 0
	g.z.restart()
	return nil
}

// need reads bytes that must be there.
func (g *GzipReader) need(b []byte) error {
	err := g.z.readRaw(b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// trailer reads what follows the data of a member.
func (g *GzipReader) trailer() error {
	var b [8]byte
	switch err := g.need(b[:]); {
	case err != nil:
		return err
	case binary.LittleEndian.Uint32(b[:]) != g.sum:
		return errors.New("checksum differs")
	case binary.LittleEndian.Uint32(b[4:]) != g.size:
		return errors.New("length differs")
	}
	return nil
}

// nextMember begins the next member; io.EOF says that there is none.
func (g *GzipReader) nextMember() error {
	var magic [len(gzipMagic)]byte
	begin := magic[:2]
	for n := range begin {
		if err := g.z.readRaw(begin[n : n+1]); err != nil {
			g.count(begin[:n])
			return err
		}
	}
	if string(begin) == gzipMagic[:2] {
		if err := g.need(magic[2:]); err != nil {
			return err
		}
		return g.header(magic[:])
	}
	g.count(begin)
	for {
		if err := g.z.readRaw(begin[:1]); err != nil {
			return err
		}
		g.count(begin[:1])
	}
}

// count counts the bytes of b that are not zero.
func (g *GzipReader) count(b []byte) { g.rest += int64(len(b) - bytes.Count(b, []byte{0})) }

// Trailing returns how many bytes behind the data were ignored.
func (g *GzipReader) Trailing() int64 { return g.rest }
