package matrices

import (
	"io"

	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// counts is what came of the entries of a matrix.
type counts struct {
	entries int64 // in the file
	summed  int64 // added to another one at the same position
	ignored int64 // that the solver does not look at
}

// A beginner writes the head of a file when its counts are known.
type beginner func(n counts) *sparseio.MarketWriter

// write writes m to w as Matrix Market. Comment returns the comment of the file.
func (m *raw) write(w io.Writer, comment func(counts) string) (counts, error) {
	h := sparseio.MarketHeader{Layout: "coordinate", Field: m.field(), Symmetry: m.symmetryWord(), Rows: m.Rows, Cols: m.Cols}
	convert := m.compressed
	switch {
	case m.What != MatrixA:
		h.Layout, h.Symmetry, h.Cols = "array", "general", m.NRHS
		convert = m.vectors
	case m.layout == layoutTriplets:
		convert = m.triplets
	case m.layout == layoutDense:
		convert = m.dense
	}
	return convert(func(n counts) *sparseio.MarketWriter {
		h.Entries, h.Comment = n.entries, comment(n)
		return sparseio.NewMarketWriter(w, h)
	})
}
