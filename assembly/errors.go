package assembly

import (
	"fmt"
	"strings"
)

// Panics for broken preconditions.
const (
	errDevices = "assembly: devices are not valid, see Devices.Check"
)

// A SyntaxError says what is wrong with an nr-devices file and where. Line and Col
// count from 1, Col in bytes; both are 0 if the fault is found only at the end of
// the file. Path leads to the value in the document; it is "" if the text is not
// JSON.
type SyntaxError struct {
	File      string
	Line, Col int
	Path      string // as in groups[2].jac_rows[5][0]
	Msg       string
}

// Error returns file:line:col: path: msg, without the parts that are not known.
func (e *SyntaxError) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", e.Line, e.Col)
	}
	if e.Path != "" {
		b.WriteString(": " + e.Path)
	}
	return b.String() + ": " + e.Msg
}

// A Warning says that devices are usable but doubtful. Code is a short stable
// word for programs.
type Warning struct {
	Code    string
	Message string
}
