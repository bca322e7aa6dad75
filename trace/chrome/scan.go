package chrome

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxDepth is how deep values may nest that are skipped.
const maxDepth = 10000

// A scanner reads JSON as it comes. Its methods panic with a *SyntaxError, or
// with the error of the reader, which Read recovers.
type scanner struct {
	r    io.Reader
	buf  []byte // what was read; from pos on it is not yet taken
	pos  int
	end  error // of r
	file string
	line int
	head int    // where in buf the line begins, below 0 when before it
	text []byte // of the last string or number; valid until the next one
	key  []byte // of the last object's member
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: r, buf: make([]byte, 0, 64<<10), line: 1}
	if f, ok := r.(interface{ Name() string }); ok {
		s.file = f.Name()
	}
	return s
}

// A failure carries an error out of the scanner.
type failure struct{ err error }

func (s *scanner) fail(format string, args ...any) {
	panic(failure{&SyntaxError{s.file, s.line, s.col(), fmt.Sprintf(format, args...)}})
}

// col returns the column of the byte that was taken last.
func (s *scanner) col() int { return s.pos - s.head }

// fill reads more behind what is not yet taken. ok is false at the end.
func (s *scanner) fill() (ok bool) {
	if s.end != nil {
		return false
	}
	left := copy(s.buf, s.buf[s.pos:]) // two bytes at most
	s.buf, s.pos, s.head = s.buf[:left], 0, s.head-s.pos
	for range 100 {
		var n int
		n, s.end = s.r.Read(s.buf[left:cap(s.buf)])
		s.buf = s.buf[:left+n]
		if n > 0 || s.end != nil {
			break
		}
	}
	if s.end == nil && len(s.buf) == left {
		s.end = io.ErrNoProgress
	}
	if len(s.buf) > left {
		return true
	}
	if !errors.Is(s.end, io.EOF) {
		panic(failure{fmt.Errorf("%s: %w", position(s.file, s.line, s.col()), s.end)})
	}
	return false
}

// next takes a byte that is no line feed; ok is false at the end.
func (s *scanner) next() (c byte, ok bool) {
	if s.pos == len(s.buf) && !s.fill() {
		s.head-- // the end is a place of its own
		return 0, false
	}
	s.pos++
	return s.buf[s.pos-1], true
}

// peek returns the byte n bytes ahead; ok is false at the end.
func (s *scanner) peek(n int) (c byte, ok bool) {
	for s.pos+n >= len(s.buf) {
		if !s.fill() {
			return 0, false
		}
	}
	return s.buf[s.pos+n], true
}

// must takes a byte of what.
func (s *scanner) must(what string) byte {
	c, ok := s.next()
	if !ok {
		s.fail("want %s, got the end of the input", what)
	}
	return c
}

// token takes the first byte that is no space; ok is false at the end.
func (s *scanner) token() (c byte, ok bool) {
	for {
		c, ok = s.next()
		if c == '\n' {
			s.line, s.head = s.line+1, s.pos
		}
		if !ok || c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return c, ok
		}
	}
}

// mustToken is token where the end is an error.
func (s *scanner) mustToken(what string) byte {
	c, ok := s.token()
	if !ok {
		s.fail("want %s, got the end of the input", what)
	}
	return c
}

// string takes the rest of a string after its quote. The text is UTF-8: each
// byte that is none becomes U+FFFD.
func (s *scanner) string() []byte {
	s.text = s.text[:0]
	for {
		rest := s.buf[s.pos:]
		k := 0
		for k < len(rest) && rest[k] >= ' ' && rest[k] != '"' && rest[k] != '\\' {
			k++
		}
		s.text = append(s.text, rest[:k]...)
		s.pos += k
		switch c := s.must(`"`); {
		case c == '"':
			s.valid()
			return s.text
		case c == '\\':
			s.escape()
		case c < ' ':
			s.fail("want a string without control characters, got 0x%02x", c)
		default:
			s.text = append(s.text, c)
		}
	}
}

// valid makes the text UTF-8.
func (s *scanner) valid() {
	if utf8.Valid(s.text) {
		return
	}
	was := string(s.text)
	s.text = s.text[:0]
	for _, r := range was {
		s.text = utf8.AppendRune(s.text, r)
	}
}

// escape takes what follows a backslash.
func (s *scanner) escape() {
	switch c := s.must("an escape"); c {
	case '"', '\\', '/':
		s.text = append(s.text, c)
	case 'b':
		s.text = append(s.text, '\b')
	case 'f':
		s.text = append(s.text, '\f')
	case 'n':
		s.text = append(s.text, '\n')
	case 'r':
		s.text = append(s.text, '\r')
	case 't':
		s.text = append(s.text, '\t')
	case 'u':
		s.unicode()
	default:
		s.fail(`want one of "\/bfnrtu after \, got %q`, c)
	}
}

// unicode takes four digits, and the other half of a surrogate pair where there
// is one. A half alone becomes U+FFFD.
func (s *scanner) unicode() {
	r := s.hex()
	for r >= 0xd800 && r < 0xdc00 {
		if c, ok := s.peek(0); !ok || c != '\\' {
			break
		}
		if c, ok := s.peek(1); !ok || c != 'u' {
			break
		}
		s.next()
		s.next()
		low := s.hex()
		if low >= 0xdc00 && low < 0xe000 {
			r = 0x10000 + (r-0xd800)<<10 + (low - 0xdc00)
			break
		}
		s.text = utf8.AppendRune(s.text, utf8.RuneError)
		r = low
	}
	s.text = utf8.AppendRune(s.text, r)
}

func (s *scanner) hex() (r rune) {
	for range 4 {
		c := s.must("a hexadecimal digit")
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			s.fail("want a hexadecimal digit, got %q", c)
		}
	}
	return r
}

// plain takes the rest of a number or of true, false or null, which began with
// c.
func (s *scanner) plain(c byte) []byte {
	s.text = append(s.text[:0], c)
	for {
		c, ok := s.peek(0)
		if !ok || !isPlain(c) {
			return s.text
		}
		s.pos++
		if len(s.text) > 1000 {
			s.fail("want a number, got more than 1000 characters")
		}
		s.text = append(s.text, c)
	}
}

func isPlain(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '.' || c == '-' || c == '+'
}

// scalar takes a value that began with c and is no object or array. isString
// says whether it was in quotes.
func (s *scanner) scalar(c byte, what string) (text []byte, isString bool) {
	switch {
	case c == '"':
		return s.string(), true
	case c == '-' || c >= '0' && c <= '9':
		text = s.plain(c)
		if !isNumber(text) {
			s.fail("want %s, got %q", what, text)
		}
		return text, false
	case c == 't' || c == 'f' || c == 'n':
		text = s.plain(c)
		if t := string(text); t == "true" || t == "false" || t == "null" {
			return text, false
		}
		s.fail("want %s, got %q", what, text)
	}
	s.fail("want %s, got %q", what, c)
	return nil, false
}

// isNumber says whether b is a number by the grammar of JSON, but for zeros
// before and a point without digits after it, which do no harm.
func isNumber(b []byte) bool {
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	i := 0
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		i++
	}
	if i == 0 {
		return false
	}
	if i < len(b) && b[i] == '.' {
		for i++; i < len(b) && b[i] >= '0' && b[i] <= '9'; i++ {
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		_, ok := power(b[i+1:])
		return ok
	}
	return i == len(b)
}

// skip takes the value that began with c.
func (s *scanner) skip(c byte) {
	depth := 0
	for {
		switch c {
		case '{', '[':
			if depth++; depth > maxDepth {
				s.fail("want values at most %d deep", maxDepth)
			}
		case '}', ']':
			if depth--; depth < 0 {
				s.fail("want a value, got %q", c)
			}
		case ',', ':':
			if depth == 0 {
				s.fail("want a value, got %q", c)
			}
		default:
			s.scalar(c, "a value")
		}
		if depth <= 0 {
			return
		}
		c = s.mustToken("the rest of a value")
	}
}

// object takes the rest of an object after its brace. For each key, each is
// called with the first byte of the value, of which it takes the rest. The key
// is valid until each takes another object.
func (s *scanner) object(each func(key []byte, c byte)) {
	c := s.mustToken(`" or }`)
	if c == '}' {
		return
	}
	for {
		if c != '"' {
			s.fail(`want a key, got %q`, c)
		}
		s.key = append(s.key[:0], s.string()...)
		if c = s.mustToken(":"); c != ':' {
			s.fail("want : after a key, got %q", c)
		}
		each(s.key, s.mustToken("a value"))
		switch c = s.mustToken(", or }"); c {
		case '}':
			return
		case ',':
			c = s.mustToken("a key")
		default:
			s.fail("want , or }, got %q", c)
		}
	}
}
