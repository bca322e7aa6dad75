package sparseio

import (
	"errors"
	"fmt"
)

// errDirectory is the cause when a directory stands where a file is wanted.
var errDirectory = errors.New("is a directory")

// A SyntaxError says what is wrong with an input and where. Lines and columns
// count from 1, columns in bytes; 0 means that there is no such position, as
// in a binary format.
type SyntaxError struct {
	File      string
	Line, Col int
	Msg       string

	// Lenient says that Options.Lenient accepts the input.
	Lenient bool

	// Variables are the names from which Options.Variable must choose, if that is
	// the error.
	Variables []string
}

// Error returns file:line:col: msg, without the positions that are 0.
func (e *SyntaxError) Error() string {
	return position(e.File, e.Line, e.Col) + ": " + e.Msg
}

// A Warning says that a file was read but is doubtful. Code is a short stable
// word for programs; the position is as in [SyntaxError].
type Warning struct {
	Code      string
	File      string
	Line, Col int
	Msg       string
}

// String returns file:line:col: msg, without the positions that are 0.
func (w Warning) String() string {
	return position(w.File, w.Line, w.Col) + ": " + w.Msg
}

// position returns file:line:col without the numbers that are 0.
func position(file string, line, col int) string {
	switch {
	case line == 0:
		return file
	case col == 0:
		return fmt.Sprintf("%s:%d", file, line)
	}
	return fmt.Sprintf("%s:%d:%d", file, line, col)
}
