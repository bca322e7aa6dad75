package sparseio

import (
	"bytes"
	"fmt"
	"math"

	"github.com/nrkit/nrkit/internal/decimal"
)

// parseBlock parses whole lines.
func (p *mmReader) parseBlock(data []byte) *mmBlock {
	b := &mmBlock{}
	for len(data) > 0 && b.err == nil {
		end := bytes.IndexByte(data, '\n') + 1
		if end == 0 {
			end = len(data)
		}
		b.lines++
		p.parseLine(b, trimEnd(data[:end]))
		data = data[end:]
	}
	return b
}

// parseLine parses one line, of any legal form, into b.
func (p *mmReader) parseLine(b *mmBlock, line []byte) {
	at := skipBlanks(line, 0)
	if at == len(line) || line[at] == '%' {
		if at < len(line) {
			b.notes.add(noteDataComment, b.lines, at+1)
		}
		b.skips = append(b.skips, int32(b.lines-1))
		return
	}
	t := tokens{line: line}
	if p.h.coordinate() && !p.parsePosition(b, &t) {
		return
	}
	if !p.opt.PatternOnly {
		if !p.parseValues(b, &t) {
			return
		}
		if t.next() {
			b.fault(t.start, "want the end of the line, got "+quote(t.word()))
			return
		}
	}
	b.entries++
}

// parsePosition parses the row and the column.
func (p *mmReader) parsePosition(b *mmBlock, t *tokens) bool {
	t.next()
	i, ok := parseCount(t.line[t.start:t.end], int64(p.h.rows))
	if !ok || i == 0 {
		b.fault(t.start, wantRange("row", p.h.rows, describe(t.line, t.start)))
		return false
	}
	t.next()
	j, ok := parseCount(t.line[t.start:t.end], int64(p.h.cols))
	if !ok || j == 0 {
		b.fault(t.start, wantRange("column", p.h.cols, describe(t.line, t.start)))
		return false
	}
	if !p.h.general() && !p.checkTriangle(b, int(i), int(j), t.start) {
		return false
	}
	b.part.Row = append(b.part.Row, int32(i-1))
	b.part.Col = append(b.part.Col, int32(j-1))
	return true
}

// checkTriangle checks an entry of a file that lists one triangle.
func (p *mmReader) checkTriangle(b *mmBlock, i, j, at int) bool {
	if i == j && p.h.symmetry == "skew-symmetric" {
		b.fault(0, fmt.Sprintf("a skew-symmetric matrix has no diagonal entries, got (%d,%d)", i, j))
		return false
	}
	if i < j {
		b.notes.add(noteUpper, b.lines, 1)
	}
	return true
}

// parseValues parses the numbers of one entry.
func (p *mmReader) parseValues(b *mmBlock, t *tokens) bool {
	if p.h.field == "pattern" {
		return true
	}
	re, ok := p.parseValue(b, t)
	if !ok {
		return false
	}
	b.part.Values = append(b.part.Values, re)
	if p.h.field != "complex" {
		return true
	}
	im, ok := p.parseValue(b, t)
	if !ok {
		return false
	}
	b.part.Imag = append(b.part.Imag, im)
	return true
}

// parseValue parses one number and notes what is doubtful about it.
func (p *mmReader) parseValue(b *mmBlock, t *tokens) (float64, bool) {
	if !t.next() {
		b.fault(t.start, "want a number, got the end of the line")
		return 0, false
	}
	word := t.line[t.start:t.end]
	if p.h.field == "integer" && !isInteger(word) {
		b.fault(t.start, "want an integer, got "+quote(t.word()))
		return 0, false
	}
	v, n := decimal.Parse(word)
	if n < len(word) {
		b.fault(t.start, "want a number, got "+quote(t.word()))
		return 0, false
	}
	p.noteValue(b, v, t.start)
	return v, true
}

// isInteger reports whether word is a decimal integer.
func isInteger(word []byte) bool {
	if len(word) > 0 && (word[0] == '+' || word[0] == '-') {
		word = word[1:]
	}
	for _, c := range word {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(word) > 0
}

// exactInteger is the largest integer below which all are exact in float64.
const exactInteger = 1 << 53

// noteValue notes what is doubtful about a value.
func (p *mmReader) noteValue(b *mmBlock, v float64, at int) {
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		b.notes.add(noteNotFinite, b.lines, at+1)
	case p.h.field == "integer" && math.Abs(v) > exactInteger:
		b.notes.add(noteRounded, b.lines, at+1)
	}
}

// fault ends the parsing of b with an error at byte at of the current line.
func (b *mmBlock) fault(at int, msg string) {
	b.err = &mmFault{b.lines, at + 1, msg}
}
