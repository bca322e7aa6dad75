package sparseio

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/nrkit/nrkit/internal/inflate"
	"github.com/nrkit/nrkit/internal/xz"
)

// A compression is a format that wraps one stream of bytes.
type compression struct {
	name  string
	magic string // the first bytes, '?' for any
	exts  []string

	// open returns a reader of the data compressed in r, an input of size
	// bytes, -1 when unknown. The error io.ErrUnexpectedEOF of the reader says
	// that r ends too early.
	open func(r *bufio.Reader, size int64) (io.Reader, error)
}

// compressions returns the formats that are read.
func compressions() []compression {
	return []compression{
		{"gzip", "\x1f\x8b\x08", []string{".gz", ".tgz"}, openGzip},
		{"zstd", "\x28\xb5\x2f\xfd", []string{".zst", ".tzst"}, openZstd},
		{"zstd", "?\x2a\x4d\x18", []string{".zst", ".tzst"}, openZstd}, // begins with a skippable frame
		{"xz", xz.Magic, []string{".xz", ".txz"}, openXZ},
		{"bzip2", "BZh?\x31\x41\x59\x26\x53\x59", []string{".bz2", ".tbz2"}, openBzip2},
	}
}

// compressionOf returns the compression of an input that begins with head, nil
// when there is none.
func compressionOf(head []byte) *compression {
	for _, c := range compressions() {
		found := len(head) >= len(c.magic)
		for k := 0; found && k < len(c.magic); k++ {
			found = c.magic[k] == '?' || c.magic[k] == head[k]
		}
		if found {
			return &c
		}
	}
	return nil
}

// stem returns name without the extension of c: a.mtx of a.mtx.gz, a.tar of
// a.tgz.
func (c *compression) stem(name string) string {
	ext := path.Ext(name)
	for _, e := range c.exts {
		if !strings.EqualFold(ext, e) {
			continue
		}
		name = name[:len(name)-len(ext)]
		if len(e) > 3 && e[1] == 't' {
			name += ".tar"
		}
		return name
	}
	return name
}

const (
	maxLayers  = 4        // of containers in each other
	drainLimit = 64 << 20 // data read behind an error, to find out whether the container is damaged
)

// readCompressed reads the matrix compressed in in. Decompression runs on a
// goroutine of its own.
//
// A container that is damaged is refused as such, whatever the parser made of
// what came out of it.
func (in *input) readCompressed(c *compression, opt Options) (*File, error) {
	if in.layer++; in.layer > maxLayers {
		return nil, in.refuse("containers in more than %d layers", maxLayers)
	}
	src := &tappedReader{r: in.r}
	size := bufferFor(in.size)
	dec, err := c.open(bufio.NewReaderSize(src, size), in.size)
	if err != nil {
		return nil, in.damaged(c, src, err)
	}
	p := startPump(dec)
	inner := *in
	inner.name, inner.size, inner.stored, inner.packed = c.stem(in.name), -1, nil, true
	inner.r = bufio.NewReaderSize(p, headSize)
	f, err := inner.read(opt)
	if err == nil {
		_, _ = io.Copy(io.Discard, p) // its error is that of the pump
	} else {
		_, _ = io.CopyN(io.Discard, p, drainLimit)
	}
	if end := p.stop(); end != nil && end != io.EOF {
		return nil, in.damaged(c, src, end)
	}
	if err != nil {
		return nil, err
	}
	if z, ok := dec.(*inflate.GzipReader); ok && z.Trailing() > 0 {
		f.Warnings = append(f.Warnings, Warning{Code: codeTrailingData, File: in.file,
			Msg: fmt.Sprintf("%d bytes after the %s data are ignored", z.Trailing(), c.name)})
	}
	return f, nil
}

// bufferFor returns the size of a read buffer for an input of size bytes.
func bufferFor(size int64) int {
	if size >= 0 && size < 64<<10 {
		return max(16, int(size))
	}
	return 64 << 10
}

// refuse returns an error about the input as a whole.
func (in *input) refuse(format string, args ...any) error {
	return &SyntaxError{File: in.file, Msg: fmt.Sprintf(format, args...)}
}

// damaged returns the error for data of format c that cannot be decompressed.
func (in *input) damaged(c *compression, src *tappedReader, err error) error {
	switch {
	case src.err != nil:
		return fmt.Errorf("reading %s: %w", in.file, src.err)
	case errors.Is(err, io.ErrUnexpectedEOF) || err == io.EOF: // the latter before the first byte
		return in.refuse("truncated: the file ends after %[2]d bytes, before the end of the %[1]s data", c.name, src.n)
	case errors.Is(err, zstd.ErrWindowSizeExceeded):
		return in.refuse("the zstd data needs a window of more than %d MiB", zstdWindow(in.size)>>20)
	case errors.As(err, new(*xz.DictionaryError)):
		return in.refuse("%s", err)
	}
	return in.refuse("damaged %s data within the first %d bytes: %s", c.name, src.n, plainCause(err))
}

// plainCause returns the text of err without the name of the package that it
// comes from.
func plainCause(err error) string {
	text := err.Error()
	for _, name := range []string{"gzip: ", "flate: ", "zstd: ", "bzip2 data invalid: ", "archive/tar: "} {
		text = strings.TrimPrefix(text, name)
	}
	return text
}

// A tappedReader remembers how many bytes were read and the error of r, which
// a decompressor may replace by its own.
type tappedReader struct {
	r   io.Reader
	n   int64
	err error
}

func (t *tappedReader) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.n += int64(n)
	if err != nil && err != io.EOF {
		t.err = err
	}
	return n, err
}

// openGzip opens .gz data.
func openGzip(r *bufio.Reader, _ int64) (io.Reader, error) {
	z, err := inflate.NewGzipReader(r)
	if err != nil {
		return nil, err
	}
	return z, nil
}

// openXZ opens .xz data.
func openXZ(r *bufio.Reader, _ int64) (io.Reader, error) { return xz.NewReader(r), nil }

// openBzip2 opens .bz2 data.
func openBzip2(r *bufio.Reader, _ int64) (io.Reader, error) { return bzip2.NewReader(r), nil }

// zstdWindow returns the largest window to allow in an input of size bytes. A
// window takes memory at once, so that a small input must not ask for a large
// one; zstd makes windows above 8 MiB only when asked to.
func zstdWindow(size int64) uint64 {
	return uint64(min(max(32<<20, 64*size), 512<<20))
}

// openZstd opens .zst data.
func openZstd(r *bufio.Reader, size int64) (io.Reader, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(zstdWindow(size)))
	if err != nil {
		return nil, err
	}
	return d, nil
}
