package sparseio

import (
	"bufio"
	"io"

	"github.com/klauspost/compress/gzip"
)

// A gzipReader decompresses .gz data: members one after the other. Zeros
// behind the last one are padding; anything else there is counted and ignored,
// as gzip does.
type gzipReader struct {
	r    *bufio.Reader
	z    *gzip.Reader
	rest int64 // bytes behind the last member that are not zero
	err  error
}

// openGzip opens .gz data.
func openGzip(r *bufio.Reader, _ int64) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &gzipReader{r: r, z: z}, nil
}

// Read reads decompressed data.
func (g *gzipReader) Read(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.z.Read(p)
	if err == io.EOF {
		err = g.nextMember()
	}
	g.err = err
	return n, err
}

// nextMember begins the next member; io.EOF says that there is none.
func (g *gzipReader) nextMember() error {
	if head, _ := g.r.Peek(2); string(head) == "\x1f\x8b" {
		if err := g.z.Reset(g.r); err != nil {
			return err
		}
		g.z.Multistream(false)
		return nil
	}
	for {
		c, err := g.r.ReadByte()
		if err != nil {
			return err
		}
		if c != 0 {
			g.rest++
		}
	}
}

// trailing returns how many bytes behind the data were ignored.
func (g *gzipReader) trailing() int64 { return g.rest }
