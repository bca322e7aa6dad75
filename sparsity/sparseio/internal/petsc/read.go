package petsc

import (
	"bufio"
	"encoding/binary"
	"math"

	"github.com/nrkit/nrkit/internal/bindata"
	"github.com/nrkit/nrkit/sparsity"
)

// Numbers that begin the objects of a file.
const (
	matID = 1211216
	vecID = 1211214
	isID  = 1211218
	bagID = 1211219
)

// A Matrix is a matrix as its file lists it, row by row.
type Matrix struct {
	Rows, Cols int
	RowPtr     []int64 // row i is at RowPtr[i] up to RowPtr[i+1]
	ColIdx     []int32
	Values     []float64 // nil with Options.PatternOnly
	Imag       []float64 // nil if the scalars are real

	Wide    bool  // integers have 64 bits
	Complex bool  // scalars are complex
	More    int64 // offset of the object behind the matrix, -1 when there is no such object
}

// Options say how to read.
type Options struct {
	PatternOnly bool // leave the values out; that they are there is checked

	// Claim may refuse what the header claims, before memory is taken for it.
	// The offset is where the claim stands.
	Claim func(rows, cols, entries int64) error

	// Grown may refuse the entries that were read so far.
	Grown func(entries int) error
}

// IsFile reports whether head is the begin of a file of PETSc with a matrix in front.
func IsFile(head []byte) bool { return first(head) == matID }

// IsOther reports whether head is the begin of a file of PETSc with another object
// in front, and names the object.
func IsOther(head []byte) (what string, ok bool) {
	switch first(head) {
	case vecID:
		return "a vector", true
	case isID:
		return "an index set", true
	case bagID:
		return "a bag", true
	}
	if len(head) >= 4 && binary.LittleEndian.Uint32(head) == matID {
		return "a matrix in the byte order of the machine, little-endian", true
	}
	return "", false
}

// first returns the integer of 32 or 64 bits at the begin of head, 0 when it is
// too short.
func first(head []byte) uint32 {
	if len(head) >= 8 && binary.BigEndian.Uint32(head) == 0 {
		head = head[4:]
	}
	if len(head) < 4 {
		return 0
	}
	return binary.BigEndian.Uint32(head)
}

// Read reads the matrix in front of r. Objects behind it are not read.
//
// Format: PETSc, MatLoad and PetscViewerBinaryOpen, release 3.18,
// https://petsc.org/release/manualpages/Mat/MatLoad/. All numbers are big-endian:
// integers of 32 or 64 bits, as PETSc was configured, for the class 1211216, rows,
// columns and entries; the number of entries of each row; the columns, from 0; then
// the scalars, real or complex, of 64 bits. The file does not say which kind they
// are: they are real if the input ends behind so many real scalars, or another object
// begins there, otherwise complex. Dense matrices and scalars of 32 bits are refused.
//
// Memory goes with what was read. Bad input is a [*bindata.Error]; other errors
// come from r, opt.Claim and opt.Grown.
func Read(r *bufio.Reader, opt Options) (*Matrix, error) {
	head, _ := r.Peek(8)
	p := &reader{in: r, rd: bindata.NewReader(r, binary.BigEndian, 0), opt: opt, size: 4, m: &Matrix{More: -1}}
	if len(head) == 8 && binary.BigEndian.Uint32(head) == 0 {
		p.size, p.m.Wide = 8, true
	}
	p.integer = bindata.Integer(binary.BigEndian, p.size, true)
	for _, step := range []func() error{p.header, p.rows, p.columns, p.scalars} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return p.m, nil
}

// A reader holds what is between the steps.
type reader struct {
	in      *bufio.Reader
	rd      *bindata.Reader // of in
	opt     Options
	size    int // bytes of an integer
	integer func(b []byte) int64
	m       *Matrix
	entries int64
}

// header reads the first four integers.
func (p *reader) header() error {
	var h [4]int64
	err := p.rd.Each(4, p.size, "the header", func(b []byte, _ int64) error {
		for k := range h {
			h[k] = p.integer(b[k*p.size:])
		}
		return nil
	})
	if err != nil {
		return err
	}
	size := int64(p.size)
	switch {
	case h[0] != matID:
		return p.rd.Fault(0, "want %d, the number of a matrix, got %d", matID, h[0])
	case h[1] < 0 || h[1] > sparsity.MaxDim:
		return p.rd.Fault(size, "want number of rows in 0..%d, got %d", sparsity.MaxDim, h[1])
	case h[2] < 0 || h[2] > sparsity.MaxDim:
		return p.rd.Fault(2*size, "want number of columns in 0..%d, got %d", sparsity.MaxDim, h[2])
	case h[3] == -1:
		return p.rd.Fault(3*size, "want a sparse matrix, got a dense matrix")
	case h[3] < 0 || h[3] > math.MaxInt64/16:
		return p.rd.Fault(3*size, "want number of entries in 0..%d, got %d", int64(math.MaxInt64/16), h[3])
	}
	p.m.Rows, p.m.Cols, p.entries = int(h[1]), int(h[2]), h[3]
	if p.opt.Claim != nil {
		return p.opt.Claim(h[1], h[2], h[3])
	}
	return nil
}

// rows reads the lengths of the rows.
func (p *reader) rows() error {
	begin, sum := p.rd.Offset(), int64(0)
	p.m.RowPtr = append(p.m.RowPtr, 0)
	err := p.rd.Each(int64(p.m.Rows), p.size, "the lengths of rows", func(b []byte, k int64) error {
		for ; len(b) > 0; b, k = b[p.size:], k+1 {
			n := p.integer(b)
			if n < 0 || n > p.entries-sum {
				return p.rd.Fault(begin+k*int64(p.size), "want the number of entries of row %d in 0..%d, got %d", k, p.entries-sum, n)
			}
			sum += n
			p.m.RowPtr = append(p.m.RowPtr, sum)
		}
		return nil
	})
	if err == nil && sum != p.entries {
		err = p.rd.Fault(begin, "want rows with %d entries in total, got %d", p.entries, sum)
	}
	return err
}

// columns reads the columns.
func (p *reader) columns() error {
	begin := p.rd.Offset()
	return p.rd.Each(p.entries, p.size, "the columns", func(b []byte, k int64) error {
		for ; len(b) > 0; b, k = b[p.size:], k+1 {
			j := p.integer(b)
			if j < 0 || j >= int64(p.m.Cols) {
				return p.rd.Fault(begin+k*int64(p.size), "want a column in 0..%d, got %d", p.m.Cols-1, j)
			}
			p.m.ColIdx = append(p.m.ColIdx, int32(j))
		}
		if p.opt.Grown != nil {
			return p.opt.Grown(len(p.m.ColIdx))
		}
		return nil
	})
}
