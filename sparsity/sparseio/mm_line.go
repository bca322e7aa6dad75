package sparseio

import (
	"fmt"
	"math"

	"github.com/nrkit/nrkit/internal/decimal"
)

// parseLine parses one line, of any legal form, into b.
func (p *mmReader) parseLine(b *mmBlock, line []byte) {
	at := skipBlanks(line, 0)
	if at == len(line) || line[at] == '%' {
		if at < len(line) {
			b.notes.add(noteDataComment, b.lines, at+1)
		}
		b.skip()
		return
	}
	t := tokens{line: line}
	k := b.entries
	var i, j int
	if p.h.coordinate() {
		var ok bool
		if i, j, ok = p.parsePosition(b, &t); !ok {
			return
		}
		b.part.Row[k], b.part.Col[k] = int32(i-1), int32(j-1)
	}
	if !p.opt.PatternOnly {
		if p.h.field != "pattern" && !p.parseValues(b, &t, k) {
			return
		}
		if t.next() && !p.acceptRest(b, &t) {
			return
		}
	}
	if i == j && i > 0 && p.h.symmetry == "hermitian" && p.values() && b.part.Imag[k] != 0 {
		b.notes.add(noteHermitianDiagonal, b.lines, 1)
	}
	b.entries++
}

// parsePosition parses the row and the column, which count from 1.
func (p *mmReader) parsePosition(b *mmBlock, t *tokens) (i, j int, ok bool) {
	if i, ok = p.parseIndex(b, t, "row", p.h.rows); !ok {
		return 0, 0, false
	}
	if j, ok = p.parseIndex(b, t, "column", p.h.cols); !ok {
		return 0, 0, false
	}
	switch {
	case p.h.general() || i > j:
	case i < j:
		b.notes.add(noteUpper, b.lines, 1)
	case p.h.symmetry == "skew-symmetric":
		msg := fmt.Sprintf("want no diagonal entries in a skew-symmetric matrix, got row %d, column %d", i, j)
		return i, j, p.accept(b, noteSkewDiagonal, 0, msg)
	}
	return i, j, true
}

// parseIndex parses a row or a column.
func (p *mmReader) parseIndex(b *mmBlock, t *tokens, what string, limit int) (int, bool) {
	t.next()
	v, ok := parseCount(t.line[t.start:t.end], int64(limit))
	if !ok || v == 0 {
		b.fault(t.start, wantRange(what, limit, describe(t.line, t.start)))
		return 0, false
	}
	return int(v), true
}

// parseValues parses the numbers of entry k.
func (p *mmReader) parseValues(b *mmBlock, t *tokens, k int) bool {
	var ok bool
	if b.part.Values[k], ok = p.parseValue(b, t); !ok {
		return false
	}
	if p.h.field == "complex" {
		b.part.Imag[k], ok = p.parseValue(b, t)
	}
	return ok
}

// parseValue parses one number and notes what is doubtful about it.
func (p *mmReader) parseValue(b *mmBlock, t *tokens) (float64, bool) {
	want := "a number"
	if p.h.field == "integer" {
		want = "an integer"
	}
	t.next()
	word := t.line[t.start:t.end]
	v, n := decimal.Parse(word)
	if n == 0 || n < len(word) || p.h.field == "integer" && !isInteger(word) {
		b.fault(t.start, "want "+want+", got "+describe(t.line, t.start))
		return 0, false
	}
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		b.notes.add(noteNotFinite, b.lines, t.start+1)
	case p.h.field == "integer" && math.Abs(v) >= exactInteger:
		b.notes.add(noteRounded, b.lines, t.start+1)
	}
	return v, true
}

// exactInteger is the least integer whose successor float64 cannot represent.
const exactInteger = 1 << 53

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

// fault ends the parsing of b with an error at byte at of the current line.
func (b *mmBlock) fault(at int, msg string) {
	b.err = &mmFault{line: b.lines, col: at + 1, msg: msg}
}
