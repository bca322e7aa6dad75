package sparseio

import (
	"io"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/mtx"
)

// WriteOptions says how to write a Matrix Market file: that of [mtx.Write].
type WriteOptions = mtx.Options

// WriteMatrixMarket writes m to w as a general coordinate file: [mtx.Write].
func WriteMatrixMarket(w io.Writer, m *sparsity.Matrix, opt WriteOptions) error {
	return mtx.Write(w, m, opt)
}
