package xz

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/crc32"
	"hash/crc64"
)

// newCheck returns the hash of a check; nil for none and for unknown ones.
func newCheck(id byte) hash.Hash {
	switch id {
	case 1:
		return crc32.NewIEEE()
	case 4:
		return crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		return sha256.New()
	}
	return nil
}

// checkSize returns how many bytes a check takes.
func checkSize(id byte) int {
	if id == 0 {
		return 0
	}
	return 4 << ((id - 1) / 3)
}

// blockEnd reads padding and checksum of a block.
func (x *Reader) blockEnd() error {
	used := x.read - x.begin // with the header, as the index has it
	if x.hasSize && x.size != x.wantSize || x.hasBytes && used-x.header != x.wantBytes {
		return errCorrupt
	}
	if err := x.padding(used); err != nil {
		return err
	}
	sum := make([]byte, checkSize(x.checkID))
	if err := x.fill(sum); err != nil {
		return err
	}
	if x.check != nil {
		got := x.check.Sum(nil)
		if x.checkID != 10 {
			reverseBytes(got) // CRCs are stored with the low byte first
		}
		if !bytes.Equal(got, sum) {
			return errChecksum
		}
	}
	x.records = append(x.records, record{used + uint64(len(sum)), x.size})
	return nil
}

// reverseBytes reverses b.
func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

// padding reads the zeros that fill n bytes up to a multiple of four.
func (x *Reader) padding(n uint64) error {
	for ; n%4 != 0; n++ {
		if c, err := x.byte(); err != nil {
			return err
		} else if c != 0 {
			return errCorrupt
		}
	}
	return nil
}

// index reads the index, compares it with the blocks, and reads the footer.
func (x *Reader) index() error {
	sum := crc32.NewIEEE()
	sum.Write([]byte{0}) // never fails
	number := func() (n uint64, err error) {
		var b []byte
		for len(b) == 0 || b[len(b)-1] >= 0x80 && len(b) < 9 {
			c, err := x.byte()
			if err != nil {
				return 0, err
			}
			b = append(b, c)
		}
		sum.Write(b) // never fails
		v := vliReader{b: b}
		if n = v.next(); v.bad {
			return 0, errCorrupt
		}
		return n, nil
	}
	count, err := number()
	if err == nil && count != uint64(len(x.records)) {
		err = errCorrupt
	}
	for k := 0; err == nil && k < len(x.records); k++ {
		var r record
		if r.unpadded, err = number(); err == nil {
			r.size, err = number()
		}
		if err == nil && r != x.records[k] {
			err = errCorrupt
		}
	}
	if err != nil {
		return err
	}
	size := x.read - x.begin
	if err := x.padding(size); err != nil {
		return err
	}
	sum.Write(make([]byte, (4-size%4)%4)) // never fails
	return x.footer(sum.Sum32(), (size+3)/4)
}

// footer reads the checksum of the index and the footer of the stream; words
// is the size of the index without its checksum, in units of four bytes.
func (x *Reader) footer(sum uint32, words uint64) error {
	var b [16]byte
	if err := x.fill(b[:]); err != nil {
		return err
	}
	f := b[4:]
	switch {
	case binary.LittleEndian.Uint32(b[:]) != sum, crc32.ChecksumIEEE(f[4:10]) != binary.LittleEndian.Uint32(f):
		return errChecksum
	case uint64(binary.LittleEndian.Uint32(f[4:])) != words, f[8] != 0, f[9] != x.checkID, string(f[10:]) != footerMagic:
		return errCorrupt
	}
	x.inside = false
	return nil
}

// A vliReader takes apart numbers of seven bits a byte.
type vliReader struct {
	b   []byte
	bad bool
}

// next returns the next number; it sets bad when there is none.
func (v *vliReader) next() (n uint64) {
	for k := range 9 {
		if k == len(v.b) {
			break
		}
		c := v.b[k]
		n |= uint64(c&0x7f) << (7 * k)
		if c < 0x80 {
			v.b = v.b[k+1:]
			v.bad = v.bad || c == 0 && k > 0
			return n
		}
	}
	v.b, v.bad = nil, true
	return 0
}

// take returns the next n bytes.
func (v *vliReader) take(n uint64) []byte {
	if n > uint64(len(v.b)) {
		v.b, v.bad = nil, true
		return nil
	}
	b := v.b[:n]
	v.b = v.b[n:]
	return b
}
