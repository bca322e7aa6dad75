package sparseio

import (
	"bufio"
	"fmt"
	"io"
	"runtime"

	"github.com/nrkit/nrkit/sparsity"
)

// A rbReader reads one Rutherford-Boeing or Harwell-Boeing file.
//
// Formats: Duff, Grimes and Lewis, The Rutherford-Boeing Sparse Matrix
// Collection, RAL-TR-97-031, 1997; the same, Users' Guide for the
// Harwell-Boeing Sparse Matrix Collection (Release I), TR/PA/92/86, 1992.
// Numbers stand in the columns that a Fortran format in the header says.
// Right-hand sides are skipped. docs/formats-containers.md has the choices.
type rbReader struct {
	in     *input
	source rbSource // of what follows the header
	opt    Options

	h        rbHeader
	line     int // number of the last line read
	notes    notes
	warnings []Warning
}

// readBoeing reads in, which [isBoeing] or its name says is of these formats.
func readBoeing(in *input, opt Options) (*File, error) {
	p := &rbReader{in: in, source: rbSource{r: in.r}, opt: opt}
	return p.read()
}

// read reads the file section by section.
func (p *rbReader) read() (*File, error) {
	if err := p.readHeader(); err != nil {
		return nil, err
	}
	ptr, err := p.readPointers()
	if err != nil {
		return nil, err
	}
	ind, at, err := p.readIndices()
	if err != nil {
		return nil, err
	}
	f := &File{Format: FormatRutherfordBoeing, Layout: "assembled", Field: p.h.fieldName(), Symmetry: p.h.symmetryName()}
	if p.h.harwell {
		f.Format = FormatHarwellBoeing
	}
	if p.h.form == 'e' {
		f.Layout = "elemental"
		err = p.readElements(f, ptr, ind)
	} else {
		err = p.readAssembled(f, ptr, ind, at)
	}
	if err != nil {
		return nil, err
	}
	f.ExplicitZeros = storedZeros(f.Matrix)
	if err := p.finish(); err != nil {
		return nil, err
	}
	f.Warnings = append(p.notes.warnings(p.in.file), p.warnings...)
	return f, nil
}

// nextLine returns the next line of the header without its end. It is valid
// until the next call. At the end of the input it returns an error that says
// what was wanted.
func (p *rbReader) nextLine(want string) ([]byte, error) {
	p.line++
	line, err := p.in.r.ReadSlice('\n')
	switch {
	case err == bufio.ErrBufferFull:
		return nil, p.fault(len(line), "want lines of at most %d bytes in the header", headSize)
	case err == io.EOF && len(line) == 0:
		return nil, p.fault(0, "want %s, got the end of the input", want)
	case err != nil && err != io.EOF:
		return nil, fmt.Errorf("reading %s: %w", p.in.file, err)
	}
	return trimEnd(line), nil
}

// finish notes a type that hides its values, and text behind the matrix.
func (p *rbReader) finish() error {
	h := &p.h
	switch {
	case h.field == 'q':
		p.warn(codeValuesElsewhere, 3, 1, "the values are in another file; only the structure is read")
	case h.field != 'p' && !h.hasValues():
		p.warn(codeValuesMissing, 2, 1, "the file has no values, although the matrix type promises values; only the structure is read")
	}
	if h.rhsLines > 0 || h.hasValues() && p.opt.PatternOnly {
		return nil // the rest was not meant to be read
	}
	skipped, at, err := p.source.rest()
	if err != nil && err != io.EOF {
		return fmt.Errorf("reading %s: %w", p.in.file, err)
	}
	if at >= 0 {
		p.warn(codeRest, p.line+1+skipped, at+1, "text after the end of the matrix is ignored")
	}
	return nil
}

// warn appends a warning.
func (p *rbReader) warn(code string, line, col int, msg string) {
	p.warnings = append(p.warnings, Warning{Code: code, File: p.in.file, Line: line, Col: col, Msg: msg})
}

// warnOnce appends a warning unless there is one with that code.
func (p *rbReader) warnOnce(code string, line, col int, msg string) {
	if !warned(p.warnings, code) {
		p.warn(code, line, col, msg)
	}
}

// readAssembled reads the values of an assembled matrix and makes the matrix.
func (p *rbReader) readAssembled(f *File, ptr []int64, ind []int32, at *section) error {
	if err := p.checkTriangle(ptr, ind, at); err != nil {
		return err
	}
	re, im, err := p.readValues(p.h.indices)
	if err != nil {
		return err
	}
	f.Entries = p.h.indices
	m := &sparsity.Matrix{Values: re, Imag: im,
		Pattern: &sparsity.Pattern{Rows: p.h.rows, Cols: p.h.cols, ColPtr: ptr, RowIdx: ind}}
	if p.h.symmetry == 'h' && im != nil {
		p.noteDiagonal(m)
	}
	if p.h.mirror() == sparsity.MirrorNone && m.Pattern.Canonical() {
		f.Matrix = m
		return nil
	}
	t := columnTriplets(m)
	f.Matrix, f.Duplicates = sparsity.CompressParts([]sparsity.Triplets{t},
		sparsity.CompressOptions{Mirror: p.h.mirror(), Workers: p.workers()})
	if p.notes[noteUpper].count > 0 && f.Duplicates > 0 {
		// A pair of mirrors, both listed, counts as a duplicate.
		_, repeated := sparsity.CompressParts([]sparsity.Triplets{t}, sparsity.CompressOptions{Workers: p.workers()})
		if both := f.Duplicates - repeated; both > 0 {
			n := p.notes[noteUpper]
			return &SyntaxError{File: p.in.file, Line: n.line, Col: n.col, Msg: fmt.Sprintf(
				"want one of (i,j) and (j,i) in a %s matrix, got both for %d pairs", p.h.symmetryName(), both)}
		}
	}
	p.notes[noteDuplicates].count = f.Duplicates
	return nil
}

// checkTriangle notes entries above the diagonal of a matrix that lists only
// one triangle, and refuses a diagonal that must be empty.
func (p *rbReader) checkTriangle(ptr []int64, ind []int32, at *section) error {
	if p.h.mirror() == sparsity.MirrorNone {
		return nil
	}
	for j := range ptr[:len(ptr)-1] {
		for k := ptr[j]; k < ptr[j+1]; k++ {
			i := int(ind[k])
			if i < j {
				line, col := at.position(int(k), int64(i)+1)
				p.notes.add(noteUpper, line, col)
			} else if i == j && p.h.symmetry == 'z' {
				line, col := at.position(int(k), int64(i)+1)
				return &SyntaxError{File: p.in.file, Line: line, Col: col,
					Msg: fmt.Sprintf("want no diagonal entries in a skew-symmetric matrix, got row %d of column %d", i+1, j+1)}
			}
		}
	}
	return nil
}

// noteDiagonal notes the diagonal entries of a hermitian matrix that have an
// imaginary part.
func (p *rbReader) noteDiagonal(m *sparsity.Matrix) {
	for j := range m.Pattern.Cols {
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			if int(m.Pattern.RowIdx[k]) == j && m.Imag[k] != 0 {
				p.notes.add(noteHermitianDiagonal, 0, 0)
			}
		}
	}
}

// workers returns the number of goroutines to use.
func (p *rbReader) workers() int {
	if p.opt.Workers > 0 {
		return p.opt.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// columnTriplets returns the entries of m, whose columns may be in any order
// and have duplicates, as a list. It shares the rows and values with m.
func columnTriplets(m *sparsity.Matrix) sparsity.Triplets {
	a := m.Pattern
	col := make([]int32, len(a.RowIdx))
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			col[k] = int32(j)
		}
	}
	return sparsity.Triplets{Rows: a.Rows, Cols: a.Cols, Row: a.RowIdx, Col: col, Values: m.Values, Imag: m.Imag}
}

// storedZeros returns how many entries of m have the value zero.
func storedZeros(m *sparsity.Matrix) int {
	n := 0
	for k, v := range m.Values {
		if v == 0 && (m.Imag == nil || m.Imag[k] == 0) {
			n++
		}
	}
	return n
}
