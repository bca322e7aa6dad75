package sparseio

import (
	"fmt"
	"strconv"
)

// tokens walks over the words of one line, which blanks and tabs separate.
type tokens struct {
	line       []byte
	start, end int // of the current word; both len(line) at the end
}

// next moves to the next word and reports whether there is one.
func (t *tokens) next() bool {
	t.start = skipBlanks(t.line, t.end)
	t.end = t.start
	for t.end < len(t.line) && !isBlank(t.line[t.end]) {
		t.end++
	}
	return t.start < t.end
}

// word returns the current word.
func (t *tokens) word() string { return string(t.line[t.start:t.end]) }

// isBlank reports whether c separates words.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// skipBlanks returns the index of the first byte of line, from i on, that is
// not blank.
func skipBlanks(line []byte, i int) int {
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	return i
}

// parseCount parses an unsigned integer up to limit, which is below 1<<60; a
// plus sign may stand before it.
func parseCount(word []byte, limit int64) (v int64, ok bool) {
	if len(word) > 0 && word[0] == '+' {
		word = word[1:]
	}
	for _, c := range word {
		if c < '0' || c > '9' || v > limit/10 {
			return 0, false
		}
		v = 10*v + int64(c-'0')
	}
	return v, len(word) > 0 && v <= limit
}

// maxQuoted is how much of a word an error repeats.
const maxQuoted = 40

// quote returns word as an error shows it: quoted where it is not plain text,
// and cut when it is long.
func quote(word string) string {
	tail := ""
	if len(word) > maxQuoted {
		word, tail = word[:maxQuoted], "…"
	}
	q := strconv.QuoteToASCII(word)
	if q == `"`+word+`"` {
		return word + tail
	}
	return q + tail
}

// describe returns the rest of line from i on, as an error shows it.
func describe(line []byte, i int) string {
	t := tokens{line: line, end: i}
	if !t.next() {
		return "the end of the line"
	}
	return quote(t.word())
}

// wantRange returns the message for an index out of range.
func wantRange(what string, limit int, got string) string {
	msg := fmt.Sprintf("want %s in 1..%d, got %s", what, limit, got)
	if got == "0" {
		msg += " (numbers start at 1)"
	}
	return msg
}
