package sparseio

import (
	"bytes"
	"fmt"
	"math"

	"github.com/nrkit/nrkit/internal/decimal"
)

// A span is line[begin:end].
type span struct{ begin, end int }

// eachLine calls fast with each line of text and the fields it must have.
// Where that does not understand the line it returns false and has taken
// nothing, and the line is cut into fields and given to slow, field by field.
func (b *rbBlock) eachLine(text []byte, fast func(line []byte, fields []rbField) bool,
	slow func(f *rbField, word []byte) (msg string)) {
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		line = trimEnd(line)
		fields := b.s.fields[:min(len(b.s.fields), b.s.n-b.k)]
		if !fast(line, fields) {
			b.readWords(line, fields, slow)
			if b.fault != nil {
				return
			}
		}
		b.k += len(fields)
		b.line++
	}
}

// readWords reads a line word by word where it has as many words as it must
// have numbers, and by columns where it has not. The first agrees with the
// second in files that keep to their format, and reads those whose columns are
// off as well; the second reads numbers without blanks between them, or with
// blanks inside.
func (b *rbBlock) readWords(line []byte, fields []rbField, take func(f *rbField, word []byte) (msg string)) {
	b.words = b.words[:0]
	for t := (tokens{line: line}); len(b.words) <= len(fields) && t.next(); {
		b.words = append(b.words, span{t.start, t.end})
	}
	if len(b.words) == len(fields) {
		for x, w := range b.words {
			b.checkColumns(&fields[x], w.begin, w.end)
		}
	} else if !b.cutColumns(line, fields) {
		return
	}
	for x, w := range b.words {
		if msg := take(&fields[x], line[w.begin:w.end]); msg != "" {
			b.refuse(w.begin, "%s", msg)
			return
		}
	}
}

// checkColumns warns once about a number outside its columns.
func (b *rbBlock) checkColumns(f *rbField, begin, end int) {
	if (begin < f.at || end > f.at+f.width) && !b.loose {
		b.loose = true
		b.warnings = append(b.warnings, Warning{Code: codeColumns, Line: b.line, Col: begin + 1, Msg: fmt.Sprintf(
			"the %s are outside the columns of the format; they are read word by word", b.s.what)})
	}
}

// within reports whether a number may stand at begin..end-1.
func (b *rbBlock) within(f *rbField, begin, end int) bool {
	return begin >= f.at && end <= f.at+f.width || b.loose
}

// cutColumns sets b.words to the fields of line and reports whether that was
// possible.
func (b *rbBlock) cutColumns(line []byte, fields []rbField) bool {
	b.words = b.words[:0]
	for x := range b.s.fields {
		f := &b.s.fields[x]
		w := span{min(f.at, len(line)), min(f.at+f.width, len(line))}
		for w.begin < w.end && isBlank(line[w.begin]) {
			w.begin++
		}
		for w.begin < w.end && isBlank(line[w.end-1]) {
			w.end--
		}
		switch {
		case x >= len(fields) && w.begin < w.end:
			b.refuse(w.begin, "want the end of %d %s, got %s", b.s.n, b.s.what, describe(line, w.begin))
			return false
		case x < len(fields) && w.begin == w.end:
			b.refuse(min(f.at, len(line)), "want number %d of %d %s in columns %d to %d, got blanks",
				b.k+x+1, b.s.n, b.s.what, f.at+1, f.at+f.width)
			return false
		case x < len(fields):
			b.words = append(b.words, w)
		}
	}
	return true
}

// parseIntegers reads the lines of text into b.ints. They must lie in lo..hi,
// rows of a matrix, unless hi is 0.
func (b *rbBlock) parseIntegers(text []byte, lo, hi int64) {
	b.ints = make([]int64, 0, b.room(text))
	fast := func(line []byte, fields []rbField) bool {
		have, at := len(b.ints), 0
		for x := range fields {
			for at < len(line) && line[at] == ' ' {
				at++
			}
			begin, v := at, int64(0)
			for at < len(line) && line[at]-'0' <= 9 && at-begin < 18 {
				v = 10*v + int64(line[at]-'0')
				at++
			}
			f := &fields[x]
			if at == begin || at < len(line) && line[at] != ' ' || !b.within(f, begin, at) || hi > 0 && (v < lo || v > hi) {
				b.ints = b.ints[:have]
				return false
			}
			b.ints = append(b.ints, v)
		}
		if skipBlanks(line, at) < len(line) {
			b.ints = b.ints[:have]
			return false
		}
		return true
	}
	b.eachLine(text, fast, func(_ *rbField, word []byte) string {
		v, ok := parseRBInt(word)
		switch {
		case !ok:
			return "want an integer, got " + quote(string(word))
		case hi > 0 && (v < lo || v > hi):
			return wantRange("row", int(hi), string(bytes.TrimLeft(word, "+")))
		}
		b.ints = append(b.ints, v)
		return ""
	})
}

// parseReals reads the lines of text into b.reals.
func (b *rbBlock) parseReals(text []byte) {
	b.reals = make([]float64, 0, b.room(text))
	fast := func(line []byte, fields []rbField) bool {
		have, at := len(b.reals), 0
		for x := range fields {
			for at < len(line) && line[at] == ' ' {
				at++
			}
			v, n := decimal.Parse(line[at:])
			f := &fields[x]
			begin := at
			at += n
			if n == 0 || at < len(line) && line[at] != ' ' || !b.within(f, begin, at) || !f.plain(line[begin:at], v) {
				b.reals = b.reals[:have]
				return false
			}
			b.reals = append(b.reals, v)
		}
		if skipBlanks(line, at) < len(line) {
			b.reals = b.reals[:have]
			return false
		}
		return true
	}
	b.eachLine(text, fast, func(f *rbField, word []byte) string {
		v, msg := b.parseValue(f, word)
		b.reals = append(b.reals, v)
		return msg
	})
}

// room returns how many numbers the lines of text can hold at most.
func (b *rbBlock) room(text []byte) int {
	lines := bytes.Count(text, []byte{'\n'}) + 1
	return min(lines*len(b.s.fields), b.s.n-b.k, len(text))
}

// parseRBInt parses an integer.
func parseRBInt(word []byte) (v int64, ok bool) {
	digits := word // at least one byte
	if word[0] == '-' || word[0] == '+' {
		digits = word[1:]
	}
	v, ok = parseCount(digits, math.MaxInt64/100)
	if ok && (digits[0] < '0' || digits[0] > '9') {
		ok = false // two signs
	}
	if word[0] == '-' {
		v = -v
	}
	return v, ok
}
