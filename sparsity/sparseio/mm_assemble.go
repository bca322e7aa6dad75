package sparseio

import (
	"fmt"

	"github.com/nrkit/nrkit/sparsity"
)

// checkBlocks finds the first error of the file, merges the notes of the
// blocks, and checks that there are as many entries as the size line claims.
func (p *mmReader) checkBlocks() error {
	have := 0
	for _, b := range p.blocks {
		want := p.h.entries - have
		if b.entries > want || b.entries == want && b.err != nil {
			return p.at(p.line+b.lineOf(want), 1,
				fmt.Sprintf("want the end of the input after %d entries, got more", p.h.entries))
		}
		if b.err != nil {
			return p.at(p.line+b.err.line, b.err.col, b.err.msg)
		}
		p.notes.merge(&b.notes, p.line)
		have += b.entries
		p.line += b.lines
	}
	if have < p.h.entries {
		return p.at(p.line+1, 1, fmt.Sprintf("want %d entries, got the end of the input after %d", p.h.entries, have))
	}
	return nil
}

// lineOf returns the line, from 1 in the block, of entry k.
func (b *mmBlock) lineOf(k int) int {
	line := k
	for _, s := range b.skips {
		if int(s) > line {
			break
		}
		line++
	}
	return line + 1
}

// at returns the error msg at a position.
func (p *mmReader) at(line, col int, msg string) error {
	return &SyntaxError{p.in.file, line, col, msg}
}

// assemble makes the matrix from the blocks.
func (p *mmReader) assemble() (*File, error) {
	t := sparsity.Triplets{Rows: p.h.rows, Cols: p.h.cols}
	for _, b := range p.blocks {
		t.Row = append(t.Row, b.part.Row...)
		t.Col = append(t.Col, b.part.Col...)
		t.Values = append(t.Values, b.part.Values...)
		t.Imag = append(t.Imag, b.part.Imag...)
	}
	m, dups := t.Compress()
	f := &File{Matrix: m, Format: FormatMatrixMarket, Layout: p.h.layout, Field: p.h.field,
		Symmetry: p.h.symmetry, Entries: p.h.entries, Duplicates: dups}
	f.Warnings = p.notes.warnings(p.in.file)
	return f, nil
}
