package matrices

import (
	"encoding/binary"
	"io"
	"iter"
	"math/bits"
)

const (
	hashBlock  = 64
	hashSample = 4096
)

var hashSecret = [4]uint64{0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3}

func hashMix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// A hasher computes what internal/solvers/preload/shim/hash.h computes: four lanes,
// each of which multiplies 16 bytes of every 64 into 128 bits, as wyhash does.
type hasher struct {
	lane    [4]uint64
	total   uint64
	sampled bool
	rest    []byte // fewer than hashBlock
}

func newHasher() *hasher {
	return &hasher{lane: [4]uint64{hashSecret[1], hashSecret[2], hashSecret[3], hashSecret[0]}}
}

func (h *hasher) block(p []byte) {
	for k := range h.lane {
		a, b := binary.LittleEndian.Uint64(p[16*k:]), binary.LittleEndian.Uint64(p[16*k+8:])
		h.lane[k] = hashMix(a^hashSecret[k], b^h.lane[k])
	}
}

func (h *hasher) add(p []byte) {
	h.total += uint64(len(p))
	if len(h.rest) > 0 {
		n := min(hashBlock-len(h.rest), len(p))
		h.rest, p = append(h.rest, p[:n]...), p[n:]
		if len(h.rest) < hashBlock {
			return
		}
		h.block(h.rest)
		h.rest = h.rest[:0]
	}
	for ; len(p) >= hashBlock; p = p[hashBlock:] {
		h.block(p)
	}
	h.rest = append(h.rest, p...)
}

// Write adds bytes. Its error is nil.
func (h *hasher) Write(p []byte) (int, error) {
	h.add(p)
	return len(p), nil
}

// section adds a section of a raw file. If it has more than above bytes (0: any
// number), blocks at even distances stand for it, the first and the last bytes among
// them.
func (h *hasher) section(p []byte, above uint64) {
	for at, n := range h.spans(uint64(len(p)), above) {
		h.add(p[at : at+n])
	}
}

// sectionOf adds a section with size bytes that r reads from at on.
func (h *hasher) sectionOf(r io.ReaderAt, at, size int64, above uint64) error {
	for from, n := range h.spans(uint64(size), above) {
		if _, err := io.Copy(h, io.NewSectionReader(r, at+int64(from), int64(n))); err != nil {
			return err
		}
	}
	return nil
}

// spans are the parts of a section that are hashed.
func (h *hasher) spans(size, above uint64) iter.Seq2[uint64, uint64] {
	if above == 0 || size <= above || size <= 2*hashSample {
		return func(yield func(uint64, uint64) bool) { yield(0, size) }
	}
	h.sampled = true
	blocks := max(above/hashSample, 2)
	step := (size - hashSample) / (blocks - 1)
	return func(yield func(uint64, uint64) bool) {
		for k := range blocks {
			at := size - hashSample
			if k+1 < blocks {
				at = k * step
			}
			if !yield(at&^3, hashSample) {
				return
			}
		}
	}
}

// sum is never 0: 0 stands for no hash.
func (h *hasher) sum() uint64 {
	h.block(append(h.rest, make([]byte, hashBlock-len(h.rest))...))
	x := hashMix(h.lane[0]^hashSecret[1], h.lane[1]^h.total)
	y := hashMix(h.lane[2]^hashSecret[3], h.lane[3]^hashSecret[0])
	if x = hashMix(x^hashSecret[2], y^hashSecret[1]); x == 0 {
		x = 1
	}
	return x
}

// size begins the hash of a pattern. A matrix and its transpose may have the same arrays,
// and are two patterns.
func (h *hasher) size(n, rows int64, byRows bool, indexBytes int) {
	if byRows {
		indexBytes += 256
	}
	var words [24]byte
	binary.LittleEndian.PutUint64(words[:], uint64(n))
	binary.LittleEndian.PutUint64(words[8:], uint64(rows))
	binary.LittleEndian.PutUint64(words[16:], uint64(indexBytes))
	h.add(words[:])
}

// PatternHash returns the hash of where the entries of a matrix are, as the preloaded
// library records it, and whether it is sampled.
//
// The matrix has n columns and rows rows; byRows says that the sections hold rows where
// they usually hold columns. An index has indexBytes bytes; a dense matrix has 0, and no
// sections. The raw file has the same sections: ap and ai of compressed columns, ai
// and aj of triplets. A section of more than above bytes is sampled; 0: none.
func PatternHash(n, rows int64, byRows bool, indexBytes int, above uint64, sections ...[]byte) (hash uint64, sampled bool) {
	h := newHasher()
	h.size(n, rows, byRows, indexBytes)
	for _, s := range sections {
		h.section(s, above)
	}
	return h.sum(), h.sampled
}

// ValuesHash returns the hash of values, as the preloaded library records it, and
// whether it is sampled. The raw file has the same sections: ax, then az. A section
// of more than above bytes is sampled; 0: none.
func ValuesHash(above uint64, sections ...[]byte) (hash uint64, sampled bool) {
	h := newHasher()
	for _, s := range sections {
		h.section(s, above)
	}
	return h.sum(), h.sampled
}
