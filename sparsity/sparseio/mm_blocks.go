package sparseio

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
)

// mmPad is how many bytes behind a block may be read, though not used.
const mmPad = 16

// A blockSource cuts the rest of an input into blocks of whole lines. It is
// for several goroutines.
type blockSource struct {
	mu    sync.Mutex
	r     io.Reader
	size  int    // wanted of a block, in bytes
	carry []byte // begin of a line whose end was not read yet
	count int    // blocks handed out
	lines int    // in them
	err   error  // why there are no more blocks: io.EOF, an error of r, errLongLine

	stop atomic.Bool // hand out no more blocks
}

// errLongLine says that a line is longer than mmMaxLine.
var errLongLine = fmt.Errorf("want lines of at most %d bytes", mmMaxLine)

// A rawBlock is some whole lines of text, not parsed yet.
type rawBlock struct {
	data   []byte // behind size bytes of text is a line feed and room to read more
	size   int
	number int // among all blocks
	lines  int
	before int // lines in all blocks before
}

// next returns the next block, in the memory of buf, which it replaces by
// more as needed. It reports false when there are no more.
func (s *blockSource) next(buf *[]byte) (raw rawBlock, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop.Load() {
		return rawBlock{}, false
	}
	n := 0
	for n == 0 && s.err == nil {
		n = s.fill(buf)
	}
	if n == 0 {
		return rawBlock{}, false
	}
	data := *buf
	lines := bytes.Count(data[:n], []byte{'\n'})
	if data[n-1] != '\n' {
		lines++
	}
	data[n] = '\n'
	raw = rawBlock{data, n, s.count, lines, s.lines}
	s.count++
	s.lines += lines
	return raw, true
}

// fill reads one more piece of the input into buf, after what was carried
// over, and carries over the begin of a line at the end. It returns how much
// is left, all whole lines; nothing when not even one ended.
func (s *blockSource) fill(buf *[]byte) int {
	have := len(s.carry)
	want := have + s.size
	if len(*buf) < want+mmPad {
		*buf = make([]byte, want+mmPad)
	}
	b := *buf
	copy(b, s.carry)
	for have < want && s.err == nil {
		var n int
		n, s.err = s.r.Read(b[have:want])
		have += n
	}
	end := have
	if s.err == nil {
		end = bytes.LastIndexByte(b[:have], '\n') + 1
	}
	s.carry = append(s.carry[:0], b[end:have]...)
	if len(s.carry) > mmMaxLine {
		s.err = errLongLine
	}
	return end
}

// readBlocks parses the rest of the input with all workers.
func (p *mmReader) readBlocks() error {
	src := &blockSource{r: p.in.r, size: p.blockSize}
	if left := p.in.size - p.offset; p.in.size >= 0 {
		p.makeRoom()
		if left < int64(src.size) {
			src.size = int(left) + 1 // so that the first read meets the end
		}
	}
	var mu sync.Mutex
	var total atomic.Int64
	work := func() {
		var buf []byte
		for {
			raw, ok := src.next(&buf)
			if !ok {
				return
			}
			b := p.parseBlock(raw)
			if b.err != nil || total.Add(int64(b.entries)) > int64(p.h.entries) {
				src.stop.Store(true)
			}
			mu.Lock()
			for len(p.blocks) <= raw.number {
				p.blocks = append(p.blocks, nil)
			}
			p.blocks[raw.number] = b
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
