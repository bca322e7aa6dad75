package sparseio

import (
	"encoding/binary"
	"errors"
	"io"
)

// An inflater decompresses DEFLATE data: L. P. Deutsch, RFC 1951, 1996. It is
// made for long texts: 64 bits of input at a time, and tables that give a
// literal or a length with the number of its extra bits at once.
type inflater struct {
	r     io.Reader
	in    []byte // read from r
	pos   int    // of the next byte of in
	rerr  error  // of r
	short int    // bytes that were needed behind the end of r

	bits  uint64 // read and not used, the first in the low bit
	nbits uint   // how many; bits beyond may be set, and agree with what follows

	out  []byte // what was decompressed, at least inflateWindow bytes of it
	have int    // bytes in out
	read int    // bytes of out handed out

	state   inflateState
	last    bool // the block is the last one
	stored  int  // bytes left of a stored block
	lit     huffTable
	dist    huffTable
	symbols [2][]uint32 // entries of literals and lengths, and of distances
	err     error
}

// An inflateState is what comes next in the input.
type inflateState int

const (
	inflateHeader inflateState = iota
	inflateStored
	inflateCodes
	inflateDone
)

const (
	inflateWindow = 32 << 10 // how far matches reach back
	inflateRoom   = 64 << 10 // decompressed at a time
	inflateSlack  = 258 + 16 // room that one step needs
)

var errInflate = errors.New("invalid compressed data")

// newInflater returns a reader of the data compressed in r.
func newInflater(r io.Reader) *inflater {
	return &inflater{r: r, in: make([]byte, 0, 32<<10), out: make([]byte, inflateWindow+inflateRoom+inflateSlack),
		symbols: [2][]uint32{lengthEntries(), distanceEntries()}}
}

// restart begins with other data at the current place of the input.
func (z *inflater) restart() {
	z.state, z.last, z.err, z.have, z.read = inflateHeader, false, nil, 0, 0
}

// Read reads decompressed data.
func (z *inflater) Read(p []byte) (int, error) {
	for z.read == z.have {
		if z.err != nil {
			return 0, z.err
		}
		if z.have >= inflateWindow+inflateRoom-inflateSlack {
			copy(z.out, z.out[z.have-inflateWindow:z.have])
			z.have = inflateWindow
			z.read = z.have
		}
		z.err = z.step()
	}
	n := copy(p, z.out[z.read:z.have])
	z.read += n
	return n, nil
}

// step decompresses a block, or as much as there is room for.
func (z *inflater) step() error {
	switch z.state {
	case inflateHeader:
		return z.header()
	case inflateStored:
		return z.copyStored()
	case inflateCodes:
		return z.codes()
	}
	return io.EOF
}

// more reads from r until there are 8 bytes in in, or r has ended. The last 8
// bytes that were taken stay in in, so that align can give them back.
func (z *inflater) more() {
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
func (z *inflater) refill() {
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
func (z *inflater) take(n uint) uint32 {
	if z.nbits < n {
		z.refill()
	}
	v := uint32(z.bits) & (1<<n - 1)
	z.bits >>= n
	z.nbits -= n
	return v
}

// ended returns an error if more of the input was used than there is.
func (z *inflater) ended() error {
	if z.short > 0 && int(z.nbits) < 8*z.short {
		if z.rerr != nil && z.rerr != io.EOF {
			return z.rerr
		}
		return io.ErrUnexpectedEOF
	}
	return nil
}

// header reads the header of a block.
func (z *inflater) header() error {
	if z.last {
		z.align()
		z.state = inflateDone
		return io.EOF
	}
	z.last = z.take(1) == 1
	var ok bool
	switch z.take(2) {
	case 0:
		return z.storedHeader()
	case 1:
		ok = z.fixedCodes()
	case 2:
		ok = z.dynamicCodes()
	}
	if err := z.ended(); err != nil {
		return err
	}
	if !ok {
		return errInflate
	}
	z.state = inflateCodes
	return nil
}

// storedHeader reads the length of a stored block.
func (z *inflater) storedHeader() error {
	z.take(z.nbits & 7)
	n, inverse := z.take(16), z.take(16)
	if err := z.ended(); err != nil {
		return err
	}
	if n != ^inverse&0xffff {
		return errInflate
	}
	z.stored, z.state = int(n), inflateStored
	return nil
}

// align gives whole bytes back to the input, for the reader of what follows.
func (z *inflater) align() {
	z.take(z.nbits & 7)
	back := int(z.nbits/8) - z.short
	z.short = 0
	z.pos -= back
	z.bits, z.nbits = 0, 0
}

// copyStored copies a part of a stored block.
func (z *inflater) copyStored() error {
	z.align()
	if z.stored > 0 && z.pos == len(z.in) {
		z.more()
	}
	if z.stored > 0 && z.pos == len(z.in) {
		if z.rerr != io.EOF {
			return z.rerr
		}
		return io.ErrUnexpectedEOF
	}
	n := min(z.stored, len(z.in)-z.pos, len(z.out)-z.have)
	copy(z.out[z.have:], z.in[z.pos:z.pos+n])
	z.have += n
	z.pos += n
	if z.stored -= n; z.stored == 0 {
		z.state = inflateHeader
	}
	return nil
}

// fixedCodes sets the codes that need no description.
func (z *inflater) fixedCodes() bool {
	var n [288]uint8
	for k := range n {
		switch {
		case k < 144:
			n[k] = 8
		case k < 256:
			n[k] = 9
		case k < 280:
			n[k] = 7
		default:
			n[k] = 8
		}
	}
	ok := z.lit.build(n[:], z.symbols[0])
	for k := range 32 {
		n[k] = 5
	}
	return ok && z.dist.build(n[:32], z.symbols[1])
}

// dynamicCodes reads the codes of a block; it is false where they are none.
func (z *inflater) dynamicCodes() bool {
	nlit, ndist, ncode := int(z.take(5))+257, int(z.take(5))+1, int(z.take(4))+4
	if nlit > 286 || ndist > 30 {
		return false
	}
	var n [286 + 30]uint8
	order := [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	for _, k := range order[:ncode] {
		n[k] = uint8(z.take(3))
	}
	if !z.dist.build(n[:19], metaEntries()) {
		return false
	}
	n = [286 + 30]uint8{}
	for k := 0; k < nlit+ndist; {
		z.refill()
		e := z.dist.entries[z.bits&huffIndex]
		z.bits >>= e & 63
		z.nbits -= uint(e & 63)
		if e&huffBad != 0 || z.ended() != nil {
			return false
		}
		value, times := uint8(e>>16), 1
		switch value {
		case 16:
			if k == 0 {
				return false
			}
			value, times = n[k-1], 3+int(z.take(2))
		case 17:
			value, times = 0, 3+int(z.take(3))
		case 18:
			value, times = 0, 11+int(z.take(7))
		}
		if k+times > nlit+ndist {
			return false
		}
		for ; times > 0; times-- {
			n[k] = value
			k++
		}
	}
	return n[256] > 0 && z.lit.build(n[:nlit], z.symbols[0]) && z.dist.build(n[nlit:nlit+ndist], z.symbols[1])
}

// refillFast is refill where there are 8 bytes: 56 bits or more afterwards.
func refillFast(in []byte, pos int, bits uint64, nbits uint) (int, uint64, uint) {
	return pos + int(63-nbits)>>3, bits | binary.LittleEndian.Uint64(in[pos:])<<(nbits&63), nbits | 56
}

// drop drops the bits of entry e.
func drop(bits uint64, nbits uint, e uint32) (uint64, uint) {
	return bits >> (e & 63), nbits - uint(e&63)
}

// value returns the length or distance of entry e: its base and extra bits.
func value(bits uint64, e uint32) int {
	return int(e>>16) + int(uint32(bits)&(1<<(e&63)-1)>>(e>>8&15))
}

// codes decodes until the block ends or the room does.
//
// The bits, their number and the places in input and output are kept in
// variables here. After a refill there are 56 bits, which is more than a
// length and a distance with their extra bits take, 48.
func (z *inflater) codes() error {
	in, pos, bits, nbits := z.in, z.pos, z.bits, z.nbits
	out, have := z.out, z.have
	lit, dist := &z.lit.entries, &z.dist.entries
	limit := len(out) - inflateSlack
	sure := have // what is out before that is certain, near the end of the input
	var err error
	for have < limit {
		if len(in)-pos >= 8 {
			pos, bits, nbits = refillFast(in, pos, bits, nbits)
		} else {
			z.pos, z.bits, z.nbits = pos, bits, nbits
			z.refill()
			in, pos, bits, nbits = z.in, z.pos, z.bits, z.nbits
			if err = z.ended(); err != nil {
				break
			}
			sure = have
		}
		e := lit[bits&huffIndex]
		if e&huffLiteral != 0 {
			// Literals come in runs: two more of them without a refill.
			bits, nbits = drop(bits, nbits, e)
			out[have] = byte(e >> 16)
			have++
			if e = lit[bits&huffIndex]; e&huffLiteral != 0 {
				bits, nbits = drop(bits, nbits, e)
				out[have] = byte(e >> 16)
				have++
				if e = lit[bits&huffIndex]; e&huffLiteral != 0 {
					bits, nbits = drop(bits, nbits, e)
					out[have] = byte(e >> 16)
					have++
					continue
				}
			}
			if nbits < 48 {
				if len(in)-pos < 8 {
					continue
				}
				pos, bits, nbits = refillFast(in, pos, bits, nbits)
			}
		}
		if e&huffSub != 0 {
			bits, nbits = bits>>huffBits, nbits-huffBits
			e = lit[(e>>16+uint32(bits)&(1<<(e>>8&15)-1))&huffAll]
			if e&huffLiteral != 0 {
				bits, nbits = drop(bits, nbits, e)
				out[have] = byte(e >> 16)
				have++
				continue
			}
		}
		length := value(bits, e)
		bits, nbits = drop(bits, nbits, e)
		if e&(huffEnd|huffBad) != 0 {
			if z.state = inflateHeader; e&huffBad != 0 {
				err = errInflate
			}
			break
		}
		e = dist[bits&huffIndex]
		if e&huffSub != 0 {
			bits, nbits = bits>>huffBits, nbits-huffBits
			e = dist[(e>>16+uint32(bits)&(1<<(e>>8&15)-1))&huffAll]
		}
		from := have - value(bits, e)
		bits, nbits = drop(bits, nbits, e)
		if e&huffBad != 0 || from < 0 {
			err = errInflate
			break
		}
		have = appendMatch(out, have, from, length)
	}
	z.pos, z.bits, z.nbits, z.have = pos, bits, nbits, have
	if short := z.ended(); short != nil {
		z.have, err = sure, short // the rest came from zeros that are not there
	}
	return err
}

// appendMatch appends n bytes that begin at from, which may overlap what they
// make; it may write up to 16 bytes. It returns the end.
func appendMatch(out []byte, have, from, n int) int {
	if have-from >= 8 && n <= 16 {
		to, src := out[have:have+16], out[from:from+16]
		binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(src))
		binary.LittleEndian.PutUint64(to[8:], binary.LittleEndian.Uint64(src[8:]))
		return have + n
	}
	return repeat(out, have, from, n)
}

// repeat is appendMatch for any distance and length.
func repeat(out []byte, have, from, n int) int {
	end := have + n
	for n > have-from {
		k := copy(out[have:end], out[from:have])
		have, n = have+k, n-k
	}
	copy(out[have:end], out[from:from+n])
	return end
}

// readRaw reads bytes of the input that are not DEFLATE data: what stands
// before and behind it. io.EOF says that there are none, io.ErrUnexpectedEOF
// that there are fewer.
func (z *inflater) readRaw(b []byte) error {
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
