package chrome

import (
	"bufio"
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
	r         *bufio.Reader
	file      string
	line, col int
	text      []byte // of the last string or number; valid until the next one
	key       []byte // of the last object's member
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: bufio.NewReaderSize(r, 64<<10), line: 1}
	if f, ok := r.(interface{ Name() string }); ok {
		s.file = f.Name()
	}
	return s
}

// A failure carries an error out of the scanner.
type failure struct{ err error }

func (s *scanner) fail(format string, args ...any) {
	panic(failure{&SyntaxError{s.file, s.line, s.col, fmt.Sprintf(format, args...)}})
}

// next takes a byte; ok is false at the end.
func (s *scanner) next() (c byte, ok bool) {
	c, err := s.r.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			panic(failure{fmt.Errorf("%s: %w", position(s.file, s.line, s.col), err)})
		}
		s.col++
		return 0, false
	}
	if c == '\n' {
		s.line, s.col = s.line+1, 0
	} else {
		s.col++
	}
	return c, true
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

// string takes the rest of a string after its quote. The text is UTF-8.
func (s *scanner) string() []byte {
	s.text = s.text[:0]
	for {
		switch c := s.must(`"`); {
		case c == '"':
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
		ahead, _ := s.r.Peek(2)
		if string(ahead) != `\u` {
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
		ahead, _ := s.r.Peek(1)
		if len(ahead) == 0 || !isPlain(ahead[0]) {
			return s.text
		}
		c, _ := s.next()
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

// isNumber says whether b is a number by the grammar of JSON, but for leading
// zeros, which do no harm.
func isNumber(b []byte) bool {
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	_, point, _, ok := split(b)
	return ok && point > 0
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
