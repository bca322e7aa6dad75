package xz

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"github.com/ulikunitz/xz/lzma"
)

// A Reader decompresses .xz data: streams of blocks, with their checksums. Other
// filters than LZMA2 are refused; the sizes in the index at the end are compared
// with the blocks.
type Reader struct {
	r    *bufio.Reader
	read uint64 // bytes of r used
	rerr error  // of r, when the library read from it

	block  *lzma.Reader2 // the block that is being read, nil between blocks
	inside bool          // a stream: a block or the index comes next

	checkID   byte      // of the stream
	check     hash.Hash // of the block; nil when its kind is unknown
	begin     uint64    // of the block, in r
	header    uint64    // bytes of its header
	size      uint64    // of its data so far
	wantSize  uint64    // as its header says, if it does
	wantBytes uint64    // compressed
	hasSize   bool
	hasBytes  bool
	claimed   uint64 // bytes of the dictionaries of all blocks

	records []record // the blocks of the stream
	err     error    // after which nothing comes
}

// A record is what the index says of a block.
type record struct{ unpadded, size uint64 }

const (
	// Magic begins .xz data.
	Magic = "\xfd7zXZ\x00"

	// MaxDictionary is the size in bytes of the largest dictionary that is read,
	// as xz -9 makes.
	MaxDictionary = 64 << 20

	footerMagic = "YZ"
	maxBlocks   = 1 << 20 // of a stream

	// The longest match, 273 bytes, takes 14 bits of the arithmetic code, whose
	// probabilities are 2017/2048 at most: a byte is 7090 bytes of data at most.
	maxRatio = 8 << 10

	// What the dictionaries of all blocks may take one after the other: they are
	// zeroed, so that many short blocks with large ones would take long.
	freeClaims   = 16 * MaxDictionary
	claimsByByte = 16 << 10 // for each byte read beyond
)

var (
	errCorrupt  = errors.New("corrupt")
	errChecksum = errors.New("checksum differs")
)

// A DictionaryError says that a block needs a larger dictionary than
// MaxDictionary.
type DictionaryError struct {
	Offset uint64 // of the block in the data, in bytes
	Bytes  uint64 // of the dictionary
}

func (e *DictionaryError) Error() string {
	return fmt.Sprintf("the xz block at byte %d needs a dictionary of %d MiB, at most %d MiB are supported",
		e.Offset, e.Bytes>>20, MaxDictionary>>20)
}

// NewReader returns a reader of the data compressed in r. It may read more of r
// than it uses.
//
// Memory: the dictionaries that the blocks name, up to MaxDictionary, but at most
// 8192 bytes for each byte that follows in r.
func NewReader(r io.Reader) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, MaxDictionary/maxRatio)}
}

// Read reads decompressed data. The error io.ErrUnexpectedEOF says that the
// input ends too early, a [*DictionaryError] that a block needs too much memory.
func (x *Reader) Read(p []byte) (int, error) {
	for x.err == nil {
		if x.block == nil {
			x.err = x.advance()
			continue
		}
		n, err := x.block.Read(p)
		x.size += uint64(n)
		if x.check != nil {
			x.check.Write(p[:n]) // never fails
		}
		x.err = x.afterRead(err)
		if n > 0 || len(p) == 0 {
			return n, nil
		}
	}
	return 0, x.err
}

// afterRead returns what an error in a block means, and ends the block when
// its data has.
func (x *Reader) afterRead(err error) error {
	switch {
	case err == nil:
		return nil
	case err == io.EOF && x.block.EOS():
		x.block = nil
		return x.blockEnd()
	}
	return x.cause(err)
}

// cause returns why the library failed: the end or an error of the input, or
// what is in it.
func (x *Reader) cause(err error) error {
	switch {
	case err == nil:
		return nil
	case x.rerr == io.EOF:
		return io.ErrUnexpectedEOF
	case x.rerr != nil:
		return x.rerr
	}
	return errCorrupt
}

// advance reads the next header, or the index.
func (x *Reader) advance() error {
	if !x.inside {
		return x.streamHeader()
	}
	return x.blockHeader()
}

// A source is what the library reads from.
type source struct{ x *Reader }

// Read reads, counts, and remembers why there is nothing to read.
func (s source) Read(p []byte) (int, error) {
	n, err := s.x.r.Read(p)
	s.x.read += uint64(n)
	if err != nil {
		s.x.rerr = err
	}
	return n, err
}

// byte returns the next byte of the input.
func (x *Reader) byte() (byte, error) {
	b, err := x.r.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	x.read++
	return b, err
}

// fill reads as many bytes as b has.
func (x *Reader) fill(b []byte) error {
	n, err := io.ReadFull(x.r, b)
	x.read += uint64(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// streamHeader reads the header of a stream, or meets the end of the input.
func (x *Reader) streamHeader() error {
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
			return errCorrupt
		}
	}
	if err := x.fill(b[4:]); err != nil {
		return err
	}
	switch {
	case string(b[:6]) != Magic:
		return errCorrupt
	case crc32.ChecksumIEEE(b[6:8]) != binary.LittleEndian.Uint32(b[8:]):
		return errChecksum
	case b[6] != 0 || b[7] > 15:
		return errors.New("unknown stream flags")
	}
	x.checkID, x.records, x.inside = b[7], x.records[:0], true
	return nil
}

// blockHeader reads the header of a block, or the index, which stands in the
// place of one more.
func (x *Reader) blockHeader() error {
	x.begin = x.read
	first, err := x.byte()
	if err != nil {
		return err
	}
	if first == 0 {
		return x.index()
	}
	if len(x.records) == maxBlocks {
		return fmt.Errorf("more than %d blocks", maxBlocks)
	}
	b := make([]byte, 4*(int(first)+1))
	b[0] = first
	if err := x.fill(b[1:]); err != nil {
		return err
	}
	x.header = uint64(len(b))
	end := len(b) - 4
	if crc32.ChecksumIEEE(b[:end]) != binary.LittleEndian.Uint32(b[end:]) {
		return errChecksum
	}
	dictionary, err := x.parseBlockHeader(b[1], b[2:end])
	if err != nil {
		return err
	}
	return x.startBlock(dictionary)
}

// parseBlockHeader parses a header behind its flags, and returns the size of the
// dictionary.
func (x *Reader) parseBlockHeader(flags byte, b []byte) (dictionary uint64, err error) {
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
		return 0, errCorrupt
	case filters != 1 || id != 0x21:
		return 0, errors.New("the data has a filter besides LZMA2, which is not supported")
	case len(props) != 1:
		return 0, errCorrupt
	}
	size, err := lzma.DecodeDictCap(props[0])
	if err != nil || bytes.Count(v.b, []byte{0}) != len(v.b) {
		return 0, errCorrupt
	}
	return uint64(size), nil
}

// startBlock begins to decode a block with a dictionary of that size. No
// distance is larger than the data, so that a smaller one does where
// the block is small.
func (x *Reader) startBlock(dictionary uint64) error {
	if dictionary > MaxDictionary {
		return &DictionaryError{x.begin, dictionary}
	}
	rest, _ := x.r.Peek(MaxDictionary / maxRatio) // an error comes again
	dictionary = min(dictionary, maxRatio*uint64(len(rest)))
	if x.hasSize {
		dictionary = min(dictionary, x.wantSize)
	}
	dictionary = max(dictionary, lzma.MinDictCap)
	if x.claimed += dictionary; x.claimed > freeClaims+claimsByByte*x.read {
		return fmt.Errorf("%d blocks in %d bytes need dictionaries of %d MiB in all", len(x.records)+1, x.read, x.claimed>>20)
	}
	x.size, x.check = 0, newCheck(x.checkID)
	var err error
	x.block, err = lzma.Reader2Config{DictCap: int(dictionary)}.NewReader2(source{x})
	return x.cause(err)
}
