package netlist

import (
	"fmt"
	"sort"
)

// A card is a logical line: a line with those that continue it.
type card struct {
	file, line int32
	text       string // lower case, without comments
	raw        string // as in the file
	breaks     []lineBreak
}

// A lineBreak says that the text from an offset on comes from a later line.
type lineBreak struct {
	off  int
	line int32
}

// lineAt returns the line of the file that has the given offset of the text.
func (c *card) lineAt(off int) int32 {
	k := sort.Search(len(c.breaks), func(k int) bool { return c.breaks[k].off > off })
	if k == 0 {
		return c.line
	}
	return c.breaks[k-1].line
}

// A token is a word, an expression or one of = ( ).
type token struct {
	text string // of an expression, what is between its braces or quotes
	off  int
	kind byte
}

const (
	wordToken byte = 'w'
	exprToken byte = 'e'
)

// split cuts text into tokens, appended to dst. Blanks and commas separate.
func split(dst []token, text string) ([]token, int, error) {
	for i := 0; i < len(text); {
		c := text[i]
		switch c {
		case ' ', '\t', ',', '\r', '\f', '\v':
			i++
		case '=', '(', ')':
			dst = append(dst, token{text: text[i : i+1], off: i, kind: c})
			i++
		case '{', '\'':
			n := enclosed(text[i:])
			if n < 0 {
				end, what := byte('}'), "brace"
				if c == '\'' {
					end, what = c, "quote"
				}
				return nil, i, fmt.Errorf("the expression %s has no end, want the %s %c that closes it", shorten(text[i:]), what, end)
			}
			dst = append(dst, token{text: text[i+1 : i+n-1], off: i, kind: exprToken})
			i += n
		case '}':
			return nil, i, fmt.Errorf("got } without a { before it")
		default:
			start := i
			for i < len(text) && !ends[text[i]] {
				i++
			}
			dst = append(dst, token{text: text[start:i], off: start, kind: wordToken})
		}
	}
	return dst, 0, nil
}

// ends marks the bytes that end a word.
var ends = [256]bool{' ': true, '\t': true, ',': true, '\r': true, '\f': true, '\v': true,
	'=': true, '(': true, ')': true, '{': true, '}': true, '\'': true}

// enclosed returns the length of the expression that s starts with, braces or
// quotes included, -1 if it has no end.
func enclosed(s string) int {
	if s[0] == '\'' {
		for i := 1; i < len(s); i++ {
			if s[i] == '\'' {
				return i + 1
			}
		}
		return -1
	}
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
