package netlist

import (
	"fmt"
	"io"
	"strings"
)

// maxPWL bounds the bytes of all files with points of PWL sources.
const maxPWL = 1 << 26

// pointFile is where a PWL source has its points: file "NAME" or file="NAME", behind pwl.
// The name is relative to the file of the card.
func (c *cursor) pointFile(s *sourceCard) error {
	c.i++
	if c.peek(0, '=') {
		c.i++
	}
	if !c.more() {
		return c.errorf("got the end of the line, want the name of a file behind file")
	}
	start := c.toks[c.i].off
	if unclosed(c.c.raw[start:]) {
		return c.errorf("the name %s has no end, want the quote that closes it", shorten(c.c.raw[start:]))
	}
	name, length := fileName(c.c.raw[start:])
	for c.more() && c.toks[c.i].off < start+length {
		c.i++
	}
	if name == "" {
		c.i--
		return c.errorf("got %s, want the name of a file behind file", c.got())
	}
	var err error
	s.points, err = c.p.points(c.c, c.line(), name)
	return err
}

// fileName returns the name that s starts with, in quotes or up to a blank or a
// parenthesis, and how many bytes of s it takes.
func fileName(s string) (string, int) {
	if q := s[0]; q == '"' || q == '\'' {
		if end := strings.IndexByte(s[1:], q); end >= 0 {
			return s[1 : 1+end], end + 2
		}
	}
	end := strings.IndexAny(s, " \t)")
	if end < 0 {
		end = len(s)
	}
	return strings.Trim(s[:end], `"'`), end
}

// unclosed says whether s starts with a quote that has no second one.
func unclosed(s string) bool {
	return (s[0] == '"' || s[0] == '\'') && strings.IndexByte(s[1:], s[0]) < 0
}

// points reads a file of times and values, once.
func (p *parser) points(c *card, line int32, name string) ([]float64, error) {
	path, f, err := p.openBeside(c.file, line, name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	if xy := p.pointFiles[path]; xy != nil {
		return xy, nil
	}
	data, err := io.ReadAll(io.LimitReader(f, maxPWL-p.pointBytes+1))
	if err != nil {
		return nil, &SyntaxError{File: path, Msg: err.Error(), Err: err}
	}
	if p.pointBytes += int64(len(data)); p.pointBytes > maxPWL {
		return nil, p.errorAt(c.file, line, "files of pwl have more than %d bytes", maxPWL)
	}
	xy, err := readPoints(path, string(data))
	if err != nil {
		return nil, err
	}
	if p.pointFiles == nil {
		p.pointFiles = map[string][]float64{}
	}
	p.pointFiles[path] = xy
	return xy, nil
}

// readPoints reads lines with a time and a value, with a comma or blanks between them.
// Empty lines and comments behind * or # are passed over. Times ascend.
func readPoints(path, text string) ([]float64, error) {
	var xy []float64
	line := 0
	for row := range strings.Lines(text) {
		line++
		row = strings.TrimSpace(row)
		if row == "" || row[0] == '*' || row[0] == '#' {
			continue
		}
		if err := point(&xy, row); err != nil {
			return nil, &SyntaxError{File: path, Line: line, Msg: err.Error()}
		}
	}
	if len(xy) == 0 {
		return nil, &SyntaxError{File: path, Msg: "got no points, want lines with a time and a value"}
	}
	return xy, nil
}

// point appends the point of a line.
func point(xy *[]float64, row string) error {
	words := strings.FieldsFunc(row, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(words) != 2 {
		return fmt.Errorf("got %q, want a time and a value", shorten(row))
	}
	for _, w := range words {
		v, ok := number(lower(w))
		if !ok {
			return fmt.Errorf("got %q, want a number", shorten(w))
		}
		*xy = append(*xy, v)
	}
	if n := len(*xy); n > 2 && (*xy)[n-2] < (*xy)[n-4] {
		return fmt.Errorf("got time %g after %g, want ascending times", (*xy)[n-2], (*xy)[n-4])
	}
	return nil
}
