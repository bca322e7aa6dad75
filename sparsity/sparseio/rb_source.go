package sparseio

import (
	"bytes"
	"io"
)

const (
	rbBlockSize = 256 << 10 // bytes to parse at a time
	rbMaxLine   = 256 << 10 // bytes in one line
)

// A rbSource cuts the input behind the header into blocks of whole lines.
type rbSource struct {
	r     io.Reader
	size  int    // of the next block; grows, since most files are small
	carry []byte // read, and not handed out
	err   error  // why no more can be read; io.EOF at the end
}

// next returns up to most lines in *buf, which it replaces by a larger one as
// needed, and their number. The last line has no end where the input has none.
// There are no lines when the input has ended or cannot be read, or when a
// line is longer than rbMaxLine; err tells: nil stands for the last of these.
func (s *rbSource) next(buf *[]byte, most int) (block []byte, lines int, err error) {
	s.size = min(max(4096, 2*s.size), rbBlockSize)
	b := s.fill(*buf)
	*buf = b[:cap(b)]
	end := bytes.LastIndexByte(b, '\n') + 1
	if s.err != nil {
		end = len(b)
	}
	lines = bytes.Count(b[:end], []byte{'\n'})
	if end > 0 && b[end-1] != '\n' {
		lines++
	}
	if lines > most {
		end, lines = afterLines(b, most), most
	}
	s.carry = append(s.carry[:0], b[end:]...)
	if lines == 0 {
		err = s.err
	}
	return b[:end], lines, err
}

// fill returns what was carried over and as much of the input as makes a
// block, more where a line is longer, in buf or in a larger buffer.
func (s *rbSource) fill(buf []byte) []byte {
	have, want := len(s.carry), max(s.size, len(s.carry))
	if len(buf) < want {
		buf = make([]byte, want)
	}
	copy(buf, s.carry)
	for {
		for have < want && s.err == nil {
			var n int
			n, s.err = s.r.Read(buf[have:want])
			have += n
		}
		if s.err != nil || want >= rbMaxLine || bytes.IndexByte(buf[:have], '\n') >= 0 {
			return buf[:have]
		}
		want = min(2*want, rbMaxLine)
		buf = append(buf[:have], make([]byte, want-have)...)
	}
}

// afterLines returns the index behind the first n lines of b, which has more.
func afterLines(b []byte, n int) int {
	at := 0
	for range n {
		at += bytes.IndexByte(b[at:], '\n') + 1
	}
	return at
}

// rest moves to the first line that is not blank and returns how many lines
// precede it, and where in it the text begins; at is -1 when there is none.
func (s *rbSource) rest() (skipped, at int, err error) {
	var buf []byte
	for {
		block, lines, err := s.next(&buf, 1<<30)
		if lines == 0 && err == nil {
			return skipped, 0, nil // a long line is not blank
		}
		if lines == 0 {
			return skipped, -1, err
		}
		for len(block) > 0 {
			line, after, _ := bytes.Cut(block, []byte{'\n'})
			line = trimEnd(line)
			if at := skipBlanks(line, 0); at < len(line) {
				return skipped, at, nil
			}
			skipped++
			block = after
		}
	}
}
