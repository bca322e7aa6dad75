package sparseio

import (
	"bytes"

	"github.com/nrkit/nrkit/sparsity"
)

// An mmBlock is what was parsed from some whole lines.
type mmBlock struct {
	// part has the entries as listed, numbered from 0. Of an array it has
	// the values only, and nothing when those are not wanted.
	part    sparsity.Triplets
	entries int

	survey               sparsity.Survey
	zeros, diagonalZeros int // entries whose value is zero, and those of them on the diagonal

	lines int
	skips []int32 // lines without an entry, numbered from 0 in the block
	notes notes   // lines numbered from 1 in the block
	err   *mmFault
}

// An mmFault is the first error in a block, which ends its parsing.
type mmFault struct {
	line, col int // from 1 in the block
	msg       string
}

// parseBlock parses the lines of raw: those of the plain form all at once,
// others one by one.
func (p *mmReader) parseBlock(raw rawBlock) *mmBlock {
	b := &mmBlock{part: p.partFor(raw)}
	data, n := raw.data, raw.size
	for at := 0; at < n && b.err == nil; {
		at = p.plainLines(b, data, at, n)
		if at < n {
			end := at + bytes.IndexByte(data[at:n+1], '\n')
			b.lines++
			p.parseLine(b, trimEnd(data[at:end]))
			at = end + 1
		}
	}
	b.part = cut(b.part, 0, b.entries)
	if p.h.coordinate() {
		b.survey = b.part.Survey()
		b.zeros, b.diagonalZeros = countZeros(&b.part)
	}
	return b
}

// roomSlack is how many lines without an entry, as there may be at the end of
// a file, do not matter for partFor.
const roomSlack = 256

// makeRoom makes the memory for all entries, which checkClaim has found to be
// in proportion to the size of the input.
func (p *mmReader) makeRoom() {
	p.room = p.newPart(p.h.entries + roomSlack)
	p.roomLines = p.h.entries + roomSlack
}

// partFor returns room for the entries of raw, as if each line held one: a
// piece of the room for all, so that the parts of blocks in which that is so
// lie one behind the other, or new memory.
func (p *mmReader) partFor(raw rawBlock) sparsity.Triplets {
	if end := raw.before + raw.lines; end <= p.roomLines {
		return cut(p.room, raw.before, end)
	}
	return p.newPart(raw.lines)
}

// newPart returns room for n entries.
func (p *mmReader) newPart(n int) sparsity.Triplets {
	t := sparsity.Triplets{Rows: p.h.rows, Cols: p.h.cols}
	if p.h.coordinate() {
		t.Row = make([]int32, n)
		t.Col = make([]int32, n)
	}
	if p.values() {
		t.Values = make([]float64, n)
		if p.h.field == "complex" {
			t.Imag = make([]float64, n)
		}
	}
	return t
}

// cut returns the entries from..to-1 of t.
func cut(t sparsity.Triplets, from, to int) sparsity.Triplets {
	if t.Row != nil {
		t.Row, t.Col = t.Row[from:to], t.Col[from:to]
	}
	if t.Values != nil {
		t.Values = t.Values[from:to]
	}
	if t.Imag != nil {
		t.Imag = t.Imag[from:to]
	}
	return t
}

// values reports whether values are to be parsed.
func (p *mmReader) values() bool {
	return p.h.field != "pattern" && !p.opt.PatternOnly
}
