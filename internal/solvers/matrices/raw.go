package matrices

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/nrkit/nrkit/internal/bindata"
	"github.com/nrkit/nrkit/sparsity"
)

const (
	rawMagic   = "NRmatrx1"
	rawWords   = 32
	headerSize = 8 * rawWords

	wordBytes = 18 // of the first section
	wordSize  = 24 // of the whole file
	wordWall  = 26 // when it was saved; before it, the same on the monotonic clock
)

// A Content says what a raw file holds.
type Content uint64

const (
	MatrixA      Content = iota // the matrix
	RightHand                   // the right-hand side b of A·x = b
	Solution                    // the solution x
	contentCount                // behind the last one
)

// letter is how names of files tell contents apart.
func (c Content) letter() string { return string("Abx"[c]) }

// Layouts, index types and value types, as the table of functions numbers them.
const (
	layoutNone = iota
	layoutCompressed
	layoutTriplets
	layoutDense
)

const (
	index32 = 1 + iota
	index64
)

const (
	valueNone = iota
	valueF64
	valueC64   // real and imaginary parts in turns
	valueSplit // imaginary parts in a section of their own
	valueF32
	valueC32
)

// Symmetries.
const (
	general     = 0
	lowerOnly   = -1 // the solver looks at the lower triangle
	upperOnly   = 1
	bothStored  = 2
	eitherOne   = 3 // each pair is listed once, in either triangle
	hermitLower = 4 // as lowerOnly, and the mirror is the conjugate
	hermitUpper = 5
)

// Flags.
const (
	flagRows       = 2  // stored by rows
	flagTransposed = 4  // the call solved with the transpose
	flagPatternCut = 8  // the hash of the pattern is of samples
	flagValuesCut  = 16 // the hash of the values is of samples
	flagShared     = 32 // x was written over b
	flagConjugate  = 64 // and the transpose is the conjugate one
	flagsKnown     = flagRows | flagTransposed | flagPatternCut | flagValuesCut | flagShared | flagConjugate
)

// A Header is the begin of a raw file.
type Header struct {
	PID    uint64 // of the process
	Image  uint64 // ns of the monotonic clock when the process began
	Number uint64 // of the call in the process, from 1
	Row    uint64 // of the function in the table, from 0
	What   Content

	Rows, Cols, NNZ, NRHS int64
	Pattern, Values       uint64 // hashes; 0 for none
	Transposed            bool   // the call solved with the transpose
	Conjugate             bool   // the transpose is the conjugate one
	Sampled               bool   // a hash is of samples
	Saved                 uint64 // ns of the wall clock

	layout, index, value, base int64
	symmetry                   int64
	rows                       bool // stored by rows
	bytes                      [sections]int64
}

// Sections, in the order of the file.
const (
	sectionAP = iota
	sectionAI
	sectionAJ
	sectionAX
	sectionAZ
	sections
)

var sectionNames = [sections]string{"ap", "ai", "aj", "ax", "az"}

// A raw is an open raw file.
type raw struct {
	Header
	r      io.ReaderAt
	at     [sections]int64 // offsets
	sample uint64          // bytes of an array above which hashes are from samples
}

// openRaw reads and checks the header of a raw file of size bytes. Errors of the
// format are [*bindata.Error].
//
// Format: docs/formats-solvers.md, raw matrices.
func openRaw(r io.ReaderAt, size int64) (*raw, error) {
	var b [headerSize]byte
	if n, err := r.ReadAt(b[:], 0); n < len(b) {
		if err != nil && err != io.EOF {
			return nil, err
		}
		return nil, fault(int64(n), "want a header of %d bytes, got the end of the file", headerSize)
	}
	if string(b[:8]) != rawMagic {
		return nil, fault(0, "want %q, got %q", rawMagic, b[:8])
	}
	var w [rawWords]uint64
	for k := range w {
		w[k] = binary.LittleEndian.Uint64(b[8*k:])
	}
	m := &raw{r: r, sample: w[wordSize-1], Header: Header{
		PID: w[1], Image: w[2], Number: w[3], Row: w[4], What: Content(w[5]),
		layout: int64(w[6]), index: int64(w[7]), value: int64(w[8]), base: int64(w[9]), symmetry: int64(w[10]),
		rows: w[11]&flagRows != 0, Transposed: w[11]&flagTransposed != 0, Conjugate: w[11]&flagConjugate != 0, Sampled: w[11]&(flagPatternCut|flagValuesCut) != 0, Rows: int64(w[12]), Cols: int64(w[13]), NNZ: int64(w[14]), NRHS: int64(w[15]),
		Pattern: w[16], Values: w[17], Saved: w[wordWall],
	}}
	for k := range sections {
		m.bytes[k] = int64(w[wordBytes+k])
	}
	if err := m.checkWords(&w); err != nil {
		return nil, err
	}
	if err := m.place(size); err != nil {
		return nil, err
	}
	if w[wordSize] != uint64(size) {
		return nil, fault(8*wordSize, "want the size of the file, %d, got %d", size, int64(w[wordSize]))
	}
	return m, nil
}

// fault returns an error about the byte at the offset at.
func fault(at int64, format string, args ...any) error {
	return &bindata.Error{Offset: at, Msg: fmt.Sprintf(format, args...)}
}

// checkWords checks each word of the header by itself.
func (m *raw) checkWords(w *[rawWords]uint64) error {
	dense := m.What != MatrixA || m.layout == layoutDense
	for _, c := range []struct {
		word int
		what string
		ok   bool
	}{
		{5, "content 0, 1 or 2", m.What < contentCount},
		{6, "layout 1, 2 or 3", m.What != MatrixA || m.layout >= layoutCompressed && m.layout <= layoutDense},
		{7, "index type 1 or 2", dense || m.index == index32 || m.index == index64},
		{8, "value type 0 to 5", m.value >= valueNone && m.value <= valueC32 && (!dense || m.value != valueNone)},
		{9, "base 0 or 1", dense || m.base == 0 || m.base == 1},
		{10, "symmetry -1 to 5", m.symmetry >= lowerOnly && m.symmetry <= hermitUpper},
		{11, "flags 2, 4, 8, 16, 32 and 64", w[11]&^flagsKnown == 0},
		{12, "0 to 2147483646 rows", m.Rows >= 0 && m.Rows <= sparsity.MaxDim},
		{13, "0 to 2147483646 columns", m.What != MatrixA || m.Cols >= 0 && m.Cols <= sparsity.MaxDim},
		{13, "as many columns as rows, since the matrix is symmetric", m.What != MatrixA || m.symmetry == general || m.Rows == m.Cols},
		{14, "a count of entries", dense || m.NNZ >= 0 && m.NNZ <= math.MaxInt64/64},
		{15, "0 to 2147483646 right-hand sides", m.What == MatrixA || m.NRHS >= 0 && m.NRHS <= sparsity.MaxDim},
	} {
		if !c.ok {
			return fault(int64(8*c.word), "want %s, got %d", c.what, int64(w[c.word]))
		}
	}
	for k, n := range []int64{m.Rows, m.Cols} {
		if most := max(1<<22, 64*min(m.entries(), sparsity.MaxDim)); m.What == MatrixA && n > most {
			return fault(int64(8*(12+k)), "%d×%d is too large for %d entries: want at most %d rows and columns", m.Rows, m.Cols, m.entries(), most)
		}
	}
	for k := wordWall + 1; k < rawWords; k++ {
		if w[k] != 0 {
			return fault(int64(8*k), "want 0, got %d", w[k])
		}
	}
	return nil
}

// entries returns how many entries a matrix lists.
func (m *raw) entries() int64 {
	if m.layout == layoutDense {
		return m.Rows * m.Cols // both are below 2^31
	}
	return m.NNZ
}

// place finds the sections, and checks that they have the sizes that the header
// implies and end where the file ends.
func (m *raw) place(size int64) error {
	want, err := m.sizes()
	if err != nil {
		return err
	}
	at := int64(headerSize)
	for k, n := range want {
		if m.bytes[k] != n {
			return fault(int64(8*(wordBytes+k)), "want %d bytes of %s, got %d", n, sectionNames[k], m.bytes[k])
		}
		m.at[k] = at
		at += (n + 7) &^ 7
		if at > size {
			return fault(size, "want %d bytes of %s, got the end of the file", n, sectionNames[k])
		}
	}
	if at != size {
		return fault(at, "want the end of the file, got %d more bytes", size-at)
	}
	return nil
}

// sizes returns the bytes of each section. It corrects the value type where the
// program gave an array less than the type has.
func (m *raw) sizes() (want [sections]int64, err error) {
	count := m.entries()
	index := int64(4 * m.index)
	switch {
	case m.What != MatrixA:
		count = m.Rows * m.NRHS // both are below 2^31
	case m.layout == layoutDense:
	case m.layout == layoutTriplets:
		want[sectionAI], want[sectionAJ] = index*count, index*count
	default:
		want[sectionAP], want[sectionAI] = index*(m.major()+1), index*count
	}
	if count > math.MaxInt64/64 {
		return want, fault(8*12, "want fewer values, got %d", count)
	}
	switch {
	case m.value == valueSplit && m.bytes[sectionAZ] == 0:
		m.value = valueC64 // as UMFPACK takes it
	case m.What == MatrixA && m.layout != layoutDense && m.bytes[sectionAX] == 0:
		m.value = valueNone // an analysis may be given no values
	}
	want[sectionAX] = m.valueSize() * count
	if m.value == valueSplit {
		want[sectionAZ] = want[sectionAX]
	}
	return want, nil
}

// valueSize returns the bytes of a value in ax.
func (m *raw) valueSize() int64 {
	return [...]int64{valueNone: 0, valueF64: 8, valueC64: 16, valueSplit: 8, valueF32: 4, valueC32: 8}[m.value]
}

// major returns how many columns, or rows of a matrix that is stored by rows, ap
// has.
func (m *raw) major() int64 {
	if m.rows {
		return m.Rows
	}
	return m.Cols
}

// minor returns the bound of the indices in ai.
func (m *raw) minor() int64 {
	if m.rows {
		return m.Cols
	}
	return m.Rows
}

// complex reports whether values have imaginary parts.
func (m *raw) complex() bool {
	return m.value == valueC64 || m.value == valueSplit || m.value == valueC32
}

// field returns the field of a Matrix Market file of these values.
func (m *raw) field() string {
	switch {
	case m.value == valueNone:
		return "pattern"
	case m.complex():
		return "complex"
	}
	return "real"
}
