package sparseio

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/nrkit/nrkit/sparsity"
)

// An mmBlock is what was parsed from some whole lines.
type mmBlock struct {
	// part has the entries as listed, numbered from 0. Of an array it has
	// the values only.
	part    sparsity.Triplets
	entries int

	lines int
	skips []int32 // lines without an entry, numbered from 0 in the block
	notes notes   // lines numbered from 1 in the block
	err   *mmFault
}

// An mmFault is the first error in a block, which ends its parsing.
type mmFault struct {
	line, col int // from 1 in the block
	msg       string
}

// mmPad is how many bytes beyond the end of a block may be read, not used.
const mmPad = 32

// A blockSource cuts the rest of an input into blocks of whole lines. It is
// for several goroutines.
type blockSource struct {
	mu    sync.Mutex
	r     io.Reader
	carry []byte // begin of a line whose end was not read yet
	count int    // blocks handed out
	err   error  // why there are no more blocks: io.EOF, an error of r, errLongLine

	stop atomic.Bool // hand out no more blocks
}

// errLongLine says that a line is longer than mmMaxLine.
var errLongLine = fmt.Errorf("want lines of at most %d bytes", mmMaxLine)

// next fills buf, which it may replace by a larger one, with the next block.
// It returns the number of the block, or -1 when there are no more.
func (s *blockSource) next(buf *[]byte, blockSize int) (block []byte, number int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop.Load() {
		return nil, -1
	}
	n := 0
	for s.err == nil {
		size := max(blockSize, len(s.carry)+blockSize/2)
		if len(*buf) < size+mmPad {
			*buf = make([]byte, size+mmPad)
		}
		copy(*buf, s.carry)
		n, s.err = io.ReadFull(s.r, (*buf)[len(s.carry):size])
		n += len(s.carry)
		if s.err == io.ErrUnexpectedEOF {
			s.err = io.EOF
		}
		cut := n
		if s.err == nil {
			cut = bytes.LastIndexByte((*buf)[:n], '\n') + 1
		}
		s.carry = append(s.carry[:0], (*buf)[cut:n]...)
		if cut == 0 && len(s.carry) > mmMaxLine {
			s.err = errLongLine
		}
		if n = cut; n > 0 {
			break
		}
	}
	if n == 0 {
		return nil, -1
	}
	s.count++
	return (*buf)[:n], s.count - 1
}

// readBlocks parses the rest of the input with all workers.
func (p *mmReader) readBlocks() error {
	src := &blockSource{r: p.in.r}
	size := p.blockSize
	if left := p.in.size - p.offset; p.in.size >= 0 && left < int64(size) {
		size = max(int(left)+1, 1)
	}
	var mu sync.Mutex
	var total atomic.Int64
	work := func() {
		var buf []byte
		for {
			data, k := src.next(&buf, size)
			if k < 0 {
				return
			}
			b := p.parseBlock(data)
			if b.err != nil || total.Add(int64(b.entries)) > int64(p.h.entries) {
				src.stop.Store(true)
			}
			mu.Lock()
			for len(p.blocks) <= k {
				p.blocks = append(p.blocks, nil)
			}
			p.blocks[k] = b
			mu.Unlock()
		}
	}
	var wg sync.WaitGroup
	for range p.opt.Workers - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	switch src.err {
	case nil, io.EOF:
		return nil
	case errLongLine:
		p.blocks = append(p.blocks, &mmBlock{err: &mmFault{1, mmMaxLine + 1, errLongLine.Error()}})
		return nil
	}
	return p.ioError(src.err)
}
