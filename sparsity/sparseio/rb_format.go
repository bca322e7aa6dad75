package sparseio

import (
	"fmt"
	"strings"
)

// A rbField is one number on a line, as a Fortran format lays it out.
type rbField struct {
	at, width int  // first byte, counted from 0, and how many
	decimals  int  // digits behind the point where the text has no point
	scale     int  // power of ten that divides a number without exponent
	integer   bool // I editing: no point is implied
}

// Bounds on what a format may ask for: far beyond any file, small enough that
// a malicious one costs nothing.
const (
	rbMaxFields = 1 << 12 // on a line
	rbMaxWidth  = 1 << 16 // of a line
	rbMaxDepth  = 8       // of parentheses
)

// parseRBFormat returns the fields of one line under a Fortran format such as
// (13I6), (1P,5D16.8) or (3(1X,E25.17)). The edit descriptors are I, E, EN,
// ES, D, F, G, X and P. On input E, D, F and G are all the same.
//
// A format is meant to describe one line; where the numbers do not end with
// it, the next line begins with the first field again.
func parseRBFormat(text string) ([]rbField, error) {
	s := strings.ToUpper(strings.Map(func(r rune) rune {
		if r == ' ' {
			return -1
		}
		return r
	}, text))
	p := rbFormatParser{text: s}
	if !p.accept('(') {
		return nil, fmt.Errorf("want a Fortran format in parentheses, got %s", quote(text))
	}
	if err := p.list(1); err != nil {
		return nil, fmt.Errorf("%w in format %s", err, quote(text))
	}
	if p.pos < len(s) {
		return nil, fmt.Errorf("want the end of format %s, got %s", quote(text), quote(s[p.pos:]))
	}
	if len(p.fields) == 0 {
		return nil, fmt.Errorf("format %s has no numbers", quote(text))
	}
	return p.fields, nil
}

// A rbFormatParser walks over the text of a format.
type rbFormatParser struct {
	text   string
	pos    int
	at     int // where the next field begins on the line
	scale  int // set by P, for all fields that follow
	fields []rbField
}

// peek returns the next byte, 0 at the end.
func (p *rbFormatParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// accept moves over c and reports whether it stood there.
func (p *rbFormatParser) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

// number parses an unsigned number; ok is false when there is none or it is
// too large to make sense.
func (p *rbFormatParser) number() (v int, ok bool) {
	for ; p.peek() >= '0' && p.peek() <= '9'; p.pos++ {
		v, ok = 10*v+int(p.peek()-'0'), true
		if v > rbMaxWidth {
			return v, false
		}
	}
	return v, ok
}

// list parses the items up to the closing parenthesis.
func (p *rbFormatParser) list(depth int) error {
	if depth > rbMaxDepth {
		return fmt.Errorf("more than %d nested parentheses", rbMaxDepth)
	}
	for {
		switch {
		case p.accept(')'):
			return nil
		case p.accept(','):
		case p.peek() == 0:
			return fmt.Errorf("missing closing parenthesis")
		default:
			if err := p.item(depth); err != nil {
				return err
			}
		}
	}
}

// item parses one edit descriptor or group with its count.
func (p *rbFormatParser) item(depth int) error {
	begin := p.pos
	negative := p.accept('-')
	signed := negative || p.accept('+')
	count, counted := p.number()
	if !counted {
		count = 1
	}
	switch c := p.peek(); {
	case c == 'P' && counted:
		p.pos++
		p.scale = count
		if negative {
			p.scale = -count
		}
		return nil
	case signed || counted && count == 0:
	case c == 'X':
		p.pos++
		return p.skip(count)
	case c == '(':
		p.pos++
		return p.group(count, depth)
	case strings.IndexByte("IEDFG", c) >= 0 && c != 0:
		return p.numbers(count)
	}
	return fmt.Errorf("unknown edit descriptor at %s", quote(p.text[begin:]))
}

// group repeats what follows, up to its closing parenthesis.
func (p *rbFormatParser) group(count, depth int) error {
	begin, fields, at := p.pos, len(p.fields), p.at
	for range count {
		p.pos = begin
		if err := p.list(depth + 1); err != nil {
			return err
		}
		if len(p.fields) == fields && p.at == at {
			return nil // nothing to repeat
		}
	}
	return nil
}

// numbers parses Iw.m, Ew.dEe and the like, for count fields.
func (p *rbFormatParser) numbers(count int) error {
	f := rbField{integer: p.accept('I'), scale: p.scale}
	if !f.integer {
		exponential := p.accept('E')
		if exponential && (p.peek() == 'N' || p.peek() == 'S') || !exponential {
			p.pos++
		}
	}
	var ok bool
	if f.width, ok = p.number(); !ok || f.width == 0 {
		return fmt.Errorf("want a field width at %s", quote(p.text[p.pos:]))
	}
	if p.accept('.') {
		digits, ok := p.number()
		if !ok {
			return fmt.Errorf("want a number of digits at %s", quote(p.text[p.pos:]))
		}
		if !f.integer {
			f.decimals = digits
		}
	}
	if !f.integer && p.accept('E') {
		if _, ok := p.number(); !ok {
			return fmt.Errorf("want a number of exponent digits at %s", quote(p.text[p.pos:]))
		}
	}
	for range count {
		f.at = p.at
		p.fields = append(p.fields, f)
		if err := p.skip(f.width); err != nil {
			return err
		}
		if len(p.fields) > rbMaxFields {
			return fmt.Errorf("more than %d numbers on a line", rbMaxFields)
		}
	}
	return nil
}

// skip moves on by n bytes of the line.
func (p *rbFormatParser) skip(n int) error {
	p.at += n
	if p.at > rbMaxWidth {
		return fmt.Errorf("lines of more than %d bytes", rbMaxWidth)
	}
	return nil
}
