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
	for _, s := range b.skips {
		if int(s) > k {
			break
		}
		k++
	}
	return k + 1
}

// at returns the error msg at a position.
func (p *mmReader) at(line, col int, msg string) error {
	return &SyntaxError{p.in.file, line, col, msg}
}

// assemble makes the matrix from the blocks.
func (p *mmReader) assemble() (*File, error) {
	f := &File{Format: FormatMatrixMarket, Layout: p.h.layout, Field: p.h.field,
		Symmetry: p.h.symmetry, Entries: p.h.entries}
	parts := make([]sparsity.Triplets, 0, len(p.blocks)+1)
	for _, b := range p.blocks {
		parts = append(parts, b.part)
	}
	if p.h.coordinate() {
		if err := p.compress(f, parts); err != nil {
			return nil, err
		}
	} else {
		f.Matrix = p.expandArray(parts)
	}
	f.ExplicitZeros = countZeros(f.Matrix)
	if !p.h.coordinate() && f.ExplicitZeros > 0 {
		p.notes[noteArrayZeros].count = f.ExplicitZeros
	}
	p.notes[noteDuplicates].count = f.Duplicates
	f.Warnings = p.notes.warnings(p.in.file)
	return f, nil
}

// mirror returns what an entry off the diagonal stands for.
func (h *mmHeader) mirror() sparsity.Mirror {
	switch h.symmetry {
	case "symmetric":
		return sparsity.MirrorSame
	case "skew-symmetric":
		return sparsity.MirrorNegated
	case "hermitian":
		return sparsity.MirrorConjugate
	}
	return sparsity.MirrorNone
}

// compress makes the matrix of a coordinate file.
func (p *mmReader) compress(f *File, parts []sparsity.Triplets) error {
	if len(parts) == 0 {
		parts = append(parts, p.newBlock(0).part)
	}
	f.Matrix, f.Duplicates = sparsity.CompressParts(parts, p.h.mirror(), p.opt.Workers)
	if p.notes[noteUpper].count == 0 || f.Duplicates == 0 {
		return nil
	}
	// A pair of mirrors, both listed, counts as a duplicate. Listing the
	// positions without their mirrors tells it from one listed twice.
	_, repeated := sparsity.CompressParts(parts, sparsity.MirrorNone, p.opt.Workers)
	if both := f.Duplicates - repeated; both > 0 {
		n := p.notes[noteUpper]
		return p.at(n.line, n.col, fmt.Sprintf("want one of (i,j) and (j,i) in a %s file, got both for %d pairs", p.h.symmetry, both))
	}
	return nil
}

// countZeros returns how many entries of m have the value zero.
func countZeros(m *sparsity.Matrix) int {
	n := 0
	if m.Imag == nil {
		for _, v := range m.Values {
			if v == 0 {
				n++
			}
		}
		return n
	}
	for k, v := range m.Values {
		if v == 0 && m.Imag[k] == 0 {
			n++
		}
	}
	return n
}
