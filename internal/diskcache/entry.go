package diskcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
)

// magic begins every entry; the digit is the version of the format.
const magic = "nrkit cache entry 1\n"

// encode returns the file of an entry: magic, the lengths of key and value as
// 64-bit little-endian numbers, key, value, and SHA-256 of all before.
func encode(key, value []byte) []byte {
	b := make([]byte, 0, len(magic)+16+len(key)+len(value)+sha256.Size)
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(key)))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(value)))
	b = append(b, key...)
	b = append(b, value...)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// decode returns the value of an entry, if it is whole and that of the key.
func decode(b, key []byte) (value []byte, ok bool) {
	body := len(b) - sha256.Size
	if body < len(magic)+16+len(key) || !bytes.HasPrefix(b, []byte(magic)) {
		return nil, false
	}
	keyLen := binary.LittleEndian.Uint64(b[len(magic):])
	valueLen := binary.LittleEndian.Uint64(b[len(magic)+8:])
	rest := b[len(magic)+16 : body]
	if keyLen != uint64(len(key)) || valueLen != uint64(len(rest)-len(key)) || !bytes.Equal(rest[:len(key)], key) {
		return nil, false
	}
	sum := sha256.Sum256(b[:body])
	if !bytes.Equal(sum[:], b[body:]) {
		return nil, false
	}
	return rest[len(key):], true
}
