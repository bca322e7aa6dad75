package sparseio

import (
	"fmt"
	"math"

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
				fmt.Sprintf("want the end of the input after entry %d, got more", p.h.entries))
		}
		if b.err != nil {
			return &SyntaxError{File: p.in.file, Line: p.line + b.err.line, Col: b.err.col, Msg: b.err.msg, Lenient: b.err.lenient}
		}
		b.base = p.line
		p.notes.merge(&b.notes, p.line)
		have += b.entries
		p.line += b.lines
	}
	if have < p.h.entries {
		return p.at(p.line+1, 1, fmt.Sprintf("want entry %d of %d, got the end of the input", have+1, p.h.entries))
	}
	return nil
}

// at returns the error msg at a position.
func (p *mmReader) at(line, col int, msg string) error {
	return &SyntaxError{File: p.in.file, Line: line, Col: col, Msg: msg}
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
		f.ExplicitZeros, _ = countZeros(&sparsity.Triplets{Values: f.Matrix.Values, Imag: f.Matrix.Imag})
	}
	if !p.h.coordinate() {
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
	if p.h.entries == 0 {
		parts = []sparsity.Triplets{p.newPart(0)} // tells whether there are values
	}
	if p.h.rows != p.h.cols && !p.h.general() {
		return p.mirrorUnlisted(f, parts)
	}
	var all sparsity.Survey
	zeros, diagonal := 0, 0
	for _, b := range p.blocks {
		all = all.Join(b.survey)
		zeros += b.zeros
		diagonal += b.diagonalZeros
	}
	opt := sparsity.CompressOptions{Mirror: p.h.mirror(), Workers: p.opt.Workers, Survey: &all, Own: true}
	f.Matrix, f.Duplicates = sparsity.CompressParts(parts, opt)
	if f.Duplicates > 0 {
		f.ExplicitZeros, _ = countZeros(&sparsity.Triplets{Values: f.Matrix.Values, Imag: f.Matrix.Imag})
		return p.checkSides(f, parts)
	}
	f.ExplicitZeros = zeros
	if !p.h.general() {
		f.ExplicitZeros = 2*zeros - diagonal
	}
	return nil
}

// checkSides refuses a file that should list one of (i,j) and (j,i) and lists
// both, or reads it leniently. Such a pair counts as a duplicate; listing the
// positions without their mirrors tells it from one that is listed twice.
func (p *mmReader) checkSides(f *File, parts []sparsity.Triplets) error {
	if p.notes[noteUpper].count == 0 {
		return nil
	}
	listed, repeated := sparsity.CompressParts(parts, sparsity.CompressOptions{Workers: p.opt.Workers})
	both := f.Duplicates - repeated
	switch {
	case both == 0:
		return nil
	case p.opt.Lenient:
		return p.mirrorUnlisted(f, parts)
	}
	n := p.entries(func(i, j int32) bool { return i < j && hasEntry(listed.Pattern, j, i) })
	msg := fmt.Sprintf("want either (i,j) or (j,i) in a %s file, got both; pairs: %d", p.h.symmetry, both)
	return &SyntaxError{File: p.in.file, Line: n.line, Col: n.col, Msg: msg, Lenient: true}
}

// countZeros returns how many entries of t have the value zero, and how many
// of these are on the diagonal. It has no branches, which zeros among other
// values would make slow.
func countZeros(t *sparsity.Triplets) (zeros, diagonal int) {
	for k, v := range t.Values {
		u := math.Float64bits(v)
		if t.Imag != nil {
			u |= math.Float64bits(t.Imag[k])
		}
		u <<= 1 // -0 is zero as well
		zero := (u|-u)>>63 ^ 1
		zeros += int(zero)
		if t.Row != nil {
			d := uint32(t.Row[k] ^ t.Col[k])
			diagonal += int(uint32(zero) & ((d|-d)>>31 ^ 1))
		}
	}
	return zeros, diagonal
}
