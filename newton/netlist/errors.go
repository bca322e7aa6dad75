package netlist

import "fmt"

// A SyntaxError says what is wrong with a netlist and where. Line counts from 1; it
// is 0 if the error concerns the file as a whole.
type SyntaxError struct {
	File string
	Line int
	Msg  string
	Err  error // the cause, where reading failed
}

// Error returns file:line: msg.
func (e *SyntaxError) Error() string { return position(e.File, e.Line) + ": " + e.Msg }

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error { return e.Err }

// String returns file:line: msg.
func (w Warning) String() string { return position(w.File, w.Line) + ": " + w.Msg }

// String returns file:line.
func (p Place) String() string { return position(p.File, p.Line) }

// position returns file:line, without a line that is 0.
func position(file string, line int) string {
	if line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}
