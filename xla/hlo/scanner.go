package hlo

import (
	"errors"
	"fmt"
	"io"
)

// Limits of what is read.
const (
	maxDepth = 10000   // of brackets
	maxToken = 1 << 16 // bytes kept of a name, a string or a group
	maxTypes = 1 << 26 // bytes kept of a list of types
)

// A SyntaxError says what is wrong with an input and where. Line and Col count
// from 1, Col in bytes.
type SyntaxError struct {
	File      string
	Line, Col int
	Msg       string
}

// Error returns file:line:col: msg.
func (e *SyntaxError) Error() string { return position(e.File, e.Line, e.Col) + ": " + e.Msg }

func position(file string, line, col int) string {
	if file == "" {
		return fmt.Sprintf("%d:%d", line, col)
	}
	return fmt.Sprintf("%s:%d:%d", file, line, col)
}

// A scanner reads text as it comes. Its methods panic with a failure, which
// Read recovers.
type scanner struct {
	r    io.Reader
	buf  []byte // what was read; from pos on it is not yet taken
	pos  int
	end  error // of r
	file string
	line int
	head int  // where in buf the line begins, below 0 when before it
	keep bool // what is taken goes to text, up to most bytes
	most int
	// text is what was taken last; valid until the next is.
	text  []byte
	stack []byte // of closing brackets that are to come
}

func newScanner(r io.Reader, file string) *scanner {
	return &scanner{r: r, buf: make([]byte, 0, 256<<10), file: file, line: 1}
}

// A failure carries an error out of the scanner.
type failure struct{ err error }

// fail ends reading at the byte that is next.
func (s *scanner) fail(format string, args ...any) {
	panic(failure{&SyntaxError{s.file, s.line, s.col(), fmt.Sprintf(format, args...)}})
}

// col returns the column of the byte that is next.
func (s *scanner) col() int { return s.pos - s.head + 1 }

// fill reads more. ok is false at the end.
func (s *scanner) fill() (ok bool) {
	if s.end != nil {
		return false
	}
	s.head -= s.pos
	s.buf, s.pos = s.buf[:0], 0
	for range 100 {
		var n int
		n, s.end = s.r.Read(s.buf[:cap(s.buf)])
		s.buf = s.buf[:n]
		if n > 0 || s.end != nil {
			break
		}
	}
	if s.end == nil && len(s.buf) == 0 {
		s.end = io.ErrNoProgress
	}
	if len(s.buf) > 0 {
		return true
	}
	if !errors.Is(s.end, io.EOF) {
		panic(failure{fmt.Errorf("%s: %w", position(s.file, s.line, s.col()), s.end)})
	}
	return false
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos == len(s.buf) && !s.fill() {
		return 0
	}
	return s.buf[s.pos]
}

// atEnd reports whether there is nothing more.
func (s *scanner) atEnd() bool { return s.pos == len(s.buf) && !s.fill() }

// take takes the next byte, which there is.
func (s *scanner) take() byte {
	c := s.buf[s.pos]
	s.pos++
	if c == '\n' {
		s.line++
		s.head = s.pos
	}
	if s.keep && len(s.text) < s.most {
		s.text = append(s.text, c)
	}
	return c
}

// Classes of bytes.
const (
	isSpace  = 1 << iota
	isMark   // means something within a group
	isQuoted // means something within a string
)

// classes of all bytes.
var classes = [256]uint8{
	'\n': isSpace | isMark | isQuoted, ' ': isSpace, '\t': isSpace, '\r': isSpace, '\v': isSpace, '\f': isSpace,
	'(': isMark, ')': isMark, '[': isMark, ']': isMark, '{': isMark, '}': isMark,
	'"': isMark | isQuoted, '/': isMark, '\\': isQuoted,
}

// nameByte reports whether c may be in a name or a number: anything but space,
// brackets, comma, equals and quote.
func nameByte(c byte) bool {
	switch c {
	case '(', ')', '[', ']', '{', '}', ',', '=', '"', 0:
		return false
	}
	return c > ' '
}

// space skips white space and comments. It reports whether a line ended.
func (s *scanner) space() (line bool) {
	was := s.line
	for {
		for s.pos < len(s.buf) && classes[s.buf[s.pos]]&isSpace != 0 {
			s.take()
		}
		if s.pos == len(s.buf) {
			if !s.fill() {
				return s.line != was
			}
			continue
		}
		if s.buf[s.pos] != '/' || !s.comment() {
			return s.line != was
		}
	}
}

// comment skips a comment where the next byte, a slash, begins one.
func (s *scanner) comment() bool {
	switch s.second() {
	case '/':
		s.skipLine()
	case '*':
		s.take()
		s.take()
		for last := byte(0); ; {
			if s.atEnd() {
				s.fail("input ends within a comment")
			}
			c := s.take()
			if last == '*' && c == '/' {
				return true
			}
			last = c
		}
	default:
		return false
	}
	return true
}

// second returns the byte after the next one, 0 at the end.
func (s *scanner) second() byte {
	if s.pos+1 < len(s.buf) {
		return s.buf[s.pos+1]
	}
	if s.end != nil {
		return 0
	}
	// The next byte is the last of what was read: more goes behind it.
	c := s.buf[s.pos]
	s.head -= s.pos
	s.buf = append(s.buf[:0], c)
	s.pos = 0
	for range 100 {
		n, err := s.r.Read(s.buf[1:cap(s.buf)])
		s.buf, s.end = s.buf[:1+n], err
		if n > 0 || err != nil {
			break
		}
	}
	if len(s.buf) > 1 {
		return s.buf[1]
	}
	return 0
}

// skipLine skips what is left of the line.
func (s *scanner) skipLine() {
	for !s.atEnd() {
		for s.pos < len(s.buf) {
			if s.take() == '\n' {
				return
			}
		}
	}
}

// name takes a name, which may be empty.
func (s *scanner) name() []byte {
	s.text = s.text[:0]
	for !s.atEnd() {
		k := s.pos
		for k < len(s.buf) && nameByte(s.buf[k]) {
			k++
		}
		if room := maxToken - len(s.text); room > 0 {
			s.text = append(s.text, s.buf[s.pos:min(k, s.pos+room)]...)
		}
		s.pos = k
		if k < len(s.buf) {
			break
		}
	}
	return s.text
}

// skipString skips a string, whose quote is next.
func (s *scanner) skipString() {
	line, col := s.line, s.col()
	s.take()
	for {
		if s.atEnd() {
			s.fail("input ends within the string that begins at %d:%d", line, col)
		}
		k := s.pos
		for k < len(s.buf) && classes[s.buf[k]]&isQuoted == 0 {
			k++
		}
		s.advance(k)
		if s.pos == len(s.buf) {
			continue
		}
		switch s.take() {
		case '"':
			return
		case '\\':
			if !s.atEnd() {
				s.take()
			}
		}
	}
}

// advance takes the bytes before k, which have no line feed.
func (s *scanner) advance(k int) {
	if room := s.most - len(s.text); s.keep && room > 0 {
		s.text = append(s.text, s.buf[s.pos:min(k, s.pos+room)]...)
	}
	s.pos = k
}

// closing returns the bracket that closes an opening one.
func closing(c byte) byte {
	switch c {
	case '(':
		return ')'
	case '[':
		return ']'
	}
	return '}'
}

// skipGroup skips a bracket, which is next, and all up to the one that closes it.
func (s *scanner) skipGroup() {
	line, col := s.line, s.col()
	s.stack = append(s.stack[:0], closing(s.take()))
	s.skipRest(line, col)
}

// skipRest skips up to the last bracket of the stack.
func (s *scanner) skipRest(line, col int) {
	for len(s.stack) > 0 {
		if s.atEnd() {
			s.fail("input ends within the bracket that begins at %d:%d, want %c", line, col, s.stack[len(s.stack)-1])
		}
		k := s.pos
		for k < len(s.buf) && classes[s.buf[k]]&isMark == 0 {
			k++
		}
		s.advance(k)
		if s.pos == len(s.buf) {
			continue
		}
		s.mark()
	}
}

// mark takes a byte that means something within a group.
func (s *scanner) mark() {
	switch c := s.buf[s.pos]; c {
	case '"':
		s.skipString()
		return
	case '/':
		if s.comment() {
			return
		}
	case '(', '[', '{':
		if len(s.stack) == maxDepth {
			s.fail("brackets are nested deeper than %d", maxDepth)
		}
		s.stack = append(s.stack, closing(c))
	case ')', ']', '}':
		if want := s.stack[len(s.stack)-1]; c != want {
			s.fail("want %c, got %c", want, c)
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
	s.take()
}

// kept returns what skip skips, the first maxToken bytes of it.
func (s *scanner) kept(skip func()) []byte { return s.keptUpTo(maxToken, skip) }

// keptUpTo returns what skip skips, the first most bytes of it.
func (s *scanner) keptUpTo(most int, skip func()) []byte {
	s.text, s.keep, s.most = s.text[:0], true, most
	skip()
	s.keep = false
	return s.text
}

// group takes a group with its brackets.
func (s *scanner) group() []byte { return s.kept(s.skipGroup) }

// quoted takes a string with its quotes.
func (s *scanner) quoted() []byte { return s.kept(s.skipString) }
