package inflate

import (
	"encoding/binary"
	"errors"
	"io"
)

// A Reader decompresses DEFLATE data: L. P. Deutsch, RFC 1951, 1996. It is
// made for long texts: 64 bits of input at a time, and tables that give a
// literal or a length with the number of its extra bits at once.
type Reader struct {
	r     io.Reader
	in    []byte // read from r
	pos   int    // of the next byte of in
	rerr  error  // of r
	short int    // bytes that were needed behind the end of r

	bits  uint64 // read and not used, the first in the low bit
	nbits uint   // how many; bits beyond may be set, and agree with what follows

	out  []byte // what was decompressed, at least windowSize bytes of it
	have int    // bytes in out
	read int    // bytes of out handed out

	state   state
	last    bool // the block is the last one
	stored  int  // bytes left of a stored block
	lit     huffTable
	dist    huffTable
	symbols [2][]uint32 // entries of literals and lengths, and of distances
	err     error
}

// A state is what comes next in the input.
type state int

const (
	blockHeader state = iota
	storedBlock
	codedBlock
	atEnd
)

const (
	windowSize = 32 << 10 // how far matches reach back
	roomSize   = 64 << 10 // decompressed at a time
	slackSize  = 258 + 16 // room that one step needs
)

var errData = errors.New("invalid compressed data")

// NewReader returns a reader of the DEFLATE data in r, of which it may read more
// than it uses.
func NewReader(r io.Reader) *Reader {
	return &Reader{r: r, in: make([]byte, 0, 32<<10), out: make([]byte, windowSize+roomSize+slackSize),
		symbols: [2][]uint32{lengthEntries(), distanceEntries()}}
}

// restart begins with other data at the current place of the input.
func (z *Reader) restart() {
	z.state, z.last, z.err, z.have, z.read = blockHeader, false, nil, 0, 0
}

// Read reads decompressed data. The error io.ErrUnexpectedEOF says that the input
// ends too early.
func (z *Reader) Read(p []byte) (int, error) {
	for z.read == z.have {
		if z.err != nil {
			return 0, z.err
		}
		if z.have >= windowSize+roomSize-slackSize {
			copy(z.out, z.out[z.have-windowSize:z.have])
			z.have = windowSize
			z.read = z.have
		}
		z.err = z.step()
	}
	n := copy(p, z.out[z.read:z.have])
	z.read += n
	return n, nil
}

// step decompresses a block, or as much as there is room for.
func (z *Reader) step() error {
	switch z.state {
	case blockHeader:
		return z.header()
	case storedBlock:
		return z.copyStored()
	case codedBlock:
		return z.codes()
	}
	return io.EOF
}

// more reads from r until there are 8 bytes in in, or r has ended. The last 8
// bytes that were taken stay in in, so that align can give them back.
func (z *Reader) more() {
	keep := min(z.pos, 8)
	n := copy(z.in[:cap(z.in)], z.in[z.pos-keep:])
	z.in, z.pos = z.in[:n], keep
	for len(z.in)-z.pos < 8 && z.rerr == nil {
		var k int
		k, z.rerr = z.r.Read(z.in[len(z.in):cap(z.in)])
		z.in = z.in[:len(z.in)+k]
	}
}

// refill makes nbits at least 56. Behind the end of the input it gives zeros
// and counts them.
func (z *Reader) refill() {
	if len(z.in)-z.pos < 8 {
		z.more()
	}
	if len(z.in)-z.pos >= 8 {
		z.bits |= binary.LittleEndian.Uint64(z.in[z.pos:]) << (z.nbits & 63)
		z.pos += int(63-z.nbits) >> 3
		z.nbits |= 56
		return
	}
	for ; z.nbits < 56; z.nbits += 8 {
		if z.pos < len(z.in) {
			z.bits |= uint64(z.in[z.pos]) << (z.nbits & 63)
			z.pos++
		} else {
			z.short++
		}
	}
}

// take returns the next n bits, at most 32.
func (z *Reader) take(n uint) uint32 {
	if z.nbits < n {
		z.refill()
	}
	v := uint32(z.bits) & (1<<n - 1)
	z.bits >>= n
	z.nbits -= n
	return v
}

// ended returns an error if more of the input was used than there is.
func (z *Reader) ended() error {
	if z.short > 0 && int(z.nbits) < 8*z.short {
		if z.rerr != nil && z.rerr != io.EOF {
			return z.rerr
		}
		return io.ErrUnexpectedEOF
	}
	return nil
}

// align gives whole bytes back to the input, for the reader of what follows.
func (z *Reader) align() {
	z.take(z.nbits & 7)
	back := int(z.nbits/8) - z.short
	z.short = 0
	z.pos -= back
	z.bits, z.nbits = 0, 0
}

// readRaw reads bytes of the input that are not DEFLATE data: what stands
// before and behind it. io.EOF says that there are none, io.ErrUnexpectedEOF
// that there are fewer.
func (z *Reader) readRaw(b []byte) error {
	for n := 0; n < len(b); {
		if z.pos == len(z.in) {
			z.more()
		}
		k := copy(b[n:], z.in[z.pos:])
		z.pos += k
		if n += k; k > 0 {
			continue
		}
		if z.rerr == io.EOF && n > 0 {
			return io.ErrUnexpectedEOF
		}
		return z.rerr
	}
	return nil
}
