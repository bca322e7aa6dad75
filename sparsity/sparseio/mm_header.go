package sparseio

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/sparsity"
)

// mmMagic begins a Matrix Market file, in any case.
const mmMagic = "%%matrixmarket"

// An mmHeader is what stands before the entries of a Matrix Market file.
type mmHeader struct {
	layout, field, symmetry string // canonical words

	rows, cols int
	entries    int // listed in the file, as the size line claims
}

// coordinate reports whether each entry is listed with its position.
func (h *mmHeader) coordinate() bool { return h.layout == "coordinate" }

// general reports whether the file lists the whole matrix.
func (h *mmHeader) general() bool { return h.symmetry == "general" }

// isMatrixMarket reports whether head is the begin of a Matrix Market file.
// One percent sign is enough: some collections write their banner so.
func isMatrixMarket(head []byte) bool {
	if len(head) > 1 && head[0] == '%' && head[1] != '%' {
		return hasFoldPrefix(head[1:], mmMagic[2:])
	}
	return hasFoldPrefix(head, mmMagic)
}

// byteOrderMark is what some editors put before all text.
const byteOrderMark = "\ufeff"

// nearlyMatrixMarket reports whether only a byte order mark or blanks keep
// head from being the begin of a Matrix Market file.
func nearlyMatrixMarket(head []byte) bool {
	begin := bytes.TrimPrefix(head, []byte(byteOrderMark))
	return isMatrixMarket(bytes.TrimLeft(begin, " \t\r\n"))
}

// notMatrixMarket returns what is wrong with the begin of an input that should
// be a Matrix Market file.
func notMatrixMarket(head []byte) string {
	got := ""
	switch {
	case bytes.HasPrefix(head, []byte(byteOrderMark)):
		got = "a byte order mark"
	case nearlyMatrixMarket(head):
		got = "blanks before it"
	default:
		line, _, _ := bytes.Cut(head, []byte{'\n'})
		got = describe(trimEnd(line), 0)
	}
	return "want %%MatrixMarket at the start of the first line, got " + got
}

// hasFoldPrefix reports whether b begins with the lower-case word, in any case.
func hasFoldPrefix(b []byte, word string) bool {
	return len(b) >= len(word) && strings.EqualFold(string(b[:len(word)]), word)
}

// readHeader reads the banner, the comments and the size line.
func (p *mmReader) readHeader() error {
	line, err := p.nextLine()
	if err != nil {
		return err
	}
	if err := p.parseBanner(line); err != nil {
		return err
	}
	for {
		line, err := p.nextLine()
		if err != nil {
			return err
		}
		if line == nil {
			return p.fault(0, "want a size line, got the end of the input")
		}
		switch at := skipBlanks(line, 0); {
		case at == len(line):
		case line[at] == '%':
			if at > 0 {
				p.notes.add(noteIndentedComment, p.line, at+1)
			}
		default:
			return p.parseSize(line)
		}
	}
}

// parseBanner parses the first line.
func (p *mmReader) parseBanner(line []byte) error {
	if line[1] != '%' {
		p.notes.add(noteBanner, 1, 1)
	}
	t := tokens{line: line}
	t.next() // the magic word itself, or with more behind it
	if word := t.word(); len(strings.TrimLeft(word, "%")) != len(mmMagic)-2 {
		return p.fault(t.start, "want %s, got %s", "%%MatrixMarket", quote(word))
	}
	steps := []struct {
		what string
		ok   []string
		set  func(string)
	}{
		{"object matrix", []string{"matrix"}, func(string) {}},
		{"format coordinate or array", []string{"coordinate", "array"},
			func(w string) { p.h.layout = w }},
		{"field real, integer, complex or pattern",
			[]string{"real", "integer", "complex", "pattern", "double", "unsigned-integer"},
			func(w string) { p.h.field = w }},
		{"symmetry general, symmetric, skew-symmetric or hermitian",
			[]string{"general", "symmetric", "skew-symmetric", "hermitian"},
			func(w string) { p.h.symmetry = w }},
	}
	for _, s := range steps {
		if !t.next() {
			return p.fault(t.start, "want %s, got the end of the line", s.what)
		}
		word := strings.ToLower(t.word())
		if !contains(s.ok, word) {
			return p.fault(t.start, "want %s, got %s", s.what, quote(t.word()))
		}
		s.set(word)
	}
	if t.next() {
		p.notes.add(noteBannerRest, 1, t.start+1)
	}
	return p.checkBanner()
}

// checkBanner refuses the combinations of qualifiers that mean nothing, and
// replaces the two field words that are not of the specification.
func (p *mmReader) checkBanner() error {
	h := &p.h
	switch h.field {
	case "double":
		h.field = "real"
		p.notes.add(noteField, 1, 1)
	case "unsigned-integer":
		h.field = "integer"
		p.notes.add(noteField, 1, 1)
	}
	switch {
	case h.field == "pattern" && !h.coordinate():
		return p.fault(0, "want values in an array, got field pattern")
	case h.symmetry == "hermitian" && h.field != "complex":
		err := p.forbidden(noteHermitianField, 0, "want field complex in a hermitian matrix, got %s", h.field)
		h.symmetry = "symmetric"
		return err
	case h.symmetry == "skew-symmetric" && h.field == "pattern":
		return p.forbidden(noteSkewPattern, 0, "want values in a skew-symmetric matrix, got field pattern")
	}
	return nil
}

// parseSize parses the size line and sets the number of entries.
func (p *mmReader) parseSize(line []byte) error {
	names := []string{"rows", "columns", "entries"}
	limits := []int64{sparsity.MaxDim, sparsity.MaxDim, 1 << 53}
	if !p.h.coordinate() {
		names = names[:2]
	}
	var at, size [3]int
	t := tokens{line: line}
	for k, name := range names {
		if !t.next() {
			return p.fault(t.start, "want %s, got the end of the line", strings.Join(names[k:], ", "))
		}
		v, ok := parseCount(line[t.start:t.end], limits[k])
		if !ok {
			return p.fault(t.start, "want number of %s in 0..%d, got %s", name, limits[k], quote(t.word()))
		}
		at[k], size[k] = t.start, int(v)
	}
	if t.next() {
		return p.fault(t.start, "want the end of the size line, got %s", quote(t.word()))
	}
	h := &p.h
	h.rows, h.cols, h.entries = size[0], size[1], size[2]
	if err := p.checkSquare(at[0]); err != nil {
		return err
	}
	if !h.coordinate() {
		h.entries = h.arrayEntries()
	}
	if (h.rows == 0 || h.cols == 0) && h.entries > 0 {
		return p.fault(at[2], "want 0 entries in a %d×%d matrix, got %d", h.rows, h.cols, h.entries)
	}
	return p.checkClaim(at)
}

// checkSquare refuses a symmetric matrix that is not square. at is where the
// number of rows stands.
func (p *mmReader) checkSquare(at int) error {
	const msg = "want a square matrix, as %s requires, got %d×%d"
	switch h := &p.h; {
	case h.general() || h.rows == h.cols:
		return nil
	case h.coordinate():
		return p.forbidden(noteNotSquare, at, msg, h.symmetry, h.rows, h.cols)
	default:
		return p.fault(at, msg, h.symmetry, h.rows, h.cols)
	}
}

// arrayEntries returns how many values an array of h's shape and symmetry
// lists.
func (h *mmHeader) arrayEntries() int {
	switch n := h.rows; h.symmetry {
	case "general":
		return n * h.cols
	case "skew-symmetric":
		return n * (n - 1) / 2
	default:
		return n * (n + 1) / 2
	}
}

// minEntryBytes returns the fewest bytes that one entry takes in the file,
// with the end of its line; values that are not looked at may be missing.
func (p *mmReader) minEntryBytes() int {
	n := 0
	if p.h.coordinate() {
		n = 4 // "1 1 " or "1 1\n"
	}
	if p.h.field == "complex" && p.values() {
		return n + 4
	}
	if p.values() || n == 0 {
		n += 2 // "1\n"
	}
	return n
}

// What a header may claim whatever the input: a few bytes must not cost more
// memory than a small file may.
const (
	freeEntries  = 1 << 16
	freeDim      = 4 << 20
	dimsPerEntry = 64 // rows and columns beyond freeDim, for each entry
)

// checkClaim refuses a size line that claims more entries than the input can
// hold, or dimensions far beyond the entries.
func (p *mmReader) checkClaim(at [3]int) error {
	h := &p.h
	if left := p.in.size - p.offset; p.in.size >= 0 && h.entries > freeEntries {
		// The end of the last line may be missing.
		if most := int(left+1) / p.minEntryBytes(); h.entries > most {
			return p.fault(at[2], "want at most %d entries, which the %d bytes that follow can hold, got %d", most, left, h.entries)
		}
	}
	if most := p.in.mostEntries(); p.in.total >= 0 && h.entries > most {
		return p.fault(at[2], "%s", tooDense(h.entries, most))
	}
	most := max(freeDim, dimsPerEntry*min(h.entries, sparsity.MaxDim))
	for k, n := range []int{h.rows, h.cols} {
		if n > most {
			return p.fault(at[k], "want at most %d rows and columns for %d entries, got %d×%d", most, h.entries, h.rows, h.cols)
		}
	}
	return nil
}

// fault returns the error msg at the byte with index at of the current line.
func (p *mmReader) fault(at int, format string, args ...any) error {
	return &SyntaxError{File: p.in.file, Line: p.line, Col: at + 1, Msg: fmt.Sprintf(format, args...)}
}

func contains(words []string, w string) bool {
	for _, x := range words {
		if x == w {
			return true
		}
	}
	return false
}
