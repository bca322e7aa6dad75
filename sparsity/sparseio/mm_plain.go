package sparseio

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/nrkit/nrkit/internal/decimal"
)

// plainLines parses lines from data[at:n] into b for as long as they are
// plain: an entry with nothing doubtful about it. It returns the begin of the
// first that is not, which may be n.
func (p *mmReader) plainLines(b *mmBlock, data []byte, at, n int) int {
	if !p.h.coordinate() {
		return p.plainArray(b, data, at, n)
	}
	r := p.plainRanges()
	switch {
	case !p.values() && p.h.field != "pattern":
		return r.skipValues(b, data, at, n)
	case p.h.field == "pattern":
		return r.patterns(b, data, at, n)
	case p.h.field == "real":
		return r.reals(b, data, at, n)
	case p.h.field == "integer":
		return r.integers(b, data, at, n)
	}
	return r.complexes(b, data, at, n)
}

// plainRanges says which positions are plain.
type plainRanges struct {
	rows, cols uint64
	triangle   bool   // columns up to row-below only
	below      uint64 // 0 with the diagonal, 1 without
}

// plainRanges returns the ranges for the header.
func (p *mmReader) plainRanges() plainRanges {
	r := plainRanges{rows: uint64(p.h.rows), cols: uint64(p.h.cols), triangle: !p.h.general()}
	if p.h.symmetry == "skew-symmetric" {
		r.below = 1
	}
	return r
}

// has reports whether the position i, j, counted from 1, is plain.
func (r *plainRanges) has(i, j uint64) bool {
	last := r.cols
	if r.triangle {
		last = min(last, i-r.below) // --lenient also reads matrices that are not square
	}
	return i-1 < r.rows && j-1 < last
}

// entryPosition parses a row and a column at the begin of a line and the blanks
// behind them. It returns the index of what follows, or 0 when these are not
// two short runs of digits.
func entryPosition(data []byte, at int) (row, col uint64, next int) {
	for isBlank(data[at]) {
		at++
	}
	row, n := decimal.Leading(word(data, at))
	if n == 8 {
		row, n = longIndex(data, at)
	}
	at += n
	if n == 0 || !isBlank(data[at]) {
		return 0, 0, 0
	}
	for at++; isBlank(data[at]); at++ {
	}
	col, n = decimal.Leading(word(data, at))
	if n == 8 {
		col, n = longIndex(data, at)
	}
	at += n
	if c := data[at]; n == 0 || !isBlank(c) && c != '\n' && (c != '\r' || data[at+1] != '\n') {
		return 0, 0, 0
	}
	for isBlank(data[at]) {
		at++
	}
	return row, col, at
}

// word returns the eight bytes of data from at on.
func word(data []byte, at int) uint64 {
	return binary.LittleEndian.Uint64(data[at : at+8 : at+8])
}

// longIndex parses the digits at data[at:] one by one; none when they are
// more than an index can have.
func longIndex(data []byte, at int) (v uint64, n int) {
	for n < 12 && data[at+n]-'0' <= 9 {
		v = 10*v + uint64(data[at+n]-'0')
		n++
	}
	if n == 12 {
		return 0, 0
	}
	return v, n
}

// lineEnd returns the index of the line feed at data[at:] that only blanks and
// a carriage return may precede, or -1.
func lineEnd(data []byte, at int) int {
	for isBlank(data[at]) {
		at++
	}
	if data[at] == '\r' {
		at++
	}
	if data[at] == '\n' {
		return at
	}
	return -1
}

// reals parses lines of a row, a column and a finite number.
func (r *plainRanges) reals(b *mmBlock, data []byte, at, n int) int {
	row, col, values := b.part.Row[b.entries:], b.part.Col[b.entries:], b.part.Values[b.entries:]
	k := 0
	for at < n && k < len(row) && k < len(col) && k < len(values) {
		i, j, x := entryPosition(data, at)
		if x == 0 || !r.has(i, j) {
			break
		}
		v, w := decimal.Parse(data[x:])
		x += w
		if w == 0 || v-v != 0 {
			break
		}
		if data[x] != '\n' {
			if x = lineEnd(data, x); x < 0 {
				break
			}
		}
		row[k], col[k], values[k] = int32(i-1), int32(j-1), v
		k++
		at = x + 1
	}
	b.plain(k)
	return at
}

// plain counts k plain lines.
func (b *mmBlock) plain(k int) {
	b.entries += k
	b.lines += k
}

// complexes parses lines of a row, a column and two finite numbers.
func (r *plainRanges) complexes(b *mmBlock, data []byte, at, n int) int {
	part := &b.part
	k := b.entries
	for at < n {
		i, j, x := entryPosition(data, at)
		if x == 0 || !r.has(i, j) {
			break
		}
		re, im, end := complexAt(data, x)
		if end < 0 || i == j && r.triangle && im != 0 {
			break
		}
		part.Row[k], part.Col[k] = int32(i-1), int32(j-1)
		part.Values[k], part.Imag[k] = re, im
		k++
		at = end + 1
	}
	b.plain(k - b.entries)
	return at
}

// complexAt parses two finite numbers and the end of the line.
func complexAt(data []byte, at int) (re, im float64, end int) {
	re, w := decimal.Parse(data[at:])
	at += w
	if w == 0 || !isBlank(data[at]) {
		return 0, 0, -1
	}
	for at++; isBlank(data[at]); at++ {
	}
	im, w = decimal.Parse(data[at:])
	if w == 0 || re-re != 0 || im-im != 0 {
		return 0, 0, -1
	}
	return re, im, lineEnd(data, at+w)
}

// integers parses lines of a row, a column and an exact integer.
func (r *plainRanges) integers(b *mmBlock, data []byte, at, n int) int {
	part := &b.part
	k := b.entries
	for at < n {
		i, j, x := entryPosition(data, at)
		if x == 0 || !r.has(i, j) {
			break
		}
		v, end := integerAt(data, x)
		if end < 0 {
			break
		}
		part.Row[k], part.Col[k], part.Values[k] = int32(i-1), int32(j-1), v
		k++
		at = end + 1
	}
	b.plain(k - b.entries)
	return at
}

// integerAt parses an integer of up to eight digits and the end of the line.
func integerAt(data []byte, at int) (v float64, end int) {
	negative := data[at] == '-'
	if negative {
		at++
	}
	u, w := decimal.Leading(word(data, at))
	if w == 0 {
		return 0, -1
	}
	v = float64(u)
	if negative {
		v = -v
	}
	return v, lineEnd(data, at+w)
}

// patterns parses lines of a row and a column.
func (r *plainRanges) patterns(b *mmBlock, data []byte, at, n int) int {
	row, col := b.part.Row[b.entries:], b.part.Col[b.entries:]
	k := 0
	for at < n && k < len(row) && k < len(col) {
		i, j, x := entryPosition(data, at)
		if x == 0 || !r.has(i, j) {
			break
		}
		if data[x] != '\n' {
			if x = lineEnd(data, x); x < 0 {
				break
			}
		}
		row[k], col[k] = int32(i-1), int32(j-1)
		k++
		at = x + 1
	}
	b.plain(k)
	return at
}

// skipValues parses lines of a row and a column and anything.
func (r *plainRanges) skipValues(b *mmBlock, data []byte, at, n int) int {
	row, col := b.part.Row[b.entries:], b.part.Col[b.entries:]
	k := 0
	for at < n && k < len(row) && k < len(col) {
		i, j, x := entryPosition(data, at)
		if x == 0 || !r.has(i, j) {
			break
		}
		row[k], col[k] = int32(i-1), int32(j-1)
		k++
		at = nextLine(data, x)
	}
	b.plain(k)
	return at
}

// lineFeed returns which of eight bytes of text, the first of which is the
// lowest of w, is the first line feed, or 8.
func lineFeed(w uint64) int {
	w ^= 0x0a0a0a0a0a0a0a0a
	return bits.TrailingZeros64((w-0x0101010101010101)&^w&0x8080808080808080) / 8
}

// nextLine returns the index behind the first line feed of data[at:].
func nextLine(data []byte, at int) int {
	for at+8 <= len(data) {
		if n := lineFeed(word(data, at)); n < 8 {
			return at + n + 1
		}
		at += 8
	}
	return at + bytes.IndexByte(data[at:], '\n') + 1
}

// plainArray parses lines of one finite number of a real array.
func (p *mmReader) plainArray(b *mmBlock, data []byte, at, n int) int {
	if p.h.field != "real" || !p.values() {
		return at
	}
	values := b.part.Values[b.entries:]
	k := 0
	for at < n && k < len(values) {
		x := at
		for isBlank(data[x]) {
			x++
		}
		v, w := decimal.Parse(data[x:])
		if w == 0 || v-v != 0 {
			break
		}
		end := lineEnd(data, x+w)
		if end < 0 {
			break
		}
		values[k] = v
		k++
		at = end + 1
	}
	b.plain(k)
	return at
}
