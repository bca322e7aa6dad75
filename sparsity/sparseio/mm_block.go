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

	base  int // number of the line before the first
	lines int
	skips []lineRun // lines without an entry
	notes notes     // lines numbered from 1 in the block
	err   *mmFault
}

// An mmFault is the first error in a block, which ends its parsing.
type mmFault struct {
	line, col int // from 1 in the block
	msg       string
	lenient   bool // Options.Lenient accepts it
}

// A lineRun is count lines one after the other, from line first, which counts
// from 0 in the block.
type lineRun struct{ first, count int32 }

// skip records that the current line has no entry.
func (b *mmBlock) skip() {
	line := int32(b.lines - 1)
	if n := len(b.skips); n > 0 && b.skips[n-1].first+b.skips[n-1].count == line {
		b.skips[n-1].count++
		return
	}
	b.skips = append(b.skips, lineRun{line, 1})
}

// lineOf returns the line, from 1 in the block, of entry k.
func (b *mmBlock) lineOf(k int) int {
	for _, s := range b.skips {
		if int(s.first) > k {
			break
		}
		k += int(s.count)
	}
	return k + 1
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
	return p.newPart(min(raw.lines, raw.size/p.minEntryBytes()+1))
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
