package sparseio

import (
	"fmt"
	"math"
)

// What compressed data may hold. Deflate makes a thousand bytes of one, so that
// a small file may list any number of entries, all at one place. Distinct ones
// take more: of 74 matrices of collections none has as many as one for a byte of .xz.
const (
	freePacked  = 1 << 20 // entries, whatever the size
	packedDense = 8       // entries for each byte beyond

	freeArchive  = 4 << 20 // the same for npz, where equal columns of dense blocks take almost nothing
	archiveDense = 16

	packedElements = 16 // values for each of these entries in elements, which are often equal
)

// mostPacked returns how many entries so many bytes of compressed data may
// hold: free, and dense for each byte.
func mostPacked(bytes int64, free, dense int) int {
	return free + dense*int(min(bytes, int64(math.MaxInt/2/dense)))
}

// mostEntries returns how many entries the input may have by the size of the
// file it is in: all of it where that is known, else what of it has been read so far. There is
// no limit where nothing is compressed: then text takes as much.
func (in *input) mostEntries() int {
	switch {
	case !in.packed:
		return math.MaxInt
	case in.total >= 0:
		return mostPacked(in.total, freePacked, packedDense)
	}
	return mostPacked(in.raw.n.Load(), freePacked, packedDense)
}

// tooDense says that entries are more than mostEntries, which is most.
func tooDense(entries, most int) string {
	return fmt.Sprintf("want at most %[2]d entries in compressed data of this size, got %[1]d: if the number is right, store the file uncompressed", entries, most)
}
