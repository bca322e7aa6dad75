package sparseio

import (
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// CompressWriter returns a writer that compresses into w by the extension of name,
// .gz or .zst, and name without the extension. The writer must be closed; w stays
// open. For any other name ok is false.
//
// The bytes depend on the written data alone: no time and no name is stored.
func CompressWriter(w io.Writer, name string) (c io.WriteCloser, inner string, ok bool) {
	ext := path.Ext(name)
	inner = name[:len(name)-len(ext)]
	switch strings.ToLower(ext) {
	case ".gz":
		return gzip.NewWriter(w), inner, true
	case ".zst":
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(errZstdOptions)
		}
		return z, inner, true
	}
	return nil, name, false
}

// errZstdOptions: the options of the encoder are constants.
const errZstdOptions = "sparseio: options of zstd"
