package sparseio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
)

// A xzReader decompresses .xz data: streams of blocks of LZMA2 chunks, with
// their checksums. Other filters than LZMA2 are refused; the sizes in the
// index at the end are compared with the blocks.
//
// Format: L. Collin, I. Pavlov, The .xz file format, version 1.2.1, 2024.
type xzReader struct {
	r    *bufio.Reader
	read uint64 // bytes of r used

	d        lzmaDecoder
	src      []byte // one compressed chunk
	out      int    // where in d.window data begins that was not handed out
	state    xzState
	needDict bool // the next chunk must reset the dictionary,
	needProp bool // or bring its parameters
	needInit bool // or reset the state

	checkID   byte      // of the stream
	check     hash.Hash // of the block; nil when its kind is unknown
	begin     uint64    // of the block, in r
	header    uint64    // bytes of its header
	size      uint64    // of its data so far
	wantSize  uint64    // as its header says, if it does
	wantBytes uint64    // compressed
	hasSize   bool
	hasBytes  bool

	records []xzRecord // the blocks of the stream
	err     error      // after which nothing comes
}

// A xzRecord is what the index says of a block.
type xzRecord struct{ unpadded, size uint64 }

// A xzState is what comes next.
type xzState int

const (
	xzStream xzState = iota
	xzBlock
	xzChunk
)

const (
	xzMagic       = "\xfd7zXZ\x00"
	xzFooterMagic = "YZ"
	lzmaChunkSize = 2 << 20   // data of one chunk, at most
	maxDictionary = 256 << 20 // refused beyond; it takes memory only as data comes
	maxXZBlocks   = 1 << 20   // of a stream
)

var (
	errXZCorrupt  = errors.New("corrupt")
	errXZChecksum = errors.New("checksum differs")
)

// newXZReader returns a reader of the data compressed in r.
func newXZReader(r *bufio.Reader) *xzReader { return &xzReader{r: r} }

// Read reads decompressed data. The error io.ErrUnexpectedEOF says that the
// input ends too early.
func (x *xzReader) Read(p []byte) (int, error) {
	for x.out == len(x.d.window) {
		if x.err != nil {
			return 0, x.err
		}
		x.d.makeRoom()
		x.out = len(x.d.window)
		if x.err = x.advance(); x.err != nil && x.err != io.EOF {
			x.out = len(x.d.window) // corrupt: nothing of the chunk is handed out
		}
	}
	n := copy(p, x.d.window[x.out:])
	x.out += n
	return n, nil
}

// advance reads the next header, chunk or index.
func (x *xzReader) advance() error {
	switch x.state {
	case xzStream:
		return x.streamHeader()
	case xzBlock:
		return x.blockHeader()
	}
	return x.chunk()
}

// byte returns the next byte of the input.
func (x *xzReader) byte() (byte, error) {
	b, err := x.r.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	x.read++
	return b, err
}

// fill reads as many bytes as b has.
func (x *xzReader) fill(b []byte) error {
	n, err := io.ReadFull(x.r, b)
	x.read += uint64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// streamHeader reads the header of a stream, or meets the end of the input.
func (x *xzReader) streamHeader() error {
	var b [12]byte
	for {
		// Between streams there may be zeros, four at a time.
		if _, err := io.ReadFull(x.r, b[:4]); err != nil {
			return err // io.EOF only where nothing follows
		}
		if x.read += 4; b[0] != 0 || x.read == 4 {
			break
		}
		if !bytes.Equal(b[:4], make([]byte, 4)) {
			return errXZCorrupt
		}
	}
	if err := x.fill(b[4:]); err != nil {
		return err
	}
	switch {
	case string(b[:6]) != xzMagic:
		return errXZCorrupt
	case crc32.ChecksumIEEE(b[6:8]) != binary.LittleEndian.Uint32(b[8:]):
		return errXZChecksum
	case b[6] != 0 || b[7] > 15:
		return errors.New("unknown stream flags")
	}
	x.checkID, x.records, x.state = b[7], x.records[:0], xzBlock
	return nil
}

// blockHeader reads the header of a block, or the index, which stands in the
// place of one more.
func (x *xzReader) blockHeader() error {
	x.begin = x.read
	first, err := x.byte()
	if err != nil {
		return err
	}
	if first == 0 {
		return x.index()
	}
	if len(x.records) == maxXZBlocks {
		return fmt.Errorf("more than %d blocks", maxXZBlocks)
	}
	b := make([]byte, 4*(int(first)+1))
	b[0] = first
	if err := x.fill(b[1:]); err != nil {
		return err
	}
	x.header = uint64(len(b))
	end := len(b) - 4
	if crc32.ChecksumIEEE(b[:end]) != binary.LittleEndian.Uint32(b[end:]) {
		return errXZChecksum
	}
	return x.parseBlockHeader(b[1], b[2:end])
}

// parseBlockHeader parses a header behind its flags.
func (x *xzReader) parseBlockHeader(flags byte, b []byte) error {
	v := vliReader{b: b}
	x.hasBytes, x.hasSize = flags&0x40 != 0, flags&0x80 != 0
	if x.hasBytes {
		x.wantBytes = v.next()
	}
	if x.hasSize {
		x.wantSize = v.next()
	}
	filters := flags&3 + 1
	id := v.next()
	props := v.take(v.next())
	switch {
	case v.bad || flags&0x3c != 0:
		return errXZCorrupt
	case filters != 1 || id != 0x21:
		return errors.New("the data has a filter besides LZMA2, which is not supported")
	case len(props) != 1 || props[0] > 40:
		return errXZCorrupt
	}
	dict := uint64(1<<32 - 1)
	if p := props[0]; p < 40 {
		dict = (2 | uint64(p)&1) << (p/2 + 11)
	}
	if dict > maxDictionary {
		return fmt.Errorf("the data needs a dictionary of %d MiB: at most %d MiB are supported", dict>>20, maxDictionary>>20)
	}
	for _, c := range v.b {
		if c != 0 {
			return errXZCorrupt
		}
	}
	x.d.dict, x.size, x.check = int(dict), 0, newXZCheck(x.checkID)
	x.needDict, x.state = true, xzChunk
	return nil
}

// chunk reads a LZMA2 chunk, or the end of the block.
func (x *xzReader) chunk() error {
	control, err := x.byte()
	switch {
	case err != nil:
		return err
	case control == 0:
		return x.blockEnd()
	case control > 2 && control < 0x80:
		return errXZCorrupt
	}
	if control == 1 || control >= 0xe0 {
		x.d.resetDictionary()
		x.needDict, x.needProp, x.needInit = false, true, true
	} else if x.needDict {
		return errXZCorrupt
	}
	have := len(x.d.window)
	if control < 0x80 {
		err = x.storedChunk()
	} else {
		err = x.lzmaChunk(control)
	}
	if err != nil {
		x.d.window = x.d.window[:have]
		return err
	}
	x.size += uint64(len(x.d.window) - have)
	if x.check != nil {
		x.check.Write(x.d.window[have:]) // never fails
	}
	return nil
}

// storedChunk reads a chunk that is not compressed.
func (x *xzReader) storedChunk() error {
	var b [2]byte
	if err := x.fill(b[:]); err != nil {
		return err
	}
	src := x.chunkBuffer(int(binary.BigEndian.Uint16(b[:])) + 1)
	if err := x.fill(src); err != nil {
		return err
	}
	x.d.stored(src)
	return nil
}

// lzmaChunk reads a compressed chunk.
func (x *xzReader) lzmaChunk(control byte) error {
	var b [4]byte
	if err := x.fill(b[:]); err != nil {
		return err
	}
	n := int(control&0x1f)<<16 + int(binary.BigEndian.Uint16(b[:])) + 1
	switch {
	case control >= 0xc0:
		props, err := x.byte()
		if err != nil {
			return err
		}
		if !x.d.setProps(props) {
			return errXZCorrupt
		}
		x.needProp = false
	case x.needProp:
		return errXZCorrupt
	}
	switch {
	case control >= 0xa0:
		x.d.reset()
		x.needInit = false
	case x.needInit:
		return errXZCorrupt
	}
	src := x.chunkBuffer(int(binary.BigEndian.Uint16(b[2:])) + 1)
	if err := x.fill(src); err != nil {
		return err
	}
	if !x.d.chunk(src, n) {
		return errXZCorrupt
	}
	return nil
}

// chunkBuffer returns room for n bytes.
func (x *xzReader) chunkBuffer(n int) []byte {
	if len(x.src) < n {
		x.src = make([]byte, 1<<16)
	}
	return x.src[:n]
}
