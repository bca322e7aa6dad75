package assembly

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	blockSize = 1 << 16
	maxString = 1 << 16 // bytes of a string in the file
	maxNumber = 1 << 10 // bytes of a number
	maxDepth  = 1 << 10 // of values that are skipped
)

// A scanner reads JSON from left to right in one pass, without building a
// tree. Its first error sticks: afterwards there is nothing left to read.
type scanner struct {
	r    io.Reader
	file string
	buf  []byte
	p, n int   // what is left of buf is buf[p:n]
	base int64 // bytes before buf
	end  bool
	err  error

	line      int   // of what comes next
	lineStart int64 // its offset
	at        int64 // offset of the token read last

	path []step
	tok  []byte
}

// A step of a path is a key, or an index where the key is "".
type step struct {
	key   string
	index int
}

func newScanner(file string, r io.Reader) *scanner {
	return &scanner{r: r, file: file, buf: make([]byte, blockSize), line: 1}
}

// where returns the path as text.
func (s *scanner) where() string {
	var b strings.Builder
	for _, x := range s.path {
		switch {
		case x.key == "":
			fmt.Fprintf(&b, "[%d]", x.index)
		case b.Len() > 0:
			b.WriteString("." + x.key)
		default:
			b.WriteString(x.key)
		}
	}
	return b.String()
}

// fail reports that the token read last is wrong.
func (s *scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = &SyntaxError{s.file, s.line, int(s.at-s.lineStart) + 1, s.where(), fmt.Sprintf(format, args...)}
	}
	s.p, s.n, s.end = 0, 0, true
}

// fill reads the next block. It returns false at the end and after an error.
func (s *scanner) fill() bool {
	if s.end {
		return false
	}
	s.base += int64(s.n)
	s.p, s.n = 0, 0
	for range 100 {
		n, err := s.r.Read(s.buf)
		s.n = n
		switch {
		case err != nil && err != io.EOF:
			s.err = fmt.Errorf("reading %s: %w", s.file, err)
			s.n, s.end = 0, true
			return false
		case n > 0:
			return true
		case err == io.EOF:
			s.end = true
			return false
		}
	}
	s.err = fmt.Errorf("reading %s: %w", s.file, io.ErrNoProgress)
	s.end = true
	return false
}

// offset returns the position of what comes next.
func (s *scanner) offset() int64 { return s.base + int64(s.p) }

// peek skips white space and returns the byte behind it, 0 at the end.
func (s *scanner) peek() byte {
	for s.p < s.n || s.fill() {
		switch c := s.buf[s.p]; c {
		case '\n':
			s.line++
			s.lineStart = s.offset() + 1
			s.p++
		case ' ', '\t', '\r':
			s.p++
		default:
			s.at = s.offset()
			return c
		}
	}
	s.at = s.offset()
	return 0
}

// next returns the next byte and moves behind it, 0 at the end.
func (s *scanner) next() byte {
	if s.p == s.n && !s.fill() {
		return 0
	}
	s.p++
	return s.buf[s.p-1]
}

// got names what comes next for an error message.
func (s *scanner) got() string {
	switch c := s.peek(); {
	case c == 0 && s.p == s.n:
		return "the end of the file: is it truncated?"
	case c < utf8.RuneSelf:
		return strconv.QuoteRune(rune(c))
	default:
		return fmt.Sprintf("byte %#x", c)
	}
}

// expect reads the byte c.
func (s *scanner) expect(c byte, what string) bool {
	if s.peek() != c {
		s.fail("want %s, got %s", what, s.got())
		return false
	}
	s.p++
	return true
}

// object calls member for each key of an object; member reads the value.
func (s *scanner) object(member func(key string)) {
	if !s.expect('{', "an object") {
		return
	}
	if s.peek() == '}' {
		s.p++
		return
	}
	seen := map[string]bool{}
	for s.err == nil {
		key := s.str()
		if seen[key] {
			s.fail("the key %q is repeated", key)
		}
		seen[key] = true
		if !s.expect(':', "':'") {
			return
		}
		s.path = append(s.path, step{key: key})
		member(key)
		if s.err != nil {
			return
		}
		s.path = s.path[:len(s.path)-1]
		if !s.more('}', "',' or '}'") {
			return
		}
	}
}

// more reads what follows a member or an element: true after a comma.
func (s *scanner) more(closing byte, want string) bool {
	switch s.peek() {
	case ',':
		s.p++
		return true
	case closing:
		s.p++
		return false
	}
	s.fail("want %s, got %s", want, s.got())
	return false
}

// array calls element for each element of an array; element reads it. It
// returns the number of elements.
func (s *scanner) array(element func(k int)) int {
	if !s.expect('[', "an array") {
		return 0
	}
	if s.peek() == ']' {
		s.p++
		return 0
	}
	s.path = append(s.path, step{})
	for k := 0; ; k++ {
		s.path[len(s.path)-1].index = k
		element(k)
		if s.err != nil {
			return k
		}
		if !s.more(']', "',' or ']'") {
			s.path = s.path[:len(s.path)-1]
			return k + 1
		}
	}
}

// str reads a string.
func (s *scanner) str() string {
	if !s.expect('"', "a string") {
		return ""
	}
	s.tok = append(s.tok[:0], '"')
	plain := true
	for {
		c := s.next()
		switch {
		case c == 0 && s.p == s.n:
			s.fail("want the end of the string, got the end of the file: is it truncated?")
			return ""
		case c < ' ':
			s.fail("a string holds the control character %#x, want it escaped", c)
			return ""
		case len(s.tok) > maxString:
			s.fail("want a string of at most %d bytes, got more", maxString)
			return ""
		}
		s.tok = append(s.tok, c)
		switch c {
		case '\\':
			plain = false
			s.tok = append(s.tok, s.next())
		case '"':
			return s.unquote(plain)
		}
	}
}

// unquote returns the string that s.tok is.
func (s *scanner) unquote(plain bool) string {
	if plain && utf8.Valid(s.tok) {
		return string(s.tok[1 : len(s.tok)-1])
	}
	var text string
	if err := json.Unmarshal(s.tok, &text); err != nil {
		s.fail("a string is not valid: %v", err)
	}
	return text
}

// number reads the text of a number into s.tok, and words in its place: null,
// true, false, NaN, Infinity, -Infinity.
func (s *scanner) number(want string) {
	s.peek()
	s.tok = s.tok[:0]
	for s.p < s.n || s.fill() {
		c := s.buf[s.p]
		if (c < '0' || c > '9') && c != '-' && c != '.' && c != '+' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			break
		}
		s.p++
		s.tok = append(s.tok, c)
		if len(s.tok) > maxNumber {
			s.fail("want a number of at most %d bytes, got more", maxNumber)
			return
		}
	}
	if len(s.tok) == 0 {
		s.fail("want %s, got %s", want, s.got())
	}
}

// integer reads an integer of at most 18 digits.
func (s *scanner) integer() int64 {
	s.number("an integer")
	if s.err != nil {
		return 0
	}
	digits := s.tok
	if digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' || len(digits) > 18 {
		s.fail("want an integer, got %s", s.tok)
		return 0
	}
	x := int64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			s.fail("want an integer, got %s", s.tok)
			return 0
		}
		x = 10*x + int64(c-'0')
	}
	if s.tok[0] == '-' {
		return -x
	}
	return x
}

// float reads a number. JSON has no word for what is not a number: null stands
// for it, and NaN, Infinity and -Infinity are read as some programs write them.
// A number beyond the range of float64 is infinite.
func (s *scanner) float() float64 {
	s.number("a number")
	if s.err != nil {
		return 0
	}
	switch string(s.tok) {
	case "null", "NaN":
		return math.NaN()
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	case "true":
		return 1
	case "false":
		return 0
	}
	x, err := strconv.ParseFloat(string(s.tok), 64)
	if !jsonNumber(s.tok) || err != nil && !errors.Is(err, strconv.ErrRange) {
		s.fail("want a number, got %s", s.tok)
	}
	return x
}

// jsonNumber reports whether t is a number by the grammar of JSON.
func jsonNumber(t []byte) bool {
	digits := func() bool {
		k := 0
		for k < len(t) && t[k] >= '0' && t[k] <= '9' {
			k++
		}
		t = t[k:]
		return k > 0
	}
	if len(t) > 0 && t[0] == '-' {
		t = t[1:]
	}
	if len(t) > 1 && t[0] == '0' && t[1] >= '0' && t[1] <= '9' || !digits() {
		return false
	}
	if len(t) > 0 && t[0] == '.' {
		if t = t[1:]; !digits() {
			return false
		}
	}
	if len(t) > 0 && (t[0] == 'e' || t[0] == 'E') {
		if t = t[1:]; len(t) > 0 && (t[0] == '+' || t[0] == '-') {
			t = t[1:]
		}
		if !digits() {
			return false
		}
	}
	return len(t) == 0
}

// skip reads any value and forgets it.
func (s *scanner) skip(depth int) {
	if depth > maxDepth {
		s.fail("want at most %d nested values, got more", maxDepth)
		return
	}
	switch s.peek() {
	case '{':
		s.object(func(string) { s.skip(depth + 1) })
	case '[':
		s.array(func(int) { s.skip(depth + 1) })
	case '"':
		s.str()
	default:
		s.float()
	}
}

// finish checks that nothing follows.
func (s *scanner) finish() {
	if s.err == nil && (s.peek() != 0 || s.p < s.n) {
		s.fail("want the end of the file, got %s", s.got())
	}
}
