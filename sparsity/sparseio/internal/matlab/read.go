package matlab

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"github.com/nrkit/nrkit/internal/bindata"
)

// A Matrix is a sparse variable, column by column as the file lists it.
type Matrix struct {
	Name       string // with the names of the structures around it: Problem.A
	Rows, Cols int
	ColPtr     []int64 // column j is at ColPtr[j] up to ColPtr[j+1]
	RowIdx     []int32
	Values     []float64 // nil with Options.PatternOnly
	Imag       []float64 // nil if the values are real

	Complex, Logical bool
}

// Options say how to read.
type Options struct {
	// Variable is the name of the variable to read; "" means the only sparse one.
	Variable string

	PatternOnly bool // leave the values out

	// Most returns how many entries or columns so many bytes of a compressed variable
	// may have; -1 stands for one that is not compressed.
	Most func(bytes int64) int

	// Shape may refuse dimensions, before memory is taken for them.
	Shape func(rows, cols, entries int64) error
}

// A ChoiceError says that a name is needed, or another one.
type ChoiceError struct {
	Msg     string
	Choices []string // the sparse variables, at most maxNamed
}

// Error returns the message.
func (e *ChoiceError) Error() string { return e.Msg }

// maxNamed is how many variables a message names.
const maxNamed = 8

// headerSize is the length of the header of a file.
const headerSize = 128

// IsFile reports whether head is the begin of a MAT-file of level 5.
func IsFile(head []byte) bool {
	return order(head) != nil && version(head) == 0x0100
}

// Refusal returns what to say about head, the begin of a MAT-file that is not of
// level 5; "" when it is no MAT-file. Level 4 has no mark, and is only taken for
// one when named says that the file has the name of a MAT-file.
func Refusal(head []byte, named bool) string {
	const hdf5 = "\x89HDF\r\n\x1a\n"
	userBlock := head[min(512, len(head)):]
	switch {
	case bytes.HasPrefix(head, []byte(hdf5)) && named, bytes.HasPrefix(userBlock, []byte(hdf5)), order(head) != nil && version(head) == 0x0200:
		return "a MAT-file of version 7.3, which is HDF5: save it with save -v7 FILE"
	case bytes.HasPrefix(head, []byte(hdf5)):
		return "an HDF5 file: save the matrix in MATLAB or Octave with save -v7 FILE"
	case order(head) != nil:
		return fmt.Sprintf("a MAT-file of version %#x, want 0x100: save it with save -v7 FILE", version(head))
	case named && bytes.HasPrefix(head, []byte("# Created by Octave")):
		return "a text file of Octave: save it with save -v7 FILE"
	case named && isLevel4(head):
		return "a MAT-file of level 4: save it with save -v7 FILE"
	}
	return ""
}

// order returns the byte order that a header of level 5 or later ends with, nil
// when head does not.
func order(head []byte) binary.ByteOrder {
	if len(head) < headerSize {
		return nil
	}
	switch string(head[126:headerSize]) {
	case "IM":
		return binary.LittleEndian
	case "MI":
		return binary.BigEndian
	}
	return nil
}

// version returns the version in a header that [order] accepts.
func version(head []byte) uint16 { return order(head).Uint16(head[124:]) }

// isLevel4 reports whether head may be the begin of a MAT-file of level 4: a type
// MOPT of four decimal digits, dimensions, a flag, and the length of a name.
func isLevel4(head []byte) bool {
	if len(head) < 20 {
		return false
	}
	for _, o := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		mopt, imaginary, name := o.Uint32(head), o.Uint32(head[12:]), o.Uint32(head[16:])
		if mopt/1000 <= 4 && mopt/100%10 == 0 && mopt/10%10 <= 5 && mopt%10 <= 2 && imaginary <= 1 && name > 1 && name < 64 {
			return true
		}
	}
	return false
}

// Read reads a sparse variable of the MAT-file r.
//
// Format: MathWorks, MAT-File Format, R2023b, level 5. Elements may be compressed,
// and numbers stored in a shorter type than the array has. Sparse arrays are
// found among the variables and in the fields of structures of one element, whose
// names are then joined by dots. Cells, arrays of structures and objects are not looked into.
//
// Memory goes with what was read. Bad input is a [*bindata.Error], a name that is
// missing or wrong a [*ChoiceError]; other errors come from r and from the functions of
// opt.
func Read(r *bufio.Reader, opt Options) (*Matrix, error) {
	head := make([]byte, headerSize)
	rd := bindata.NewReader(r, nil, 0)
	if err := rd.Full(head, "the header"); err != nil {
		return nil, err
	}
	if rd.Order = order(head); rd.Order == nil {
		return nil, rd.Fault(126, "want IM or MI, got %q", head[126:])
	}
	s := &search{opt: opt}
	for {
		if _, err := r.Peek(1); err == io.EOF {
			return s.result()
		}
		if err := s.variable(rd); err != nil {
			return nil, err
		}
	}
}

// A search looks for the variable.
type search struct {
	opt    Options
	found  *Matrix
	sparse []string // names of sparse variables in the order of the file
	more   int      // those beyond maxNamed
	full   []string // other variables, at most maxNamed, with what they are
	other  string   // what the variable that was asked for is, if it is not sparse
}

// wants reports whether the sparse variable of that name is to be read, and
// remembers the name.
func (s *search) wants(name string) bool {
	if len(s.sparse) < maxNamed {
		s.sparse = append(s.sparse, name)
	} else {
		s.more++
	}
	if s.opt.Variable != "" {
		return name == s.opt.Variable
	}
	return s.found == nil
}

// result returns the matrix that was found, or why there is no such matrix.
func (s *search) result() (*Matrix, error) {
	list := make([]string, len(s.sparse))
	for k, name := range s.sparse {
		list[k] = printable(name)
	}
	names := strings.Join(list, ", ")
	if s.more > 0 {
		names += fmt.Sprintf(" and %d more", s.more)
	}
	switch {
	case len(s.sparse) == 0 && len(s.full) > 0:
		return nil, &ChoiceError{Msg: "want a sparse variable, got " + strings.Join(s.full, ", ")}
	case len(s.sparse) == 0:
		return nil, &ChoiceError{Msg: "want a sparse variable, got none"}
	case s.opt.Variable == "" && len(s.sparse)+s.more > 1:
		return nil, &ChoiceError{"want one sparse variable, got several: " + names, s.sparse}
	case s.found == nil && s.other != "":
		return nil, &ChoiceError{fmt.Sprintf("want a sparse variable, got %s, which is %s", printable(s.opt.Variable), s.other), s.sparse}
	case s.found == nil:
		return nil, &ChoiceError{fmt.Sprintf("no variable %s; the sparse variables are %s", printable(s.opt.Variable), names), s.sparse}
	}
	return s.found, nil
}

// printable returns name, quoted where it has anything but plain text.
func printable(name string) string {
	if q := fmt.Sprintf("%q", name); q != `"`+name+`"` {
		return q
	}
	return name
}
