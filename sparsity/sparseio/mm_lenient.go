package sparseio

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// forbidden is what to do about a departure from the format in the header, at
// byte at of the current line, that Options.Lenient accepts: it notes the
// departure, or returns the error.
func (p *mmReader) forbidden(c noteCode, at int, format string, args ...any) error {
	if p.opt.Lenient {
		p.notes.add(c, p.line, at+1)
		return nil
	}
	return &SyntaxError{File: p.in.file, Line: p.line, Col: at + 1, Msg: fmt.Sprintf(format, args...), Lenient: true}
}

// accept is forbidden for byte at of the current line of b. It reports whether
// the entry counts.
func (p *mmReader) accept(b *mmBlock, c noteCode, at int, msg string) bool {
	if p.opt.Lenient {
		b.notes.add(c, b.lines, at+1)
		return true
	}
	b.fault(at, msg)
	b.err.lenient = true
	return false
}

// acceptRest is accept for a word that stands behind an entry. Behind the
// value of an array it is an error always: it may be the next value of a row.
func (p *mmReader) acceptRest(b *mmBlock, t *tokens) bool {
	msg := "want the end of the line, got " + quote(t.word())
	switch {
	case !p.h.coordinate():
		b.fault(t.start, msg)
		return false
	case p.h.field == "pattern":
		return p.accept(b, notePatternValues, t.start, msg)
	}
	return p.accept(b, noteExtraText, t.start, msg)
}

// entries counts the listed entries for which match holds, and says where the
// first is. Rows and columns count from 0.
func (p *mmReader) entries(match func(i, j int32) bool) note {
	var n note
	for _, b := range p.blocks {
		for k, i := range b.part.Row {
			if match(i, b.part.Col[k]) {
				if n.count++; n.count == 1 {
					n.line, n.col = b.base+b.lineOf(k), 1
				}
			}
		}
	}
	return n
}

// entryAt returns the index of entry (i, j) of a, which is canonical; -1 when
// there is no such entry.
func entryAt(a *sparsity.Pattern, i, j int32) int64 {
	if int(i) >= a.Rows || int(j) >= a.Cols {
		return -1
	}
	if k, ok := slices.BinarySearch(a.Col(int(j)), i); ok {
		return a.ColPtr[j] + int64(k)
	}
	return -1
}

// hasEntry reports whether a, which is canonical, has entry (i, j).
func hasEntry(a *sparsity.Pattern, i, j int32) bool { return entryAt(a, i, j) >= 0 }

// mirrorUnlisted makes the matrix of a coordinate file that has a symmetry and
// lists both (i,j) and (j,i), or is not square: an entry whose mirror is listed
// stands for itself alone, any other for itself and its mirror.
func (p *mmReader) mirrorUnlisted(f *File, parts []sparsity.Triplets) error {
	m, repeated := sparsity.CompressParts(parts, sparsity.CompressOptions{Workers: p.opt.Workers})
	a := m.Pattern
	if n := p.entries(func(i, j int32) bool { return int(i) >= a.Cols || int(j) >= a.Rows }); n.count > 0 {
		return p.at(n.line, n.col, fmt.Sprintf("want the mirror of each entry inside the matrix, as %s requires, got %d outside of %d×%d",
			p.h.symmetry, n.count, a.Rows, a.Cols))
	}
	p.noteTriangles(m)
	t := columnTriplets(m)
	t.Row = slices.Clone(t.Row)
	for k := range m.Pattern.NNZ() {
		if i, j := t.Row[k], t.Col[k]; i != j && !hasEntry(a, j, i) {
			p.h.appendMirror(&t, k)
		}
	}
	f.Matrix, _ = sparsity.CompressParts([]sparsity.Triplets{t}, sparsity.CompressOptions{Workers: p.opt.Workers})
	f.Duplicates = repeated
	f.ExplicitZeros = storedZeros(f.Matrix)
	return nil
}

// appendMirror appends to t what its entry k stands for besides itself.
func (h *mmHeader) appendMirror(t *sparsity.Triplets, k int) {
	t.Row, t.Col = append(t.Row, t.Col[k]), append(t.Col, t.Row[k])
	if t.Values == nil {
		return
	}
	re, im := t.Values[k], 0.0
	if t.Imag != nil {
		im = t.Imag[k]
	}
	re, im = h.mirrorValue(re, im)
	t.Values = append(t.Values, re)
	if t.Imag != nil {
		t.Imag = append(t.Imag, im)
	}
}

// mirrorValue returns the value of the mirror of an entry.
func (h *mmHeader) mirrorValue(re, im float64) (float64, float64) {
	switch h.mirror() {
	case sparsity.MirrorNegated:
		return -re, -im
	case sparsity.MirrorConjugate:
		return re, -im
	}
	return re, im
}

// noteTriangles notes the pairs of which both entries are listed, where m has
// the entries as listed, and counts the others above the diagonal anew.
func (p *mmReader) noteTriangles(m *sparsity.Matrix) {
	a := m.Pattern
	paired := func(i, j int32) bool { return i < j && hasEntry(a, j, i) }
	p.notes[noteUpper] = p.entries(func(i, j int32) bool { return i < j && !paired(i, j) })
	p.notes[noteBothTriangles] = p.entries(paired)
	differs := func(i, j int32) bool { return paired(i, j) && p.contradicts(m, entryAt(a, i, j), entryAt(a, j, i)) }
	p.notes[noteTrianglesDiffer] = p.entries(differs)
	both, differ := 0, 0 // each pair once, however often it is listed
	for j := range int32(a.Cols) {
		for _, i := range a.Col(int(j)) {
			if paired(i, j) {
				both++
				if differs(i, j) {
					differ++
				}
			}
		}
	}
	p.notes[noteBothTriangles].count, p.notes[noteTrianglesDiffer].count = both, differ
}

// contradicts reports whether the entries k and l of m, mirrors of each other,
// have values that the symmetry does not allow.
func (p *mmReader) contradicts(m *sparsity.Matrix, k, l int64) bool {
	if !m.HasValues() {
		return false
	}
	same := func(x, y float64) bool { return x == y || x != x && y != y }
	re, im, imag := m.Values[k], 0.0, 0.0
	if m.Complex() {
		im, imag = m.Imag[k], m.Imag[l]
	}
	re, im = p.h.mirrorValue(re, im)
	return !same(re, m.Values[l]) || !same(im, imag)
}
