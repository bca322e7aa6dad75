package sparseio

import (
	"bytes"
	"fmt"
	"hash"
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
	read  func([]byte) (int, error)
	size  int    // wanted of a block, in bytes
	carry []byte // begin of a line whose end was not read yet
	count int    // blocks handed out
	lines int    // in them
	err   error  // why there are no more blocks: io.EOF, an error of read, errLongLine

	hash *hashQueue  // hashes what is read; nil when that is done elsewhere
	stop atomic.Bool // hand out no more blocks
}

// newBlockSource returns a source of what is left of in.
func newBlockSource(in *input, size int) *blockSource {
	s := &blockSource{read: in.r.Read, size: size}
	if in.stored == nil {
		return s
	}
	buffered, _ := in.r.Peek(in.r.Buffered()) // all there, and hashed
	s.carry = append(s.carry, buffered...)
	s.read = in.stored.readOnly
	s.hash = &hashQueue{h: in.stored.h}
	s.hash.moved.L = &s.hash.mu
	return s
}

// A hashQueue hashes pieces in their order, whichever goroutine has them.
type hashQueue struct {
	mu    sync.Mutex
	moved sync.Cond // turn has changed
	turn  int       // number of the next piece
	h     hash.Hash
}

// write waits until all pieces before the one with this number are hashed,
// then hashes it.
func (q *hashQueue) write(number int, piece []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.turn != number {
		q.moved.Wait()
	}
	q.h.Write(piece) // never fails
	q.turn++
	q.moved.Broadcast()
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
	raw, fresh := s.cut(buf)
	if raw.size == 0 {
		return raw, false
	}
	if s.hash != nil {
		s.hash.write(raw.number, fresh)
	}
	raw.data[raw.size] = '\n' // may be in place of text that was carried over
	return raw, true
}

// cut reads the next block, empty when there are no more, and returns it with
// those of the bytes in its memory that were not there before.
func (s *blockSource) cut(buf *[]byte) (raw rawBlock, fresh []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop.Load() || s.err != nil {
		return rawBlock{}, nil
	}
	old := len(s.carry)
	have, end := s.fill(buf)
	data := *buf
	s.carry = append(s.carry[:0], data[end:have]...)
	if end == 0 {
		return rawBlock{}, nil
	}
	lines := bytes.Count(data[:end], []byte{'\n'})
	if data[end-1] != '\n' {
		lines++
	}
	raw = rawBlock{data, end, s.count, lines, s.lines}
	s.count++
	s.lines += lines
	return raw, data[old:have]
}

// fill puts what was carried over into buf, and reads more until there is a
// whole line or no more input. It returns how much there is and how much of it
// is whole lines.
func (s *blockSource) fill(buf *[]byte) (have, end int) {
	have = len(s.carry)
	want := have + s.size
	if len(*buf) < want+mmPad {
		*buf = make([]byte, want+mmPad)
	}
	copy(*buf, s.carry)
	for {
		for have < want && s.err == nil {
			var n int
			n, s.err = s.read((*buf)[have:want])
			have += n
		}
		if s.err != nil {
			return have, have
		}
		if end = bytes.LastIndexByte((*buf)[:have], '\n') + 1; end > 0 {
			return have, end
		}
		if have > mmMaxLine {
			s.err = errLongLine
			return have, 0
		}
		want *= 2
		*buf = append((*buf)[:have], make([]byte, want+mmPad-have)...)
	}
}

// readBlocks parses the rest of the input with all workers.
func (p *mmReader) readBlocks() error {
	src := newBlockSource(p.in, p.blockSize)
	if left := p.in.size - p.offset; p.in.size >= 0 {
		p.makeRoom()
		// One more byte than is left, so that the first read meets the end;
		// some blocks for each worker, so that all end at about the same time.
		src.size = min(src.size, int(left)+1, max(mmSmallBlock, int(left)/(8*p.opt.Workers)))
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
			if n := int(total.Add(int64(b.entries))); b.err == nil && n > freePacked {
				if most := p.in.mostEntries(); n > most { // here, where the size of the file is not known
					b.err = &mmFault{line: 1, col: 1, msg: tooDense(n, most)}
				}
			}
			if b.err != nil || total.Load() > int64(p.h.entries) {
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
		p.blocks = append(p.blocks, &mmBlock{err: &mmFault{line: 1, col: mmMaxLine + 1, msg: errLongLine.Error()}})
		return nil
	}
	return p.ioError(src.err)
}
