package chrome

import "fmt"

// A SyntaxError says what is wrong with an input and where. Line and Col count
// from 1, Col in bytes. File is the name that the reader gives, if it has one.
type SyntaxError struct {
	File      string
	Line, Col int
	Msg       string
}

// Error returns file:line:col: msg.
func (e *SyntaxError) Error() string { return position(e.File, e.Line, e.Col) + ": " + e.Msg }

// A Warning says that a trace was read but is doubtful. There is one warning per
// Code, a short stable word for programs. Count says how often it occurred. The
// position and Msg belong to the first occurrence.
type Warning struct {
	Code      string
	File      string
	Line, Col int
	Msg       string
	Count     int
}

// String returns file:line:col: msg, and how often.
func (w Warning) String() string {
	s := position(w.File, w.Line, w.Col) + ": " + w.Msg
	if w.Count > 1 {
		s += fmt.Sprintf(" (%d times)", w.Count)
	}
	return s
}

func position(file string, line, col int) string {
	if file == "" {
		return fmt.Sprintf("%d:%d", line, col)
	}
	return fmt.Sprintf("%s:%d:%d", file, line, col)
}
