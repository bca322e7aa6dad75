package sparseio

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
)

// A rbHeader is what stands in the first four or five lines.
type rbHeader struct {
	harwell bool // Harwell-Boeing, with a count of right-hand side lines

	// Lines that the sections are said to take.
	pointerLines, indexLines, valueLines, rhsLines int

	field, symmetry, form byte // the letters of the type, lower case
	rows, cols            int  // variables and elements of an elemental matrix
	indices, elemental    int  // row indices; values of an elemental matrix

	pointers, index, values []rbField
}

// rbMaxCount is the largest number of lines, indices or values: what an int
// holds, or a float64 exactly.
const rbMaxCount = min(math.MaxInt, 1<<53)

// Letters of a matrix type.
const (
	rbFields     = "rcpiq" // real, complex, pattern, integer, pattern with values in another file
	rbSymmetries = "suhzr" // symmetric, unsymmetric, hermitian, skew-symmetric, rectangular
	rbForms      = "ae"    // assembled, elemental
)

// isRBType reports whether word is a matrix type, such as rua or PSE.
func isRBType(word []byte) bool {
	if len(word) != 3 {
		return false
	}
	for k, letters := range []string{rbFields, rbSymmetries, rbForms} {
		if strings.IndexByte(letters, word[k]|0x20) < 0 {
			return false
		}
	}
	return true
}

// isBoeing reports whether head is the begin of a Rutherford-Boeing or
// Harwell-Boeing file: counts on the second line, a matrix type and counts on
// the third.
func isBoeing(head []byte) bool {
	var lines [3][]byte
	for k := range lines {
		line, rest, found := bytes.Cut(head, []byte{'\n'})
		if !found {
			return false
		}
		lines[k], head = trimEnd(line), rest
	}
	if len(lines[2]) < 3 || !isRBType(lines[2][:3]) || bytes.IndexByte(lines[0], 0) >= 0 {
		return false
	}
	counts := func(line []byte) bool {
		n := 0
		for t := (tokens{line: line}); t.next(); n++ {
			if _, ok := parseCount(line[t.start:t.end], 1<<59); !ok {
				return false
			}
		}
		return n >= 3
	}
	return counts(lines[1]) && counts(lines[2][3:])
}

// hasBoeingName reports whether the extension of name is one of these formats:
// .rb, .hb or a matrix type.
func hasBoeingName(name string) bool {
	ext := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	return len(ext) < len(name) && (ext == "rb" || ext == "hb" || isRBType([]byte(ext)))
}

// readHeader reads the header.
func (p *rbReader) readHeader() error {
	if _, err := p.nextLine("a title"); err != nil {
		return err
	}
	for _, part := range []struct {
		what  string
		parse func(line []byte) error
	}{
		{"the numbers of lines", p.parseLineCounts},
		{"the matrix type", p.parseType},
		{"the formats", p.parseFormats},
	} {
		line, err := p.nextLine(part.what)
		if err != nil {
			return err
		}
		if err := part.parse(line); err != nil {
			return err
		}
	}
	if p.h.rhsLines > 0 {
		// What kinds of right-hand sides there are: they are not read.
		_, err := p.nextLine("the right-hand side type")
		return err
	}
	return nil
}

// parseLineCounts parses the second line. Its fifth number, the right-hand
// side lines, tells Harwell-Boeing from Rutherford-Boeing.
func (p *rbReader) parseLineCounts(line []byte) error {
	var n [5]int
	t := tokens{line: line}
	k := 0
	for ; t.next(); k++ {
		if k == len(n) {
			return p.fault(t.start, "want the end of the line after %d numbers of lines, got %s", len(n), quote(t.word()))
		}
		v, ok := parseCount(line[t.start:t.end], rbMaxCount)
		if !ok {
			return p.fault(t.start, "want a number of lines, got %s", quote(t.word()))
		}
		n[k] = int(v)
	}
	if k < 4 {
		return p.fault(len(line), "want 4 or 5 numbers of lines, got %d", k)
	}
	h := &p.h
	h.harwell = k == 5
	h.pointerLines, h.indexLines, h.valueLines, h.rhsLines = n[1], n[2], n[3], n[4]
	return nil
}

// parseType parses the third line: the matrix type and the dimensions.
func (p *rbReader) parseType(line []byte) error {
	h := &p.h
	if len(line) < 3 || !isRBType(line[:3]) {
		return p.fault(0, "want a matrix type such as rua or psa in columns 1 to 3, got %s", describe(line, 0))
	}
	h.field, h.symmetry, h.form = line[0]|0x20, line[1]|0x20, line[2]|0x20
	var n, at [4]int
	limits := [4]int64{sparsity.MaxDim, sparsity.MaxDim, rbMaxCount, rbMaxCount}
	names := [4]string{"rows", "columns", "row indices", "elemental values"}
	t := tokens{line: line, end: 3}
	for k := range n {
		if !t.next() {
			if k == 3 && h.form == 'a' {
				break // the last count is zero or missing
			}
			return p.fault(t.start, "want a number of %s, got the end of the line", names[k])
		}
		v, ok := parseCount(line[t.start:t.end], limits[k])
		if !ok {
			return p.fault(t.start, "want a number of %s in 0..%d, got %s", names[k], limits[k], quote(t.word()))
		}
		n[k], at[k] = int(v), t.start
	}
	h.rows, h.cols, h.indices, h.elemental = n[0], n[1], n[2], n[3]
	return p.checkType(at)
}

// checkType refuses types that contradict themselves or the dimensions, and
// dimensions that contradict the size of the input.
func (p *rbReader) checkType(at [4]int) error {
	h := &p.h
	switch {
	case h.symmetry == 'h' && h.field != 'c' && h.field != 'p' && h.field != 'q':
		return p.fault(0, "a hermitian matrix must be complex")
	case h.form == 'e' && h.symmetry == 'r':
		return p.fault(0, "rectangular elemental matrices are not read")
	case h.form == 'a' && h.symmetry != 'u' && h.symmetry != 'r' && h.rows != h.cols:
		return p.fault(at[0], "a %s matrix must be square, got %d×%d", h.symmetryName(), h.rows, h.cols)
	case h.rows == 0 && h.indices > 0:
		return p.fault(at[2], "want no row indices in a matrix without rows, got %d", h.indices)
	}
	if left := p.in.size; left >= 0 && (int64(h.cols) > left || int64(h.indices) > left || int64(h.elemental) > left) {
		return p.fault(at[1], "%d columns and %d row indices do not fit into an input of %d bytes", h.cols, h.indices, left)
	}
	if most, n := p.in.mostEntries(), max(h.indices, h.elemental/packedElements, h.cols-freeDim); p.in.total >= 0 && n > most {
		return p.fault(at[2], "%s", tooDense(n, most))
	}
	if most := max(freeDim, dimsPerEntry*min(h.indices, sparsity.MaxDim)); h.rows > most {
		return p.fault(at[0], "%d rows are too many for %d row indices: want at most %d", h.rows, h.indices, most)
	}
	return nil
}

// symmetryName returns the symmetry as [File.Symmetry] has it.
func (h *rbHeader) symmetryName() string {
	switch h.symmetry {
	case 's':
		return "symmetric"
	case 'z':
		return "skew-symmetric"
	case 'h':
		return "hermitian"
	}
	return "general"
}

// mirror returns what an entry off the diagonal stands for.
func (h *rbHeader) mirror() sparsity.Mirror {
	switch h.symmetry {
	case 's':
		return sparsity.MirrorSame
	case 'z':
		return sparsity.MirrorNegated
	case 'h':
		return sparsity.MirrorConjugate
	}
	return sparsity.MirrorNone
}

// hasValues reports whether the file has values.
func (h *rbHeader) hasValues() bool {
	return h.field != 'p' && h.field != 'q' && (h.valueLines > 0 || h.indices == 0)
}

// fieldName returns the field as [File.Field] has it.
func (h *rbHeader) fieldName() string {
	if !h.hasValues() {
		return "pattern"
	}
	switch h.field {
	case 'c':
		return "complex"
	case 'i':
		return "integer"
	}
	return "real"
}

// parseFormats parses the fourth line: a format in parentheses for each
// section.
func (p *rbReader) parseFormats(line []byte) error {
	h := &p.h
	sections := []struct {
		what   string
		fields *[]rbField
	}{{"column pointers", &h.pointers}, {"row indices", &h.index}, {"values", &h.values}}
	if !h.hasValues() || h.valueLines == 0 {
		sections = sections[:2]
	}
	at := 0
	for _, s := range sections {
		begin, end := parentheses(line, at)
		if begin < 0 {
			return p.fault(skipBlanks(line, at), "want a Fortran format for the %s, got %s", s.what, describe(line, at))
		}
		fields, err := parseRBFormat(string(line[begin:end]))
		if err != nil {
			return p.fault(begin, "%v", err)
		}
		if s.fields != &h.values && !fields[0].integer {
			return p.fault(begin, "want integers for the %s, got format %s", s.what, quote(string(line[begin:end])))
		}
		*s.fields, at = fields, end
	}
	return nil
}

// parentheses returns where the next balanced pair of parentheses in line
// begins and ends, from at on; begin is -1 when something else comes first.
func parentheses(line []byte, at int) (begin, end int) {
	at = skipBlanks(line, at)
	depth := 0
	for k := at; k < len(line); k++ {
		switch line[k] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 {
			if k == at {
				return -1, at
			}
			return at, k + 1
		}
	}
	return -1, at
}

// fault returns the error msg at the byte with index at of the current line.
func (p *rbReader) fault(at int, format string, args ...any) error {
	return &SyntaxError{File: p.in.file, Line: p.line, Col: at + 1, Msg: fmt.Sprintf(format, args...)}
}
