package sparseio

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/nrkit/nrkit/internal/decimal"
)

// plain reports whether v, which word means everywhere, is also what Fortran
// reads from it in field f, and needs no note.
func (f *rbField) plain(word []byte, v float64) bool {
	if math.Abs(v) >= 1<<53 && (f.integer || math.IsInf(v, 0)) || v != v {
		return false
	}
	return (f.decimals == 0 || f.integer || hasPoint(word)) && (f.scale == 0 || hasExponent(word))
}

// hasPoint reports whether word has a decimal point.
func hasPoint(word []byte) bool {
	// Nearly all have it as the second byte, or as the third after a sign.
	if len(word) > 2 && (word[1] == '.' || word[2] == '.') {
		return true
	}
	return bytes.IndexByte(word, '.') >= 0
}

// hasExponent reports whether a number has an exponent: a letter or a sign
// behind its first byte.
func hasExponent(word []byte) bool {
	for k := len(word) - 1; k > 0; k-- {
		if c := word[k]; c != '.' && (c < '0' || c > '9') {
			return true
		}
	}
	return false
}

// parseValue parses a number under the rules of Fortran input, or says what is
// wrong with it: where it has no point, the last digits are decimals; where it
// has no exponent, the scale factor divides it; a blank may stand for the plus
// sign of the exponent.
func (b *rbBlock) parseValue(f *rbField, word []byte) (v float64, msg string) {
	text := b.normalize(f, word)
	v, n := decimal.Parse(text)
	if n == 0 || n != len(text) {
		msg = "want a number, got " + quote(string(word))
		if word[0] == '*' {
			msg += ": the number did not fit its field when the file was written"
		}
		return 0, msg
	}
	switch {
	case math.IsInf(v, 0) || math.IsNaN(v):
		b.notes.add(noteNotFinite, b.line, f.at+1)
	case f.integer && math.Abs(v) > 1<<53:
		b.notes.add(noteRounded, b.line, f.at+1)
	}
	return v, ""
}

// normalize returns the number word, which makes use of Fortran's rules, in
// plain form; a word that is no number stays as it is.
func (b *rbBlock) normalize(f *rbField, word []byte) []byte {
	k, digits := 0, 0
	for ; k < len(word); k++ {
		if c := word[k]; c >= '0' && c <= '9' {
			digits++
		} else if c != '.' && (k > 0 || c != '-' && c != '+') {
			break
		}
	}
	if digits == 0 {
		return word
	}
	exponent := -f.scale
	if rest := word[k:]; len(rest) > 0 {
		if c := rest[0] | 0x20; c == 'e' || c == 'd' || c == 'q' {
			rest = rest[1+skipBlanks(rest[1:], 0):]
		} else if c := rest[0]; c != '-' && c != '+' {
			return word
		}
		v, ok := parseRBExponent(rest)
		if !ok {
			return word
		}
		exponent = v
	} else if f.scale != 0 {
		b.noteScale(f)
	}
	if !f.integer && !hasPoint(word) {
		exponent -= f.decimals
	}
	b.plain = append(append(b.plain[:0], word[:k]...), 'e')
	b.plain = strconv.AppendInt(b.plain, int64(exponent), 10)
	return b.plain
}

// parseRBExponent parses an integer; one that is far beyond any float64 may
// come out smaller.
func parseRBExponent(word []byte) (v int, ok bool) {
	digits := word
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		digits = word[1:]
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		if v < 1<<20 {
			v = 10*v + int(c-'0')
		}
	}
	if len(digits) == 0 {
		return 0, false
	}
	if word[0] == '-' {
		v = -v
	}
	return v, true
}

// noteScale warns once that numbers without exponent were divided by the scale
// factor.
func (b *rbBlock) noteScale(f *rbField) {
	if !warned(b.warnings, codeScaleFactor) {
		b.warnings = append(b.warnings, Warning{Code: codeScaleFactor, Line: b.line, Col: f.at + 1, Msg: fmt.Sprintf(
			"numbers without exponent are divided by 10^%d, the scale factor of the format", f.scale)})
	}
}
