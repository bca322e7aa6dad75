package sparseio

import (
	"fmt"
	"io"
	"strconv"
	"sync"
)

// A section is where the numbers of one part of the file stand: number k is in
// field k mod len(fields) of line first + k/len(fields). Every line is full
// but the last, which makes the lines independent of each other.
type section struct {
	what   string
	fields []rbField
	n      int // numbers
	dense  int // how many of them there may be for an entry of mostEntries, 0 for one
	first  int // line
}

// lines returns how many lines the section takes.
func (s *section) lines() int {
	if s.n == 0 {
		return 0
	}
	return (s.n-1)/len(s.fields) + 1
}

// position returns the line and column of integer k, whose value is v:
// integers are written at the right of their field.
func (s *section) position(k int, v int64) (line, col int) {
	f := s.fields[k%len(s.fields)]
	return s.first + k/len(s.fields), max(1, f.at+f.width-len(strconv.FormatInt(v, 10))+1)
}

// A rbBlock is some lines of a section and what they hold. A worker fills one
// alone.
type rbBlock struct {
	s     *section
	line  int // number of the current line
	k     int // number of the next number in the section
	words []span
	plain []byte // the current number in plain form
	loose bool   // a number was outside its columns, which was noted

	ints     []int64 // what was read: integers,
	reals    []float64
	notes    notes
	warnings []Warning
	fault    *SyntaxError
}

// A sectionReader hands out the lines of a section to workers.
type sectionReader struct {
	s      *section
	source *rbSource
	parse  func(b *rbBlock, text []byte) // reads the lines of one block
	total  int                           // lines
	most   func() int                    // entries that the input may have

	mu     sync.Mutex
	blocks []*rbBlock // in order
	done   int        // lines handed out
	failed bool       // hand out no more
	ioErr  error      // of the input
}

// readSection reads a section in blocks of lines, with all workers, and
// returns the blocks in order. The error is the first of the section,
// whichever worker met it.
func (p *rbReader) readSection(s *section, claimed int, parse func(b *rbBlock, text []byte)) ([]*rbBlock, error) {
	s.first = p.line + 1
	r := sectionReader{s: s, source: &p.source, parse: parse, total: s.lines(), most: p.in.mostEntries}
	if s.n > 0 && r.total != claimed {
		p.warn(codeLineCount, 2, 1, fmt.Sprintf("the header says that the %s take %d lines, got %d", s.what, claimed, r.total))
	}
	var wg sync.WaitGroup
	for range min(p.workers(), 1+r.total/rbWorkerLines) - 1 {
		wg.Go(r.work)
	}
	r.work()
	wg.Wait()
	p.line += r.total
	for _, b := range r.blocks {
		if b.fault != nil {
			b.fault.File = p.in.file
			return nil, b.fault
		}
		p.notes.merge(&b.notes, 0)
		for _, w := range b.warnings {
			p.warnOnce(w.Code, w.Line, w.Col, w.Msg)
		}
	}
	if r.ioErr != nil {
		return nil, fmt.Errorf("reading %s: %w", p.in.file, r.ioErr)
	}
	return r.blocks, nil
}

// rbWorkerLines is how many lines are worth a worker.
const rbWorkerLines = 4096

// work parses blocks until there are no more.
func (r *sectionReader) work() {
	var buf []byte
	for b, text := r.take(&buf); b != nil; b, text = r.take(&buf) {
		if b.fault == nil {
			r.parse(b, text)
		}
		if b.fault != nil {
			r.mu.Lock()
			r.failed = true
			r.mu.Unlock()
			return
		}
	}
}

// take hands out the next block with its text; nil when there is none. A block
// may come with a fault.
func (r *sectionReader) take(buf *[]byte) (*rbBlock, []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.done == r.total || r.failed {
		return nil, nil
	}
	text, lines, err := r.source.next(buf, r.total-r.done)
	b := &rbBlock{s: r.s, line: r.s.first + r.done, k: r.done * len(r.s.fields)}
	switch {
	case lines > 0 && b.k > freePacked && b.k/max(1, r.s.dense) > r.most(): // here, where the size of the file is not known
		b.refuse(0, "%s", tooDense(b.k, r.most()))
	case lines > 0:
	case err == nil:
		b.refuse(rbMaxLine, "want lines of at most %d bytes", rbMaxLine)
	case err == io.EOF:
		b.refuse(0, "want %d %s, got the end of the input after %d", r.s.n, r.s.what, b.k)
	default:
		r.failed, r.ioErr = true, err
		return nil, nil
	}
	r.done += lines
	r.blocks = append(r.blocks, b)
	return b, text
}

// refuse records an error at the byte with index at of the current line.
func (b *rbBlock) refuse(at int, format string, args ...any) {
	b.fault = &SyntaxError{Line: b.line, Col: at + 1, Msg: fmt.Sprintf(format, args...)}
}

// warned reports whether there is a warning with that code.
func warned(ws []Warning, code string) bool {
	for _, w := range ws {
		if w.Code == code {
			return true
		}
	}
	return false
}

// readPointers reads the column pointers, or element pointers, and returns
// them counted from 0.
func (p *rbReader) readPointers() ([]int64, error) {
	s := section{what: "column pointers", fields: p.h.pointers, n: p.h.cols + 1}
	blocks, err := p.readSection(&s, p.h.pointerLines, func(b *rbBlock, text []byte) {
		b.parseIntegers(text, 0, 0)
	})
	if err != nil {
		return nil, err
	}
	ptr := make([]int64, 0, s.n)
	for _, b := range blocks {
		ptr = append(ptr, b.ints...)
	}
	last := int64(1)
	want := int64(p.h.indices) + 1
	for k, v := range ptr {
		msg := ""
		switch {
		case k == 0 && v != 1:
			msg = "want 1 as the first column pointer, got %d"
		case v < last:
			msg = fmt.Sprintf("want a column pointer of at least %d, as the one before, got %%d", last)
		case v > want:
			msg = fmt.Sprintf("want a column pointer in 1..%d, got %%d", want)
		case k == s.n-1 && v != want:
			msg = fmt.Sprintf("want %d as the last column pointer, one more than the number of row indices, got %%d", want)
		}
		if msg != "" {
			line, col := s.position(k, v)
			return nil, &SyntaxError{File: p.in.file, Line: line, Col: col, Msg: fmt.Sprintf(msg, v)}
		}
		last = v
		ptr[k] = v - 1
	}
	return ptr, nil
}

// readIndices reads the row indices, or variable indices, and returns them
// counted from 0, and where they stand.
func (p *rbReader) readIndices() ([]int32, *section, error) {
	s := &section{what: "row indices", fields: p.h.index, n: p.h.indices}
	blocks, err := p.readSection(s, p.h.indexLines, func(b *rbBlock, text []byte) {
		b.parseIntegers(text, 1, int64(p.h.rows))
	})
	if err != nil {
		return nil, nil, err
	}
	ind := make([]int32, 0, s.n)
	for _, b := range blocks {
		for _, v := range b.ints {
			ind = append(ind, int32(v-1))
		}
		b.ints = nil
	}
	return ind, s, nil
}

// readValues reads n values, twice as many numbers for a complex matrix. Both
// results are nil when there are no values, or when they are not wanted.
func (p *rbReader) readValues(n int) (re, im []float64, err error) {
	if !p.h.hasValues() || p.opt.PatternOnly {
		return nil, nil, nil
	}
	s := section{what: "values", fields: p.h.values, n: n, dense: 2 * packedElements}
	if p.h.field == 'c' {
		s.n = 2 * n
	}
	blocks, err := p.readSection(&s, p.h.valueLines, (*rbBlock).parseReals)
	if err != nil {
		return nil, nil, err
	}
	re = make([]float64, 0, n)
	if p.h.field != 'c' {
		for _, b := range blocks {
			re = append(re, b.reals...)
			b.reals = nil
		}
		return re, nil, nil
	}
	im = make([]float64, 0, n)
	for _, b := range blocks {
		for _, v := range b.reals {
			if len(re) > len(im) {
				im = append(im, v)
			} else {
				re = append(re, v)
			}
		}
		b.reals = nil
	}
	return re, im, nil
}
