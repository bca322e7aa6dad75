package sparseio

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"runtime"

	"github.com/nrkit/nrkit/sparsity"
)

// An mmReader reads one Matrix Market file: the header line by line, the
// entries in blocks of whole lines.
//
// Format: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats:
// Initial Design, NISTIR 5935, 1996, and
// https://math.nist.gov/MatrixMarket/formats.html. Where these leave a choice,
// docs/formats-matrixmarket.md has it.
type mmReader struct {
	in        *input
	opt       Options
	blockSize int // bytes to parse at a time

	h      mmHeader
	line   int   // number of the current line of the header
	offset int64 // bytes of the header read
	notes  notes

	room      sparsity.Triplets // memory for the entries of roomLines lines
	roomLines int               // 0 when there is none
	blocks    []*mmBlock        // what was parsed, in the order of the file
}

const (
	mmBlockSize  = 256 << 10
	mmSmallBlock = 64 << 10 // for a file of few blocks
	mmMaxLine    = 1 << 20  // bytes in one line
)

// readMatrixMarket reads in, which begins with a banner.
func readMatrixMarket(in *input, opt Options) (*File, error) {
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	p := &mmReader{in: in, opt: opt, blockSize: mmBlockSize}
	return p.read()
}

// read reads the whole file.
func (p *mmReader) read() (*File, error) {
	if err := p.readHeader(); err != nil {
		return nil, err
	}
	if err := p.readBlocks(); err != nil {
		return nil, err
	}
	if err := p.checkBlocks(); err != nil {
		return nil, err
	}
	return p.assemble()
}

// nextLine returns the next line of the header without its end, nil at the
// end of the input. It is valid until the next call.
func (p *mmReader) nextLine() ([]byte, error) {
	p.line++
	line, err := p.in.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		line, err = p.longLine(line)
	}
	p.offset += int64(len(line))
	if err != nil && err != io.EOF {
		return nil, p.ioError(err)
	}
	if len(line) > mmMaxLine {
		return nil, p.fault(mmMaxLine, "%v", errLongLine)
	}
	if len(line) == 0 {
		return nil, nil
	}
	return trimEnd(line), nil
}

// longLine returns the line that begins with begin and goes on in p.in.r.
func (p *mmReader) longLine(begin []byte) ([]byte, error) {
	line := append([]byte(nil), begin...)
	for len(line) <= mmMaxLine {
		more, err := p.in.r.ReadSlice('\n')
		line = append(line, more...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
	return line, nil
}

// trimEnd returns line without its end, which is a line feed that a carriage
// return may precede.
func trimEnd(line []byte) []byte {
	line = bytes.TrimSuffix(line, []byte{'\n'})
	return bytes.TrimSuffix(line, []byte{'\r'})
}

// ioError returns err, which is of the input and not of its text.
func (p *mmReader) ioError(err error) error {
	return fmt.Errorf("reading %s: %w", p.in.file, err)
}
